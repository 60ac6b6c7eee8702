// expect: verified
// races: 1
// options: --race-rule=hb
// options: --race-rule=graph
// options: --race-rule=graph --reduction=none
// A release sequence goes on with stores of the thread that heads it, and not with those of a later one that has got its number.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
int data;

static void *heading(void *unused)
{
    data = 1; // RACE
    atomic_store_explicit(&flag, 1, memory_order_release);
    return unused;
}

static void *storing(void *unused)
{
    atomic_store_explicit(&flag, 2, memory_order_relaxed);
    return unused;
}

static void *reading(void *unused)
{
    if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
        (void)*(volatile int *)&data; // RACE
    return unused;
}

int main(void)
{
    pthread_t reader, writer;
    pthread_create(&reader, NULL, reading, NULL);
    pthread_create(&writer, NULL, heading, NULL);
    pthread_join(writer, NULL);
    pthread_create(&writer, NULL, storing, NULL);
    pthread_join(writer, NULL);
    pthread_join(reader, NULL);
    return 0;
}
