// expect: verified
// Atomics of 128 bits: both halves of a pair change together, and every operation gives the old value.
#include <assert.h>
#include <pthread.h>

typedef unsigned __int128 wide;

static wide pair;

static wide both(unsigned long high, unsigned long low)
{
    return (wide)high << 64 | low;
}

/* Adds 1 to both halves, as long as they are equal. */
static void *work(void *unused)
{
    wide old = __atomic_load_n(&pair, __ATOMIC_ACQUIRE);
    do
        assert((unsigned long)(old >> 64) == (unsigned long)old);
    while (!__atomic_compare_exchange_n(&pair, &old, old + both(1, 1), 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    return unused;
}

static void every_operation(void)
{
    wide x = both(1, ~0ul);
    assert(__atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST) == both(1, ~0ul) && x == both(2, 0));
    assert(__atomic_fetch_sub(&x, 1, __ATOMIC_SEQ_CST) == both(2, 0) && x == both(1, ~0ul));
    assert(__atomic_fetch_and(&x, both(3, 6), __ATOMIC_SEQ_CST) == both(1, ~0ul) && x == both(1, 6));
    assert(__atomic_fetch_or(&x, both(4, 1), __ATOMIC_SEQ_CST) == both(1, 6) && x == both(5, 7));
    assert(__atomic_fetch_xor(&x, both(1, 2), __ATOMIC_SEQ_CST) == both(5, 7) && x == both(4, 5));
    assert(__atomic_fetch_nand(&x, both(4, 1), __ATOMIC_SEQ_CST) == both(4, 5) && x == ~both(4, 1));
    assert(__atomic_exchange_n(&x, both(7, 8), __ATOMIC_ACQ_REL) == ~both(4, 1));
    __atomic_store_n(&x, both(9, 10), __ATOMIC_RELEASE);
    wide expected = both(9, 11);
    assert(!__atomic_compare_exchange_n(&x, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) && expected == both(9, 10));
    assert(__atomic_compare_exchange_n(&x, &expected, 1, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) && x == 1);
    assert(__sync_val_compare_and_swap(&x, 1, both(2, 3)) == 1 && x == both(2, 3));
}

int main(void)
{
    pthread_t t;
    every_operation();
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    assert(pair == both(2, 2));
    return 0;
}
