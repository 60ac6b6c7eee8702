/* atomic.c - the atomic operations, which an instrumented program leaves to its runtime: real ones.
 *
 * All are sequentially consistent whatever order the program asks for; that is always allowed. All updates are loops
 * around compare-and-swap, one template for all sizes. 128 bits use the processor's own instruction (cmpxchg16b, casp,
 * or a load-exclusive pair) and never libatomic's locks, so that all code of the program agrees on one way.
 */
#include <stdbool.h>

#include "stub/stub.h"

/* What comes before each operation, and after it; in the library of `mazurka hunt`, which has these functions too, a scheduling point, and
 * what the operation orders. */
#ifndef BEFORE_ATOMIC
#define BEFORE_ATOMIC(KIND, address)
#define AFTER_ATOMIC(kind, address, order) ((void)(order))
#define AFTER_FENCE(order) ((void)(order))
#endif

#define AFTER_EXCHANGE(done, address, order, failure) \
    do {                                              \
        if (done)                                     \
            AFTER_ATOMIC(update, address, order);     \
        else                                          \
            AFTER_ATOMIC(load, address, failure);     \
    } while (0)

#define BASICS(bits, type)                                                                                     \
    static inline type load_##bits(const volatile type *address)                                               \
    {                                                                                                          \
        return __atomic_load_n(address, __ATOMIC_SEQ_CST);                                                     \
    }                                                                                                          \
    static inline type swap_##bits(volatile type *address, type expected, type desired)                        \
    {                                                                                                          \
        __atomic_compare_exchange_n(address, &expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
        return expected;                                                                                       \
    }
TSAN_ATOMIC_WORDS(BASICS)

typedef unsigned __int128 word_128;

#if defined(__x86_64__)
__attribute__((target("cx16")))
#endif
__attribute__((noinline)) /* into functions for processors that lack the instruction */
static word_128 swap_128(volatile word_128 *address, word_128 expected, word_128 desired)
{
    return __sync_val_compare_and_swap(address, expected, desired);
}

/* There is no plain 128-bit load that is atomic everywhere: exchange 0 for 0. */
static word_128 load_128(const volatile word_128 *address)
{
    return swap_128((volatile word_128 *)address, 0, 0);
}

#define ATOMIC(bits, name) __tsan_atomic##bits##_##name

#define LOAD_STORE(bits, type)                                                                           \
    EXPORTED(type, ATOMIC(bits, load), const volatile type *address, int order)                          \
    {                                                                                                    \
        BEFORE_ATOMIC(LOAD, address);                                                                    \
        type value = load_##bits(address);                                                               \
        AFTER_ATOMIC(load, address, order);                                                              \
        return value;                                                                                    \
    }                                                                                                    \
    EXPORTED(void, ATOMIC(bits, store), volatile type *address, type value, int order)                   \
    {                                                                                                    \
        BEFORE_ATOMIC(STORE, address);                                                                   \
        for (type old = load_##bits(address), seen; (seen = swap_##bits(address, old, value)) != old;) \
            old = seen;                                                                                  \
        AFTER_ATOMIC(store, address, order);                                                             \
    }
TSAN_ATOMIC_SIZES(LOAD_STORE)

#define UPDATE(bits, type, name, result)                                                      \
    EXPORTED(type, ATOMIC(bits, name), volatile type *address, type operand, int order)        \
    {                                                                                         \
        BEFORE_ATOMIC(UPDATE, address);                                                       \
        for (type old = load_##bits(address);;) {                                             \
            type seen = swap_##bits(address, old, (type)(result));                            \
            if (seen == old) {                                                                \
                AFTER_ATOMIC(update, address, order);                                         \
                return old;                                                                   \
            }                                                                                 \
            old = seen;                                                                       \
        }                                                                                     \
    }
#define UPDATE_8(name, NAME, result)   UPDATE(8, uint8_t, name, result)
#define UPDATE_16(name, NAME, result)  UPDATE(16, uint16_t, name, result)
#define UPDATE_32(name, NAME, result)  UPDATE(32, uint32_t, name, result)
#define UPDATE_64(name, NAME, result)  UPDATE(64, uint64_t, name, result)
#define UPDATE_128(name, NAME, result) UPDATE(128, word_128, name, result)
TSAN_ATOMIC_UPDATES(UPDATE_8)
TSAN_ATOMIC_UPDATES(UPDATE_16)
TSAN_ATOMIC_UPDATES(UPDATE_32)
TSAN_ATOMIC_UPDATES(UPDATE_64)
TSAN_ATOMIC_UPDATES(UPDATE_128)

#define EXCHANGE(bits, type, name)                                                                          \
    EXPORTED(int, ATOMIC(bits, name), volatile type *address, type *expected, type desired, int order,        \
             int failure)                                                                                   \
    {                                                                                                       \
        BEFORE_ATOMIC(UPDATE, address);                                                                     \
        type seen = swap_##bits(address, *expected, desired);                                               \
        bool done = seen == *expected;                                                                      \
        AFTER_EXCHANGE(done, address, order, failure);                                                      \
        if (!done)                                                                                          \
            *expected = seen;                                                                               \
        return done;                                                                                        \
    }
#define EXCHANGES(bits, type)                            \
    EXCHANGE(bits, type, compare_exchange_strong)        \
    EXCHANGE(bits, type, compare_exchange_weak)          \
    EXPORTED(type, ATOMIC(bits, compare_exchange_val), volatile type *address, type expected, type desired, \
             int order, int failure)                     \
    {                                                    \
        BEFORE_ATOMIC(UPDATE, address);                  \
        type seen = swap_##bits(address, expected, desired); \
        AFTER_EXCHANGE(seen == expected, address, order, failure); \
        return seen;                                     \
    }
TSAN_ATOMIC_SIZES(EXCHANGES)

EXPORTED(void, __tsan_atomic_thread_fence, int order)
{
    BEFORE_ATOMIC(FENCE, 0);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    AFTER_FENCE(order);
}

EXPORTED(void, __tsan_atomic_signal_fence, int order UNUSED)
{
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
