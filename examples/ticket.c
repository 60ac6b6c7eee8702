/* ticket.c - a ticket lock that is seq_cst throughout. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next, serving;
static int count;

static void *work(void *p)
{
    unsigned mine = atomic_fetch_add_explicit(&next, 1, memory_order_seq_cst);
    while (atomic_load_explicit(&serving, memory_order_seq_cst) != mine)
        ;
    count++;
    atomic_store_explicit(&serving, mine + 1, memory_order_seq_cst);
    return p;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    assert(count == 2);
    return 0;
}
