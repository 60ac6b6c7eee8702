// expect: verified "under RC11"
// options: --memory-model=c11
// Dekker's entry with sequentially consistent fences, beside relaxed operations that no fence comes behind but by one step.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int wants[2], inside;

static void enter(int me)
{
    atomic_store_explicit(&wants[me], 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    if (!atomic_load_explicit(&wants[1 - me], memory_order_relaxed)) {
        int others = atomic_fetch_add_explicit(&inside, 1, memory_order_relaxed);
        assert(others == 0);
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
