// expect: verified
// options: --memory-model=c11
// Fences release and acquire for the relaxed operations behind and before them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static _Atomic int ready;

static void *sender(void *unused)
{
    data = 42;
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, sender, NULL);
    if (atomic_load_explicit(&ready, memory_order_relaxed)) {
        atomic_thread_fence(memory_order_acquire);
        assert(data == 42);
    }
    pthread_join(t, NULL);
    return 0;
}
