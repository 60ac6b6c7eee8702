// expect: covered "values with more than 1 newer ones were not read (--stale=1)"
// expect: covered "there is room for 31 values of an atomic object"
// options: --memory-model=c11 --stale=1
// options: --memory-model=c11
// Whoever polls under a spin lock may lag behind others as far as it likes: there is no end to what it may still read.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int ready;

static void enter(void)
{
    while (atomic_exchange_explicit(&lock, 1, memory_order_acquire))
        ;
}

static void leave(void)
{
    atomic_store_explicit(&lock, 0, memory_order_release);
}

static void *poll(void *unused)
{
    int seen;
    do {
        enter();
        seen = ready;
        leave();
    } while (!seen);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, poll, NULL);
    enter();
    ready = 1;
    leave();
    pthread_join(t, NULL);
    return 0;
}
