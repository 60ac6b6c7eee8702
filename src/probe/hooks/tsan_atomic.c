/* tsan_atomic.c - atomic operations. The engine performs them, one at a time, so every one of them is sequentially consistent, unless
 * memory is weak (world/orders/weak_world.h); what its memory order leaves unordered is the business of world/race/order.c. 128-bit
 * operands travel in two words. */
#include <string.h>

#include "probe/families.h"
#include "probe/hooks/sized_atomics.h"
#include "probe/probe.h"
#include "wire/tsan_abi.h"
#include "world/premise.h"
#include "world/race/order.h"
#include "world/state/dead.h"
#include "world/watch/weak_atomics.h"
#include "world/orders/weak_world.h"
#include "world/world.h"

typedef unsigned __int128 wide;

#define LOW(v)  ((uint64_t)(v))
#define HIGH(v) ((uint64_t)((wide)(v) >> 64))

/* mz__announce for each type of result, so that it can be a tail call; 128 bits come in the two result registers. */
#define ANNOUNCE_AS(bits, T) \
    T mz__announce_##bits(uint32_t, const volatile void *, uint64_t, uint64_t, uint64_t, uint64_t) __asm__("mz__announce");
TSAN_ATOMIC_SIZES(ANNOUNCE_AS)

#define INACTIVE __builtin_expect(!mz__hot.running, 0)

/* ---- stand-ins ---------------------------------------------------------------------------------------------------- */

#define KIND(kind, detail, order) (OP_##kind | ANNOUNCE_DETAIL(detail) | ANNOUNCE_ORDER((order) & 0x7f))

#define ATOMIC_LOAD_STORE(bits, T)                                                                            \
    EXPORT T __tsan_atomic##bits##_load(const volatile T *a, int order);                                      \
    T __tsan_atomic##bits##_load(const volatile T *a, int order)                                              \
    {                                                                                                         \
        if (INACTIVE)                                                                                      \
            return *a;                                                                                        \
        return mz__announce_##bits(KIND(ATOMIC_LOAD, 0, order), a, sizeof *a, 0, 0, 0);                      \
    }                                                                                                         \
    EXPORT void __tsan_atomic##bits##_store(volatile T *a, T v, int order);                                   \
    void __tsan_atomic##bits##_store(volatile T *a, T v, int order)                                           \
    {                                                                                                         \
        if (INACTIVE)                                                                                      \
            *a = v;                                                                                           \
        else                                                                                                  \
            mz__announce(KIND(ATOMIC_STORE, 0, order), a, sizeof *a, LOW(v), HIGH(v), 0);                     \
    }
TSAN_ATOMIC_SIZES(ATOMIC_LOAD_STORE)

#define ATOMIC_UPDATE_SIZED(bits, T, name, NAME, result)                                                      \
    EXPORT T __tsan_atomic##bits##_##name(volatile T *a, T operand, int order);                               \
    T __tsan_atomic##bits##_##name(volatile T *a, T operand, int order)                                       \
    {                                                                                                         \
        if (INACTIVE) {                                                                                    \
            T old = *a;                                                                                       \
            *a = (T)(result);                                                                                 \
            return old;                                                                                       \
        }                                                                                                     \
        return mz__announce_##bits(KIND(ATOMIC_RMW, TSAN_##NAME, order), a, sizeof *a, LOW(operand), HIGH(operand), 0); \
    }
#define ATOMIC_UPDATE(name, NAME, result)               \
    ATOMIC_UPDATE_SIZED(8, uint8_t, name, NAME, result)   \
    ATOMIC_UPDATE_SIZED(16, uint16_t, name, NAME, result) \
    ATOMIC_UPDATE_SIZED(32, uint32_t, name, NAME, result) \
    ATOMIC_UPDATE_SIZED(64, uint64_t, name, NAME, result) \
    ATOMIC_UPDATE_SIZED(128, wide, name, NAME, result)
TSAN_ATOMIC_UPDATES(ATOMIC_UPDATE)

/* detail: how the outcome is given back, and from bit 4 on the order of a failure. The desired value goes by address when it does
 * not fit a word. */
