/* weak_atomics.c - see weak_atomics.h. */
#include "world/watch/weak_atomics.h"

#include "world/loaded/language.h"
#include "world/memory/sharing.h"
#include "world/recorder.h"
#include "world/world.h"

/* Memory that no other thread uses, or not at the same time, is the same in any order; and so is who takes a chunk of
 * an OpenMP loop. */
static bool matters(const struct world *w, const struct thread *t, const struct op *op)
{
    if (op->order == OP_ORDER_LIBC || w->setup || t->atomic || world_unobserved(w) || language_is_openmp(op->pc))
        return false;
    return w->visible != WIRE_VISIBLE_AUTO || sharing_is_shared(op->addr, op->size);
}

static void tell(const struct thread *t, const struct op *op, unsigned order)
{
    struct wire *wire = mz__world.wire;
    if (__atomic_exchange_n(&wire->weak_atomics, 1, __ATOMIC_ACQ_REL))
        return;
    wire->weak_order = order;
    wire->weak = (struct wire_access){.pc = op->pc, .addr = op->addr, .size = op->size, .thread = t->number, .kind = op->kind, .atomic = 1};
    wire->weak.stack_used = recorder_stack(t, op->pc, wire->weak.stack);
}

void weak_performed(const struct thread *t, const struct op *op, unsigned order)
{
    struct world *w = &mz__world;
    if (!w->wire->weak_atomics && matters(w, t, op))
        tell(t, op, order);
}

void weak_section(const struct thread *t, uint64_t pc)
{
    struct world *w = &mz__world;
    uint64_t *lost = &w->wire->weak_lost[WIRE_WEAK_STRUCTURES];
    if (w->setup || world_unobserved(w))
        return;
    *lost = *lost ? *lost : pc;
    if (!w->wire->weak_atomics)
        tell(t, &(struct op){.pc = pc, .kind = OP_ATOMIC_RMW}, __ATOMIC_RELAXED);
}
