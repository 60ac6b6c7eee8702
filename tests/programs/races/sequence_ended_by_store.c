// expect: verified
// races: 1
// options: --race-rule=hb
// options: --race-rule=graph
// options: --race-rule=graph --reduction=none
// An update heads a release sequence beside the one that it goes on with. A store of the thread that heads the first one ends the second.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
int data;

static void *storing(void *unused)
{
    atomic_store_explicit(&flag, 1, memory_order_release);
    if (atomic_load_explicit(&flag, memory_order_relaxed) == 2)
        atomic_store_explicit(&flag, 3, memory_order_relaxed);
    return unused;
}

static void *updating(void *unused)
{
    data = 1; // RACE
    atomic_fetch_add_explicit(&flag, 1, memory_order_release);
    return unused;
}

static void *reading(void *unused)
{
    if (atomic_load_explicit(&flag, memory_order_acquire) == 3)
        (void)*(volatile int *)&data; // RACE
    return unused;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, storing, NULL);
    pthread_create(&t[1], NULL, updating, NULL);
    pthread_create(&t[2], NULL, reading, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
