// expect: verified
// races: 1
// options: --race-rule=hb
// options: --race-rule=graph
// options: --race-rule=graph --reduction=none
// A relaxed store by another thread ends the release sequence: reading it acquires nothing.
#include <pthread.h>
#include <stdatomic.h>

int data;
static atomic_int ready;

static void *first(void *unused)
{
    data = 1; // RACE
    atomic_store_explicit(&ready, 1, memory_order_release);
    return unused;
}

static void *second(void *unused)
{
    if (atomic_load_explicit(&ready, memory_order_relaxed) == 1)
        atomic_store_explicit(&ready, 2, memory_order_relaxed);
    return unused;
}

static void *third(void *unused)
{
    if (atomic_load_explicit(&ready, memory_order_acquire) == 2)
        data = 2; // RACE
    return unused;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, first, NULL);
    pthread_create(&t[1], NULL, second, NULL);
    pthread_create(&t[2], NULL, third, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
