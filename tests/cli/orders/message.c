/* message.c - a message is passed, with stronger orders than it needs. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *sender(void *p)
{
    data = 42;
    atomic_store_explicit(&ready, 1, memory_order_seq_cst);
    return p;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, sender, 0);
    if (atomic_load_explicit(&ready, memory_order_seq_cst))
        assert(data == 42);
    pthread_join(t, 0);
    return 0;
}
