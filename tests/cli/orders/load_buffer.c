/* load_buffer.c - a load and a store behind it, in two threads: Arm may perform either store first, which RC11 does not show. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef BETWEEN
#define BETWEEN
#endif
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x, y;
static int a, b;

static void *other(void *p)
{
    b = atomic_load_explicit(&y, memory_order_seq_cst);
    BETWEEN
    atomic_store_explicit(&x, 1, memory_order_seq_cst);
    return p;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    a = atomic_load_explicit(&x, memory_order_seq_cst);
    atomic_store_explicit(&y, 1, memory_order_seq_cst);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_join(t, 0);
    assert(!a || !b);
    return 0;
}
