// expect: bug assertion "a || b"
// options: --memory-model=c11
// Store buffering: each thread may read the other one's flag before it is written, whatever release and acquire say.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int x, y;
static int a, b;

static void *left(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_release);
    a = atomic_load_explicit(&y, memory_order_acquire);
    return unused;
}

static void *right(void *unused)
{
    atomic_store_explicit(&y, 1, memory_order_release);
    b = atomic_load_explicit(&x, memory_order_acquire);
    return unused;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, NULL, left, NULL);
    pthread_create(&t, NULL, right, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    assert(a || b); // BUG HERE
    return 0;
}
