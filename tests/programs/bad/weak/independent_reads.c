// expect: bug assertion "!(a && !b && c && !d)"
// options: --memory-model=c11
// Two readers see two independent writes in different orders (IRIW).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int x, y;
static int a, b, c, d;

static void *write_x(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_release);
    return unused;
}

static void *write_y(void *unused)
{
    atomic_store_explicit(&y, 1, memory_order_release);
    return unused;
}

static void *read_xy(void *unused)
{
    a = atomic_load_explicit(&x, memory_order_acquire);
    b = atomic_load_explicit(&y, memory_order_acquire);
    return unused;
}

static void *read_yx(void *unused)
{
    c = atomic_load_explicit(&y, memory_order_acquire);
    d = atomic_load_explicit(&x, memory_order_acquire);
    return unused;
}

int main(void)
{
    void *(*const parts[4])(void *) = {write_x, write_y, read_xy, read_yx};
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, parts[i], NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    assert(!(a && !b && c && !d)); // BUG HERE
    return 0;
}
