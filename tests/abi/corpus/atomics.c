/* Every atomic operation on every size, in every order that it can have. */
#include <stdatomic.h>
#include <stdint.h>

typedef unsigned __int128 u128;

#define LOADS(type, x, order) (void)__atomic_load_n(x, order);
#define STORES(type, x, order) __atomic_store_n(x, (type)1, order);
#define UPDATES(type, x, order)                 \
    (void)__atomic_exchange_n(x, (type)2, order); \
    (void)__atomic_fetch_add(x, 3, order);      \
    (void)__atomic_fetch_sub(x, 4, order);      \
    (void)__atomic_fetch_and(x, 5, order);      \
    (void)__atomic_fetch_or(x, 6, order);       \
    (void)__atomic_fetch_xor(x, 7, order);      \
    (void)__atomic_fetch_nand(x, 8, order);     \
    (void)__atomic_add_fetch(x, 9, order);      \
    (void)__atomic_nand_fetch(x, 10, order);
#define EXCHANGES(type, x, order, failure)                                            \
    (void)__atomic_compare_exchange_n(x, expected, (type)11, 0, order, failure);      \
    (void)__atomic_compare_exchange_n(x, expected, (type)12, 1, order, failure);
#define ALL(name, type)                                           \
    type name(type *x, type *expected)                            \
    {                                                             \
        LOADS(type, x, __ATOMIC_RELAXED)                          \
        LOADS(type, x, __ATOMIC_CONSUME)                          \
        LOADS(type, x, __ATOMIC_ACQUIRE)                          \
        LOADS(type, x, __ATOMIC_SEQ_CST)                          \
        STORES(type, x, __ATOMIC_RELAXED)                         \
        STORES(type, x, __ATOMIC_RELEASE)                         \
        STORES(type, x, __ATOMIC_SEQ_CST)                         \
        UPDATES(type, x, __ATOMIC_RELAXED)                        \
        UPDATES(type, x, __ATOMIC_ACQ_REL)                        \
        UPDATES(type, x, __ATOMIC_SEQ_CST)                        \
        EXCHANGES(type, x, __ATOMIC_RELAXED, __ATOMIC_RELAXED)    \
        EXCHANGES(type, x, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)    \
        EXCHANGES(type, x, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)    \
        (void)__sync_val_compare_and_swap(x, (type)1, (type)2);   \
        (void)__sync_bool_compare_and_swap(x, (type)1, (type)2);  \
        (void)__sync_fetch_and_add(x, (type)2);                   \
        return __sync_lock_test_and_set(x, (type)3);              \
    }
ALL(all_8, uint8_t)
ALL(all_16, uint16_t)
ALL(all_32, uint32_t)
ALL(all_64, uint64_t)
ALL(all_128, u128)

_Atomic double number;
_Atomic(void *) pointer;
atomic_flag flag = ATOMIC_FLAG_INIT;
_Atomic int counter;

int language(void)
{
    number += 1;
    pointer = &number;
    counter++;
    counter |= 4;
    atomic_thread_fence(memory_order_acq_rel);
    atomic_signal_fence(memory_order_seq_cst);
    __sync_synchronize();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    atomic_flag_clear(&flag);
    return atomic_flag_test_and_set(&flag);
}

int variable_order(uint32_t *x, int order)
{
    return (int)__atomic_load_n(x, order) + (int)__atomic_fetch_add(x, 1, order);
}
