/* The flag is relaxed: `second` reads `data` after `first` has written it, and yet nothing orders the two accesses. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void *first(void *unused)
{
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

static void *second(void *unused)
{
    if (atomic_load_explicit(&flag, memory_order_relaxed))
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
