// expect: verified
// races: 0
// Updates by others, relaxed ones too, go on with a release sequence.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *first(void *unused)
{
    data = 1;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return unused;
}

static void *second(void *unused)
{
    int expected = 1;
    atomic_compare_exchange_strong_explicit(&ready, &expected, 2, memory_order_relaxed, memory_order_relaxed);
    return unused;
}

static void *third(void *unused)
{
    if (atomic_load_explicit(&ready, memory_order_acquire) == 2)
        assert(data == 1);
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
