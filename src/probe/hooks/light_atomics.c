/* light_atomics.c - atomic operations of a thread that goes on by itself (probe/light.h). Their semantics are those of tsan_atomic.c. */
#include "probe/light.h"
#include "wire/tsan_abi.h"

/* An order weaker than seq_cst is told once (world/watch/weak_atomics.h), by the engine. */
static inline bool is_told(int order)
{
    return LIKELY((order & 0x7f) == __ATOMIC_SEQ_CST) || mz__world.wire->weak_atomics;
}

static inline __attribute__((always_inline)) bool passes(const volatile void *a, unsigned size, bool write, uint64_t sp)
{
    uint64_t addr = (uint64_t)a, offset = addr - ARENA_LO;
    if (UNLIKELY(!light_may_step() || addr % size != 0 || (write && (mz__hot.awaited | mz__hot.watched) & batched_steps_bit(addr))))
        return false;
    if (offset < mz__hot.arena_size && UNLIKELY(!valid_near(addr, offset, size, sp)))
        return false;
    struct cell *cell = layout_near_cell(addr);
    if (UNLIKELY(!cell))
        return false;
    if (write)
        undo_in_cell(cell, addr, 0);
    light_stepped();
    return true;
}

#define PASSES(a, write) LIKELY(is_told(order) && passes(a, sizeof *(a), write, STACK_POINTER))

#define LIGHT_LOAD_STORE(bits, T)                                                          \
    EXPORT T __tsan_atomic##bits##_load(const volatile T *a, int order);                   \
    static T light___tsan_atomic##bits##_load(const volatile T *a, int order)              \
    {                                                                                      \
        return PASSES(a, false) ? *a : __tsan_atomic##bits##_load(a, order);               \
    }                                                                                      \
    EXPORT void __tsan_atomic##bits##_store(volatile T *a, T v, int order);                \
    static void light___tsan_atomic##bits##_store(volatile T *a, T v, int order)           \
    {                                                                                      \
        if (PASSES(a, true))                                                               \
            *a = v;                                                                        \
        else                                                                               \
            __tsan_atomic##bits##_store(a, v, order);                                      \
    }
TSAN_ATOMIC_WORDS(LIGHT_LOAD_STORE)

#define LIGHT_UPDATE_SIZED(bits, T, name, result)                                          \
    EXPORT T __tsan_atomic##bits##_##name(volatile T *a, T operand, int order);            \
    static T light___tsan_atomic##bits##_##name(volatile T *a, T operand, int order)       \
    {                                                                                      \
        if (!PASSES(a, true))                                                              \
            return __tsan_atomic##bits##_##name(a, operand, order);                        \
        T old = *a;                                                                        \
        *a = (T)(result);                                                                  \
        return old;                                                                        \
    }
#define LIGHT_UPDATE(name, NAME, result)            \
    LIGHT_UPDATE_SIZED(8, uint8_t, name, result)    \
    LIGHT_UPDATE_SIZED(16, uint16_t, name, result)  \
    LIGHT_UPDATE_SIZED(32, uint32_t, name, result)  \
    LIGHT_UPDATE_SIZED(64, uint64_t, name, result)
TSAN_ATOMIC_UPDATES(LIGHT_UPDATE)

/* The expected value is mostly a local variable of the running function, which is saved with its frame; and the word that is changed if it
 * is another. */
static inline __attribute__((always_inline)) bool is_own_word(const volatile void *a, unsigned size, uint64_t sp)
{
    uint64_t addr = (uint64_t)a;
    if (addr % size != 0 || addr - sp >= mz__hot.own_end - sp)
        return false;
    struct cell *cell = layout_near_cell(addr);
    if (!cell)
        return false;
    undo_in_cell(cell, addr, 0);
    return true;
}

#define LIGHT_CAS_FLAG(bits, T, name)                                                                                        \
    EXPORT int __tsan_atomic##bits##_##name(volatile T *a, T *expected, T desired, int order, int failure);                  \
    static int light___tsan_atomic##bits##_##name(volatile T *a, T *expected, T desired, int order, int failure)             \
    {                                                                                                                        \
        if (!is_told(failure) || !is_own_word(expected, sizeof *expected, STACK_POINTER) || !PASSES(a, true))                \
            return __tsan_atomic##bits##_##name(a, expected, desired, order, failure);                                       \
        T old = *a;                                                                                                          \
        if (old == *expected)                                                                                                \
            return *a = desired, 1;                                                                                          \
        return *expected = old, 0;                                                                                           \
    }
#define LIGHT_CAS_VALUE(bits, T)                                                                                             \
    EXPORT T __tsan_atomic##bits##_compare_exchange_val(volatile T *a, T expected, T desired, int order, int failure);       \
    static T light___tsan_atomic##bits##_compare_exchange_val(volatile T *a, T expected, T desired, int order, int failure)  \
    {                                                                                                                        \
        if (!is_told(failure) || !PASSES(a, true))                                                                           \
            return __tsan_atomic##bits##_compare_exchange_val(a, expected, desired, order, failure);                         \
        T old = *a;                                                                                                          \
        if (old == expected)                                                                                                 \
            *a = desired;                                                                                                    \
        return old;                                                                                                          \
    }
#define LIGHT_CAS(bits, T)                                \
    LIGHT_CAS_FLAG(bits, T, compare_exchange_strong)      \
    LIGHT_CAS_FLAG(bits, T, compare_exchange_weak)        \
    LIGHT_CAS_VALUE(bits, T)
TSAN_ATOMIC_WORDS(LIGHT_CAS)

#define PAIR_SIZED(bits, name) LIGHT_PAIR(__tsan_atomic##bits##_##name),
#define PAIR_UPDATE(name, NAME, result) PAIR_SIZED(8, name) PAIR_SIZED(16, name) PAIR_SIZED(32, name) PAIR_SIZED(64, name)
#define PAIRS(bits, T)                                                                                                       \
    PAIR_SIZED(bits, load) PAIR_SIZED(bits, store) PAIR_SIZED(bits, compare_exchange_strong)                                 \
    PAIR_SIZED(bits, compare_exchange_weak) PAIR_SIZED(bits, compare_exchange_val)

const struct light_pair light_atomics[] = {TSAN_ATOMIC_WORDS(PAIRS) TSAN_ATOMIC_UPDATES(PAIR_UPDATE) {0}};
