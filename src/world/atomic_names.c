/* atomic_names.c - see atomic_names.h. */
#include "world/atomic_names.h"

#include "world/fault_report.h"
#include "world/memory/mem.h"
#include "world/outside/returns.h"
#include "world/state/dead.h"
#include "world/switch.h"

static struct {
    const struct wire *wire;
    uint64_t base; /* of the program */
    uint32_t frame[WIRE_MAX_NAMED]; /* dead_frame() of each function */
} named;

bool atomic_names_prepare(const struct wire *wire)
{
    named.wire = wire;
    named.base = wire->module[0].base;
    for (uint32_t i = 0; i < wire->named && i < WIRE_MAX_NAMED; i++) {
        const struct wire_named *f = &wire->named_function[i];
        named.frame[i] = dead_frame_in(named.base + f->lo, named.base + f->hi);
        mz__world.atomic_functions |= f->kind == WIRE_NAMED_ATOMIC;
    }
    return !mz__world.atomic_functions || returns_reserve(RETURNS_ATOMIC);
}

/* Its index, or WIRE_MAX_NAMED. */
static uint32_t find(enum wire_named_kind kind, uint64_t pc)
{
    uint64_t at = pc - 1 - named.base; /* the call, not what follows it */
    for (uint32_t i = 0; i < named.wire->named && i < WIRE_MAX_NAMED; i++) {
        const struct wire_named *f = &named.wire->named_function[i];
        if (f->kind == (uint32_t)kind && at - f->lo < f->hi - f->lo)
            return i;
    }
    return WIRE_MAX_NAMED;
}

bool atomic_names_has(enum wire_named_kind kind, uint64_t pc)
{
    return find(kind, pc) < WIRE_MAX_NAMED;
}

/* Index of the outermost function on the stack that is atomic; depth if there is none. A function is known by its entry hook: what it has
 * called may return elsewhere, into the stand-in that calls the program back (qsort). */
static uint32_t outermost(const struct thread *t)
{
    uint32_t k = 0;
    while (k < t->depth && !atomic_names_has(WIRE_NAMED_ATOMIC, t->frames[k].hook))
        k++;
    return k;
}

/* The frame register of function k: frames are chained from the innermost on, those of stand-ins that call the program back among them.
 * NULL: they are not. */
static uint64_t *frame_of(const struct thread *t, uint32_t k)
{
    uint64_t least = t->sp, at = ((uint64_t *)t->sp)[SWITCH_FRAME];
    for (uint32_t i = t->depth; at >= least && at <= t->stack_base - 16 && (at & 7) == 0;) {
        uint64_t *frame = (uint64_t *)at;
        if (frame[1] == t->frames[i - 1].pc && --i == k)
            return frame;
        least = at + 16;
        at = frame[0];
    }
    return NULL;
}

/* Stack pointer when it has returned. If it is not known on aarch64 how large the frame is: callers move it there only to make room for
 * themselves, and seldom behind their entry hooks. */
static uint64_t cfa_of(const struct thread *t, uint32_t k, const uint64_t *frame)
{
#if defined(__x86_64__)
    (void)t, (void)k;
    return (uint64_t)(frame + 2);
#else
    (void)frame;
    uint32_t size = named.frame[find(WIRE_NAMED_ATOMIC, t->frames[k].hook)];
    return size ? t->frames[k].sp + size : k > 0 ? t->frames[k - 1].sp : 0;
#endif
}

bool atomic_names_begins(const struct thread *t)
{
    return outermost(t) != t->depth && t->op.kind != OP_START && t->op.kind != OP_FAULT;
}

bool atomic_names_decided(struct thread *t)
{
    if (!atomic_names_begins(t))
        return true;
    uint32_t k = outermost(t);
    uint64_t *frame = frame_of(t, k), cfa = frame ? cfa_of(t, k, frame) : 0;
    if (!cfa) {
        world_report(t, FAULT_REFUSED, 0, 0, "an atomic function with an unusual frame is not supported");
        return false;
    }
    mz__semantics[OP_ATOMIC_BEGIN]->perform(t, &t->op, 0);
    returns_keep(t, returns_place(RETURNS_ATOMIC, cfa), frame[1]);
    /* It may have called others: its frame need not be among those that were saved. */
    mem_set(&frame[1], (uint64_t)mz__atomic_return);
    return true;
}
