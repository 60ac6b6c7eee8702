// expect: verified
// races: 1
// options: --race-rule=hb
// options: --race-rule=graph
// options: --race-rule=graph --reduction=none
// A relaxed flag tells that the data is there but orders nothing: a race, though the read always comes later.
#include <pthread.h>
#include <stdatomic.h>

int data;
static atomic_int ready;

static void *first(void *unused)
{
    data = 1; // RACE
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

static void *second(void *unused)
{
    if (atomic_load_explicit(&ready, memory_order_relaxed))
        unused = data ? NULL : unused; // RACE
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