enum { CAS_FLAG, CAS_VALUE, CAS_FLAG_WIDE, CAS_VALUE_WIDE, CAS_HOW = 3, CAS_WEAK = 8 };
#define FAILURE(order) (((order) & 7) << 4)
enum { WEAK_compare_exchange_strong = 0, WEAK_compare_exchange_weak = CAS_WEAK };

#define ATOMIC_CAS_FLAG(bits, T, name)                                                                        \
    EXPORT int __tsan_atomic##bits##_##name(volatile T *a, T *expected, T desired, int order, int failure);   \
    int __tsan_atomic##bits##_##name(volatile T *a, T *expected, T desired, int order, int failure)           \
    {                                                                                                         \
        if (INACTIVE) {                                                                                    \
            T old = *a;                                                                                       \
            if (old == *expected)                                                                             \
                return *a = desired, 1;                                                                       \
            return *expected = old, 0;                                                                        \
        }                                                                                                     \
        return mz__announce_int(KIND(ATOMIC_CAS, CAS_FLAG | WEAK_##name | FAILURE(failure), order), a, sizeof *a, (uint64_t)expected, \
                                desired, 0);                                                                  \
    }
#define ATOMIC_CAS_VALUE(bits, T)                                                                             \
    EXPORT T __tsan_atomic##bits##_compare_exchange_val(volatile T *a, T expected, T desired, int order, int failure); \
    T __tsan_atomic##bits##_compare_exchange_val(volatile T *a, T expected, T desired, int order, int failure) \
    {                                                                                                         \
        if (INACTIVE) {                                                                                    \
            T old = *a;                                                                                       \
            if (old == expected)                                                                              \
                *a = desired;                                                                                 \
            return old;                                                                                       \
        }                                                                                                     \
        return mz__announce_##bits(KIND(ATOMIC_CAS, CAS_VALUE | FAILURE(failure), order), a, sizeof *a, expected, desired, 0);       \
    }
#define ATOMIC_CAS(bits, T)                                     \
    ATOMIC_CAS_FLAG(bits, T, compare_exchange_strong)           \
    ATOMIC_CAS_FLAG(bits, T, compare_exchange_weak)             \
    ATOMIC_CAS_VALUE(bits, T)
TSAN_ATOMIC_WORDS(ATOMIC_CAS)

/* 128 bits: the desired value stays in this frame while the thread is parked. */
#define ATOMIC_CAS_WIDE(name)                                                                                 \
    EXPORT int __tsan_atomic128_##name(volatile wide *a, wide *expected, wide desired, int order, int failure); \
    int __tsan_atomic128_##name(volatile wide *a, wide *expected, wide desired, int order, int failure)       \
    {                                                                                                         \
        if (INACTIVE) {                                                                                    \
            wide old = *a;                                                                                    \
            if (old == *expected)                                                                             \
                return *a = desired, 1;                                                                       \
            return *expected = old, 0;                                                                        \
        }                                                                                                     \
        volatile wide kept = desired;                                                                         \
        int done = mz__announce_int(KIND(ATOMIC_CAS, CAS_FLAG_WIDE | WEAK_##name | FAILURE(failure), order), a, sizeof *a, \
                                    (uint64_t)expected, (uint64_t)&kept, (uint64_t)__builtin_return_address(0));                 \
        return done;                                                                                          \
    }
TSAN_ATOMIC_EXCHANGES(ATOMIC_CAS_WIDE)

EXPORT wide __tsan_atomic128_compare_exchange_val(volatile wide *a, wide expected, wide desired, int order, int failure);
wide __tsan_atomic128_compare_exchange_val(volatile wide *a, wide expected, wide desired, int order, int failure)
{
    if (INACTIVE) {
        wide old = *a;
        if (old == expected)
            *a = desired;
        return old;
    }
    volatile wide kept[2] = {expected, desired};
    wide old = mz__announce_128(KIND(ATOMIC_CAS, CAS_VALUE_WIDE | FAILURE(failure), order), a, sizeof *a, (uint64_t)&kept[0],
                                (uint64_t)&kept[1], (uint64_t)__builtin_return_address(0));
    __asm__ volatile("" : : "r"(kept));
    return old;
}

/* Fences: where everything is sequentially consistent one makes no difference to the program, but it may order what
 * would be a race. */
EXPORT void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order)
{
    if ((mz__world.race.clocks || mz__world.weak) && !INACTIVE)
        mz__announce(KIND(FENCE, 0, order), NULL, 0, 0, 0, 0);
}

EXPORT void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_signal_fence(int order)
{
    (void)order;
}

/* ---- semantics ---------------------------------------------------------------------------------------------------- */

static wide load(uint64_t addr, uint32_t size)
{
    wide v = 0;
    memcpy(&v, (const void *)addr, size);
    return v;
}

static wide narrowed(wide v, uint32_t size)
{
    return size >= 16 ? v : v & (((wide)1 << 8 * size) - 1);
}

static const struct weak_value nothing;
static wide wide_of(struct weak_value v) { return (wide)v.high << 64 | v.low; }
static struct weak_value halves(wide v) { return (struct weak_value){LOW(v), HIGH(v)}; }

static wide operand(const struct op *op)
{
    return (wide)op->arg[1] << 64 | op->arg[0];
}

static enum performed give_back(struct thread *t, wide v)
{
    t->result[0] = LOW(v);
    t->result[1] = HIGH(v);
    return PERFORM_RESUME;
}

static inline void look_at_order(const struct thread *t, const struct op *op, unsigned order)
{
    if (__builtin_expect(order != __ATOMIC_SEQ_CST, 0))
        weak_performed(t, op, order);
}

static enum performed perform_load(struct thread *t, struct op *op, unsigned choice)
{
    look_at_order(t, op, op->order);
    if (op->detail == LOAD_SIZED) {
        weak_world_as_memory(op);
        sized_load(op);
        return PERFORM_RESUME;
    }
    struct weak_value read;
    if (!weak_world_begin(t->number, op, choice, nothing, &read))
        return give_back(t, load(op->addr, op->size));
    weak_world_end(t->number, nothing);
    return give_back(t, wide_of(read));
}

static enum performed perform_store(struct thread *t, struct op *op, unsigned choice)
{
    look_at_order(t, op, op->order);
    wide v = narrowed(operand(op), op->size);
    struct weak_value ignored;
    if (op->detail == LOAD_SIZED) {
        weak_world_as_memory(op);
        sized_store(op);
    } else if (!weak_world_begin(t->number, op, choice, nothing, &ignored) || weak_world_end(t->number, halves(v))) {
        mem_copy((void *)op->addr, &v, op->size);
    }
    return PERFORM_RESUME;
}

static wide updated(unsigned update, wide old, wide operand)
{
    switch (update) {
#define CASE(name, NAME, result) \
    case TSAN_##NAME: return result;
        TSAN_ATOMIC_UPDATES(CASE)
#undef CASE
    default: return old;
    }
}

static enum performed perform_rmw(struct thread *t, struct op *op, unsigned choice)
{
    look_at_order(t, op, op->order);
    if (op->detail == RMW_SIZED) {
        weak_world_as_memory(op);
        sized_exchange(op);
        return PERFORM_RESUME;
    }
    struct weak_value read;
    bool weak = weak_world_begin(t->number, op, choice, nothing, &read);
    wide old = weak ? wide_of(read) : load(op->addr, op->size);
    wide now = narrowed(updated(op->detail, old, operand(op)), op->size);
    if (!weak || weak_world_end(t->number, halves(now)))
        mem_copy((void *)op->addr, &now, op->size);
    return give_back(t, old);
}

static bool rmw_writes(const struct thread *t, const struct op *op)
{
    (void)t;
    if (op->detail == RMW_SIZED)
        return true;
    wide now = updated(op->detail, load(op->addr, op->size), operand(op));
    return memcmp(&now, (const void *)op->addr, op->size) != 0;
}

static wide expected_by_cas(const struct op *op)
{
    return (op->detail & CAS_HOW) != CAS_VALUE ? load(op->arg[0], op->size) : narrowed(op->arg[0], op->size);
}

static bool cas_writes(const struct thread *t, const struct op *op)
{
    (void)t;
    return op->detail & CAS_SIZED ? sized_equal(op) : load(op->addr, op->size) == expected_by_cas(op);
}

static enum performed perform_sized_cas(struct thread *t, struct op *op)
{
    bool done = sized_equal(op);
    weak_world_as_memory(op);
    op->arg[2] = done;
    look_at_order(t, op, op->order);
    look_at_order(t, op, op->detail >> 4 & 7);
    sized_compare_exchange(op, done);
    return give_back(t, done);
}

static enum performed perform_cas(struct thread *t, struct op *op, unsigned choice)
{
    if (op->detail & CAS_SIZED)
        return perform_sized_cas(t, op);
    unsigned how = op->detail & CAS_HOW;
    bool value_back = how == CAS_VALUE || how == CAS_VALUE_WIDE;
    wide desired = op->size == 16 ? load(op->arg[1], 16) : narrowed(op->arg[1], op->size), expected = expected_by_cas(op);
    struct weak_value read;
    bool weak = weak_world_begin(t->number, op, choice, halves(expected), &read);
    wide old = weak ? wide_of(read) : load(op->addr, op->size);
    bool done = old == expected, last = !weak || weak_world_end(t->number, halves(desired));
    op->arg[2] = done; /* world/race/order.c asks */
    if (op->detail & CAS_WEAK)
        premise_met(PREMISE_WEAK, op->pc);
    else if (value_back) /* clang's hook, for weak ones and strong ones */
        premise_met(PREMISE_PERHAPS_WEAK, op->pc);
    look_at_order(t, op, op->order);
    look_at_order(t, op, op->detail >> 4 & 7);
    if (done && last)
        mem_copy((void *)op->addr, &desired, op->size);
    else if (!done && !value_back)
        mem_copy((void *)op->arg[0], &old, op->size);
    return give_back(t, value_back ? old : (wide)done);
}

/* Nobody reads what it returns. Where happens-before is kept, an update that releases tells those that come after it of its thread. */
static enum access_way rmw_changes(const struct thread *t, const struct op *op)
{
    static const uint8_t way[TSAN_UPDATES] = {
        [TSAN_ADD] = WAY_ADDS, [TSAN_SUB] = WAY_ADDS, [TSAN_AND] = WAY_ANDS, [TSAN_OR] = WAY_ORS, [TSAN_XOR] = WAY_XORS};
    bool commutes = op->detail < TSAN_UPDATES && way[op->detail] && op->size <= 8 && dead_result(op->pc);
    return commutes && !(mz__world.race.clocks && order_tells(t->number, op)) ? (enum access_way)way[op->detail] : WAY_WRITES;
}

/* What may be read, where memory is weak, or where a store may come. */
static unsigned outcomes(const struct thread *t, const struct op *op)
{
    bool sized = op->kind == OP_ATOMIC_RMW ? op->detail == RMW_SIZED : op->detail == LOAD_SIZED;
    return mz__world.weak && !sized ? weak_world_outcomes(t->number, op, nothing) : 1;
}

static unsigned cas_outcomes(const struct thread *t, const struct op *op)
{
    bool sized = op->detail & CAS_SIZED;
    return mz__world.weak && !sized ? weak_world_outcomes(t->number, op, halves(expected_by_cas(op))) : 1;
}

static enum access_way weakly(const struct op *op)
{
    bool sized = op->kind == OP_ATOMIC_CAS ? op->detail & CAS_SIZED : op->detail == (op->kind == OP_ATOMIC_RMW ? RMW_SIZED : LOAD_SIZED);
    return sized ? WAY_WRITES : weak_world_way(op);
}

const struct semantics atomic_load_semantics = {.perform = perform_load, .outcomes = outcomes, .weakly = weakly};
const struct semantics atomic_store_semantics = {.perform = perform_store, .outcomes = outcomes, .weakly = weakly};
const struct semantics atomic_rmw_semantics = {.perform = perform_rmw, .outcomes = outcomes, .writes = rmw_writes, .changes = rmw_changes,
                                               .weakly = weakly};
/* The expected value is memory of the program's too: mostly, but not always, a local variable. */
static void complete_cas(struct op *op)
{
    if (op->size == 16 && !(op->detail & CAS_SIZED))
        op->pc = op->arg[2];
    if (op->detail & CAS_SIZED || ((op->detail & CAS_HOW) != CAS_FLAG && (op->detail & CAS_HOW) != CAS_FLAG_WIDE))
        return;
    op->addr2 = op->arg[0];
    op->size2 = op->size;
}

const struct semantics atomic_cas_semantics = {
    .complete = complete_cas, .perform = perform_cas, .outcomes = cas_outcomes, .writes = cas_writes, .weakly = weakly};
