/* sized_atomics.c - see sized_atomics.h. */
#include "probe/hooks/sized_atomics.h"

#include <string.h>

#include "probe/libc.h"

/* ---- semantics, on the engine's stack ----------------------------------------------------------------------------- */

void sized_load(const struct op *op)
{
    mem_copy((void *)op->arg[0], (const void *)op->addr, op->size);
}

void sized_store(const struct op *op)
{
    mem_copy((void *)op->addr, (const void *)op->arg[0], op->size);
}

void sized_exchange(const struct op *op)
{
    mem_exchange((void *)op->addr, (void *)op->arg[0], op->size);
}

bool sized_equal(const struct op *op)
{
    return memcmp((const void *)op->addr, (const void *)op->arg[0], op->size) == 0;
}

void sized_compare_exchange(const struct op *op, bool equal)
{
    if (equal)
        mem_copy((void *)op->addr, (const void *)op->arg[1], op->size);
    else
        mem_copy((void *)op->arg[0], (const void *)op->addr, op->size);
}

/* ---- stand-ins, on the program's stack ---------------------------------------------------------------------------- */

#define ORDERED(kind, detail, order) (OP_##kind | ANNOUNCE_DETAIL(detail) | ANNOUNCE_ORDER((order) & 0x7f))

/* A copy on the stack, all zeros: what lay there before is no part of a state. */
#define COPY_OF(size) memset(__builtin_alloca(size), 0, size)

static void fetch(uint64_t pc, void *copy, const void *from, size_t size)
{
    announce_read_from(pc, from, size);
    memcpy(copy, from, size);
}

static void give(uint64_t pc, void *to, const void *copy, size_t size)
{
    announce_give_from(pc, to, copy, size, 0);
}

static __attribute__((noinline)) void load(uint64_t pc, size_t size, const volatile void *object, void *to, int order)
{
    void *copy = COPY_OF(size);
    announce_from(pc, ORDERED(ATOMIC_LOAD, LOAD_SIZED, order), object, size, (uint64_t)copy, 0, 0);
    give(pc, to, copy, size);
}

static __attribute__((noinline)) void store(uint64_t pc, size_t size, volatile void *object, const void *value, int order)
{
    void *copy = COPY_OF(size);
    fetch(pc, copy, value, size);
    announce_from(pc, ORDERED(ATOMIC_STORE, LOAD_SIZED, order), object, size, (uint64_t)copy, 0, 0);
}

static __attribute__((noinline)) void exchange(uint64_t pc, size_t size, volatile void *object, const void *value, void *to, int order)
{
    void *copy = COPY_OF(size);
    fetch(pc, copy, value, size);
    announce_from(pc, ORDERED(ATOMIC_RMW, RMW_SIZED, order), object, size, (uint64_t)copy, 0, 0);
    give(pc, to, copy, size);
}

static __attribute__((noinline)) bool compare_exchange(uint64_t pc, size_t size, volatile void *object, void *expected,
                                                       const void *desired, unsigned orders)
{
    void *old = COPY_OF(size), *new = COPY_OF(size);
    unsigned success = orders & 0xff, failure = orders >> 8 & 7;
    fetch(pc, old, expected, size);
    fetch(pc, new, desired, size);
    bool done = announce_from(pc, ORDERED(ATOMIC_CAS, CAS_SIZED | failure << 4, success), object, size, (uint64_t)old, (uint64_t)new, 0);
    if (!done)
        give(pc, expected, old, size);
    return done;
}

STAND_IN(void, __atomic_load, size_t size, const volatile void *object, void *to, int order)
{
    if (probe_active(NULL) && size)
        load(CALLER, size, object, to, order);
    else
        REAL_AS(__atomic_load, void (*)(size_t, const volatile void *, void *, int))(size, object, to, order);
}

STAND_IN(void, __atomic_store, size_t size, volatile void *object, const void *value, int order)
{
    if (probe_active(NULL) && size)
        store(CALLER, size, object, value, order);
    else
        REAL_AS(__atomic_store, void (*)(size_t, volatile void *, const void *, int))(size, object, value, order);
}

STAND_IN(void, __atomic_exchange, size_t size, volatile void *object, const void *value, void *to, int order)
{
    if (probe_active(NULL) && size)
        exchange(CALLER, size, object, value, to, order);
    else
        REAL_AS(__atomic_exchange, void (*)(size_t, volatile void *, const void *, void *, int))(size, object, value, to, order);
}

STAND_IN(bool, __atomic_compare_exchange, size_t size, volatile void *object, void *expected, const void *desired, int success, int failure)
{
    if (probe_active(NULL) && size)
        return compare_exchange(CALLER, size, object, expected, desired, ((unsigned)success & 0xff) | ((unsigned)failure & 7) << 8);
    return REAL_AS(__atomic_compare_exchange, bool (*)(size_t, volatile void *, void *, const void *, int, int))(size, object, expected,
                                                                                                             desired, success, failure);
}
