// expect: bug assertion "a == b"
// The same snapshot with a single collect.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *writer(void *unused)
{
    atomic_store(&x, 1);
    atomic_store(&y, 1);
    atomic_store(&x, 2);
    atomic_store(&y, 2);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    int a = atomic_load(&x), b = atomic_load(&y);
    assert(a == b || a == b + 1); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
