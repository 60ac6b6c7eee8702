// expect: bug assertion "x == y"
// A sequence lock whose reader does not look whether the number is odd.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int a, b;

static void *writer(void *unused)
{
    atomic_fetch_add(&sequence, 1);
    atomic_store(&a, 1);
    atomic_store(&b, 1);
    atomic_fetch_add(&sequence, 1);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    unsigned before;
    int x, y;
    do {
        before = atomic_load(&sequence);
        x = atomic_load(&a);
        y = atomic_load(&b);
    } while (before != atomic_load(&sequence));
    assert(x == y); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
