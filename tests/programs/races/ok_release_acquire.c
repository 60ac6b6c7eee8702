// expect: verified
// races: 0
// A release that an acquire reads orders.
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
    if (atomic_load_explicit(&ready, memory_order_acquire))
        assert(data == 1);
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
