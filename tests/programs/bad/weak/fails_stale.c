// expect: bug assertion "!failed"
// options: --memory-model=c11
// A compare-exchange may fail by an old value, although the new one, which is there before, would let it succeed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int x, told;

static void *writer(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&told, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    if (atomic_load_explicit(&told, memory_order_relaxed)) {
        int expected = 1;
        int failed = !atomic_compare_exchange_strong_explicit(&x, &expected, 2, memory_order_acq_rel, memory_order_acquire);
        assert(!failed); // BUG HERE
    }
    pthread_join(t, NULL);
    return 0;
}
