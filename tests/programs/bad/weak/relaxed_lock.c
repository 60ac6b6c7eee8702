// expect: bug assertion "counter == 2"
// options: --memory-model=c11
// A test-and-set lock that is given up by a relaxed store: the next owner may not see what the last one has done.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static _Atomic int counter; /* atomic, so that it is no data race */

static void *increment(void *unused)
{
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire))
        ;
    int seen = atomic_load_explicit(&counter, memory_order_relaxed);
    atomic_store_explicit(&counter, seen + 1, memory_order_relaxed);
    atomic_flag_clear_explicit(&lock, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, increment, NULL);
    increment(NULL);
    pthread_join(t, NULL);
    assert(counter == 2); // BUG HERE
    return 0;
}
