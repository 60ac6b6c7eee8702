/* The reader sees the flag and not the message: `mazurka check examples/message.c`. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int data, ready;

static void *sender(void *unused)
{
    atomic_store_explicit(&data, 42, memory_order_relaxed);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, sender, NULL);
    if (atomic_load_explicit(&ready, memory_order_acquire)) {
        int seen = atomic_load_explicit(&data, memory_order_relaxed);
        assert(seen == 42);
    }
    pthread_join(t, NULL);
    return 0;
}
