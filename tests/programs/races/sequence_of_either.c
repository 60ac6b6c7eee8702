// expect: verified
// races: 1
// options: --race-rule=hb
// options: --race-rule=graph
// options: --race-rule=graph --reduction=none
// Two threads release, and one of them then stores without a release. If the other one has released in between, its store has ended the
// release sequence, and what is read behind it is not ordered; if before, the sequence goes on. Both ways lead to the same memory.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
int data;

static void *reader(void *unused)
{
    if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
        (void)*(volatile int *)&data; // RACE
    return unused;
}

static void *twice(void *unused)
{
    atomic_store_explicit(&flag, 1, memory_order_release);
    atomic_store_explicit(&flag, 2, memory_order_relaxed);
    return unused;
}

static void *once(void *unused)
{
    atomic_store_explicit(&flag, 1, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, reader, NULL);
    data = 1; // RACE
    pthread_create(&t[1], NULL, once, NULL);
    pthread_create(&t[2], NULL, twice, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
