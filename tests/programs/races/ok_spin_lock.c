// expect: verified
// races: 0
// A spin lock made of an exchange that acquires and a store that releases.
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int taken;

static void count(void)
{
    while (atomic_exchange_explicit(&taken, 1, memory_order_acquire))
        ;
    data++;
    atomic_store_explicit(&taken, 0, memory_order_release);
}

static void *first(void *unused)
{
    count();
    return unused;
}

static void *second(void *unused)
{
    count();
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
