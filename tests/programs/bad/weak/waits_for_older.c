// expect: bug deadlock
// options: --memory-model=c11
// The thread that waits may leave with the value from before the store. If it reads the stored one it goes round for ever.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go = 1;

static void *stop(void *unused)
{
    atomic_store_explicit(&go, 0, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, stop, NULL);
    while (!atomic_load_explicit(&go, memory_order_acquire))
        ;
    pthread_join(t, NULL);
}
