// expect: verified
// Every read-modify-write operation gives the old value and stores the right new one, in each memory order.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint x = 12;
static atomic_int sum;

static void *work(void *unused)
{
    atomic_fetch_add_explicit(&sum, 3, memory_order_relaxed);
    atomic_fetch_sub_explicit(&sum, 1, memory_order_acq_rel);
    return unused;
}

int main(void)
{
    pthread_t t;
    assert(atomic_fetch_add(&x, 3) == 12 && x == 15);
    assert(atomic_fetch_sub(&x, 5) == 15 && x == 10);
    assert(atomic_fetch_and(&x, 6) == 10 && x == 2);
    assert(atomic_fetch_or(&x, 5) == 2 && x == 7);
    assert(atomic_fetch_xor(&x, 3) == 7 && x == 4);
    assert(__atomic_fetch_nand((unsigned *)&x, 6, __ATOMIC_SEQ_CST) == 4 && x == ~4u);
    assert(__atomic_add_fetch((unsigned *)&x, 6, __ATOMIC_RELEASE) == 1);
    assert(atomic_exchange_explicit(&x, 9, memory_order_acquire) == 1 && x == 9);
    unsigned expected = 8;
    assert(!atomic_compare_exchange_strong(&x, &expected, 1) && expected == 9);
    assert(atomic_compare_exchange_strong(&x, &expected, 1) && x == 1);
    assert(__sync_fetch_and_add((unsigned *)&x, 1) == 1 && __sync_bool_compare_and_swap((unsigned *)&x, 2, 3));
    assert(__sync_val_compare_and_swap((unsigned *)&x, 5, 6) == 3);
    __sync_synchronize();
    atomic_signal_fence(memory_order_seq_cst);
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    assert(atomic_load_explicit(&sum, memory_order_relaxed) == 4);
    return 0;
}
