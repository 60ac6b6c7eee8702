/* batched_steps.c - see batched_steps.h. */
#include "world/batched_steps.h"

enum { ALONE = 1 << 22 }; /* operations of a thread that is alone, after which it is looked at whether it waits for ever */

static uint64_t bits_of(uint64_t addr, uint64_t size)
{
    uint64_t bits = 0, units = size > 0 ? (addr % BATCHED_STEPS_UNIT + size - 1) / BATCHED_STEPS_UNIT + 1 : 0;
    for (uint64_t i = 0; i < units && i < 64; i++)
        bits |= batched_steps_bit(addr + i * BATCHED_STEPS_UNIT);
    return bits;
}

/* Could what t waits for become free, or be taken from it? A sleeper that nobody has woken waits for an operation that is announced. */
static bool may_change(const struct thread *t, bool enabled)
{
    const struct semantics *s = mz__semantics[t->op.kind];
    return enabled || !s->holders || threadset_any(s->holders(t, &t->op));
}

/* Object that u waits for. A plain write to it is announced. */
static uint64_t waited_for(const struct thread *u)
{
    if (!tracked_has(mz__tracked, u->op.addr))
        tracked_also(u->op.addr, u->op.size);
    if (u->op.size2 > 0 && !tracked_has(mz__tracked, u->op.addr2))
        tracked_also(u->op.addr2, u->op.size2);
    return bits_of(u->op.addr, u->op.size) | bits_of(u->op.addr2, u->op.size2);
}

/* Threads besides t that are enabled. What that depends on is in the filters. */
static threadset others_enabled(const struct world *w, const struct thread *t)
{
    threadset others = w->live & ~threadset_of(t->number), surely = others & ~w->waiting, enabled = surely;
    mz__hot.awaited = mz__hot.watched = 0;
    for (threadset rest = others & w->waiting; threadset_any(rest); rest = threadset_rest(rest)) {
        const struct thread *u = &w->thread[threadset_first(rest)];
        bool can = world_enabled_thread(u);
        if (can)
            enabled |= threadset_lowest(rest);
        if (!may_change(u, can))
            continue;
        uint64_t bits = waited_for(u);
        if (threadset_has(w->leash.rivals, u->number))
            mz__hot.awaited |= bits;
        else if (!threadset_any(surely))
            mz__hot.watched |= bits;
    }
    return enabled;
}

static bool somebody_awaits_others(const struct world *w)
{
    THREADSET_EACH(u, w->live & w->waiting)
        if (w->thread[u].op.kind == OP_AWAIT_OTHERS)
            return true;
    return false;
}

/* Does more decide who is enabled than locks and their holders: a request to cancel, a wake-up for no reason, an atomic section, what all
 * others can do? */
static bool is_subtle(const struct world *w, const struct thread *t)
{
    return w->cancels || world_spurious() || w->atomic_functions || t->atomic || threadset_any(w->atomic) || threadset_any(w->newborn) ||
           somebody_awaits_others(w);
}

void batched_steps_begin(struct world *w, const struct thread *t)
{
    w->leash_due = false;
    if (w->looking || t->outside || is_subtle(w, t))
        return;
    if (!mz__hot.counted)
        mz__hot.made = 0;
    mz__hot.counted = !world_unobserved(w) || w->watch_alone;
    threadset enabled = others_enabled(w, t);
    mz__hot.others = threadset_any(enabled);
    if (!mz__hot.counted)
        mz__hot.may_make = ALONE;
    else if (!threadset_any(enabled & w->leash.rivals))
        mz__hot.may_make = w->leash.steps;
}

void batched_steps_look(void)
{
    mz__hot.others = threadset_any(others_enabled(&mz__world, mz__hot.running));
}

void batched_steps_pass(const struct thread *t)
{
    struct access access[OP_MAX_ACCESSES];
    int n = op_accesses(&t->op, access);
    for (int i = 0; i < n; i++)
        if (access[i].write && (mz__hot.awaited | mz__hot.watched) & bits_of(access[i].addr, access[i].size))
            mz__hot.may_make = 0;
    if (!mz__hot.counted && mz__hot.made >= mz__hot.may_make)
        mz__hot.budget = 0;
}

void batched_steps_end(struct world *w)
{
    w->leash.made = mz__hot.counted ? mz__hot.made : 0;
    w->leash.decisions = mz__hot.decisions;
    w->steps += w->leash.made;
    mz__hot.made = mz__hot.may_make = mz__hot.decisions = 0;
    w->leash_due = false;
}
