// expect: verified
// A two-word snapshot by double collect: read both until two readings agree (versions grow, so no ABA).
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
    int a = atomic_load(&x), b = atomic_load(&y), a2, b2;
    for (;; a = a2, b = b2) {
        a2 = atomic_load(&x);
        b2 = atomic_load(&y);
        if (a == a2 && b == b2)
            break;
    }
    assert(a == b || a == b + 1);
    pthread_join(t, NULL);
    return 0;
}
