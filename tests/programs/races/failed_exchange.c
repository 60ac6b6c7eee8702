// expect: verified
// races: 1
// A compare-exchange that fails with a relaxed order acquires nothing.
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
    int expected = 0;
    if (!atomic_compare_exchange_strong_explicit(&ready, &expected, 2, memory_order_acq_rel, memory_order_relaxed))
        data = 2; // RACE
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
