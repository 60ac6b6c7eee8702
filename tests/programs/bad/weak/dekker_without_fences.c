// expect: bug assertion "others == 0"
// options: --memory-model=c11
// Dekker's entry with fences that acquire and release: they do not order a store before a load.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int wants[2], inside;

static void enter(int me)
{
    atomic_store_explicit(&wants[me], 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_acq_rel);
    if (!atomic_load_explicit(&wants[1 - me], memory_order_relaxed)) {
        int others = atomic_fetch_add_explicit(&inside, 1, memory_order_relaxed);
        assert(others == 0); // BUG HERE
    }
}

static void *other(void *unused)
{
    enter(1);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    enter(0);
    pthread_join(t, NULL);
    return 0;
}
