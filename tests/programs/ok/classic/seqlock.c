// expect: verified
// A sequence lock: a reader tries again until it has seen one and the same even number on both sides.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int a, b;

static void *writer(void *unused)
{
    for (int i = 1; i <= 2; i++) {
        atomic_fetch_add(&sequence, 1);
        atomic_store(&a, i);
        atomic_store(&b, i);
        atomic_fetch_add(&sequence, 1);
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    unsigned before, after;
    int x, y;
    do {
        before = atomic_load(&sequence);
        x = atomic_load(&a);
        y = atomic_load(&b);
        after = atomic_load(&sequence);
    } while (before % 2 || before != after);
    assert(x == y);
    pthread_join(t, NULL);
    return 0;
}
