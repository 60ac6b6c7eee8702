/* store_buffer.c - at least one thread sees the other's store: all four operations have to be seq_cst. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int a, b;

static void *other(void *p)
{
    atomic_store_explicit(&y, 1, memory_order_seq_cst);
    b = atomic_load_explicit(&x, memory_order_seq_cst);
    return p;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    atomic_store_explicit(&x, 1, memory_order_seq_cst);
    a = atomic_load_explicit(&y, memory_order_seq_cst);
    pthread_join(t, 0);
    assert(a || b);
    return 0;
}
