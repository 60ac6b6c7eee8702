/* verifier.c - the names by which programs of SV-COMP speak to a verifier (docs/use/sv-comp.md). */
#include "wire/verifier_abi.h"

#include <stdint.h>

#include "mazurka.h"
#include "probe/libc.h"
#include "world/atomic_names.h"
#include "world/outside/returns.h"
#include "world/race/race.h"
#include "world/world.h"

/* ---- values ---------------------------------------------------------------------------------------------------------- */

/* A choice among the first n numbers. `whole`: they are all values that the type has. */
static unsigned choose(uint64_t pc, unsigned n, bool whole)
{
    if (!probe_active(NULL))
        return 0;
    if (!whole)
        mz__world.wire->inputs_cut = 1;
    return (unsigned)announce_from(pc, OP_CHOOSE, NULL, 0, n, 0, 0);
}

#define BITS(type) (8 * (unsigned)sizeof(type))

static uint64_t number(uint64_t pc, unsigned bits, bool sign)
{
    const struct wire_inputs *in = &mz__world.wire->inputs;
    uint64_t value = 0;
    unsigned count = 0;
    if (!probe_active(NULL))
        return 0;
    while (inputs_value(in, bits, sign, count, &value))
        count++;
    inputs_value(in, bits, sign, choose(pc, count, false), &value);
    return value;
}

static double real_value(unsigned choice)
{
    const double values[] = {0, 1, -1, 0.5};
    return values[choice];
}

#define VALUE_WHOLE(type)    (type)choose(CALLER, 2, true)
#define VALUE_SIGNED(type)   (type)number(CALLER, BITS(type), true)
#define VALUE_UNSIGNED(type) (type)number(CALLER, BITS(type), false)
#define VALUE_REAL(type)     (type)real_value(choose(CALLER, 4, false))
#define VALUE_POINTER(type)  (type)(uintptr_t)choose(CALLER, 1, false)

#define NONDET(name, type, kind)                        \
    EXPORT type __VERIFIER_nondet_##name(void);         \
    type __VERIFIER_nondet_##name(void) { return VALUE_##kind(type); }
VERIFIER_TYPES(NONDET)

/* ---- assumptions and errors ------------------------------------------------------------------------------------------ */

STAND_IN(void, __VERIFIER_assume, int condition)
{
    if (!condition && probe_active(NULL))
        mz__announce(OP_ASSUME, NULL, 0, 0, 0, 0);
}

STAND_IN(void, assume_abort_if_not, int condition)
{
    if (!condition && probe_active(NULL))
        mz__announce(OP_ASSUME, NULL, 0, 0, 0, 0);
}

#define FAILS(name)                                                                                        \
    STAND_IN(void, name, void)                                                                             \
    {                                                                                                      \
        if (probe_active(NULL))                                                                            \
            mz__announce(OP_FAULT | ANNOUNCE_DETAIL(FAULT_ASSERTION), #name "()", 0, (uint64_t)"", 0, 0);  \
    }
FAILS(__VERIFIER_error)
FAILS(reach_error)

STAND_IN(void, __VERIFIER_assert, int condition)
{
    if (!condition && probe_active(NULL))
        mz__announce(OP_FAULT | ANNOUNCE_DETAIL(FAULT_ASSERTION), "__VERIFIER_assert()", 0, (uint64_t)"", 0, 0);
}

/* ---- atomic sections ------------------------------------------------------------------------------------------------- */

STAND_IN(void, __VERIFIER_atomic_begin, void)
{
    if (probe_active(NULL))
        mz__announce(OP_ATOMIC_BEGIN, NULL, 0, 0, 0, 0);
}

STAND_IN(void, __VERIFIER_atomic_end, void)
{
    if (probe_active(NULL))
        mz__announce(OP_ATOMIC_END, NULL, 0, 0, 0, 0);
}

/* A function that is atomic by its name has returned, to mz__atomic_return. */
static enum performed leave_body(struct thread *t, struct op *op, unsigned choice)
{
    uint64_t *slot = (uint64_t *)op->arg[0];
    *slot = returns_take(t, returns_place(RETURNS_ATOMIC, (uint64_t)(slot + 1)));
    if (!*slot)
        return world_report(t, FAULT_INTERNAL, 0, 0, "the return address of an atomic function is lost");
    race_section(&mz__world, t, OP_ATOMIC_END);
    return atomic_end_semantics.perform(t, op, choice);
}

void mz__atomic_leave(uint64_t *slot);
void mz__atomic_leave(uint64_t *slot)
{
    mz__announce_call(leave_body, (uint64_t)slot, 0, 0);
}
