// expect: bug assertion "seen || !exchanged"
// options: --memory-model=c11
// An update that writes what it has read: both of its messages are one, in the search and in the replay, and the old value is the next one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static int seen, exchanged;

static void *look(void *unused)
{
    seen = atomic_load_explicit(&x, memory_order_acquire);
    return unused;
}

static void *flip(void *unused)
{
    atomic_fetch_xor_explicit(&x, 1, memory_order_release);
    return unused;
}

static void *same(void *unused)
{
    int one = 1;
    exchanged = atomic_compare_exchange_strong_explicit(&x, &one, 1, memory_order_acq_rel, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, look, NULL);
    pthread_create(&b, NULL, flip, NULL);
    pthread_create(&c, NULL, same, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    assert(seen || !exchanged);
}
