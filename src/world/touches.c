/* touches.c - see touches.h.
 *
 * A step is a visible operation and all that follows in its thread up to the next, none of which others can notice, with two
 * exceptions: in an atomic section anything may follow, and where a function returns, its frame goes without a trace. Who uses
 * another thread's frame depends on every step of that thread (`frames`).
 */
#include "world/touches.h"

#include "model/op_columns.h"
#include "world/atomic_names.h"
#include "world/hot.h"
#include "world/memory/layout.h"
#include "world/memory/sharing.h"
#include "world/memory/valid.h"
#include "world/orders/weak_world.h"
#include "world/semantics.h"

struct list {
    struct access *access;
    int            count; /* or LTS_EVERYTHING */
};

static void add(struct list *l, struct access a)
{
    if (l->count == LTS_MAX_TOUCHES)
        l->count = LTS_EVERYTHING;
    if (l->count != LTS_EVERYTHING && a.size > 0)
        l->access[l->count++] = a;
}

/* Range that stands for all frames of a thread, and for what else goes when it ends. */
static struct access frames(tid t, bool write)
{
    return (struct access){slot_lo(t), 1, write};
}

static void add_frames(struct list *l, const struct world *w, tid t)
{
    int own = l->count;
    if (threadset_has(w->sharing.exposed, t))
        add(l, frames(t, true));
    for (int i = 0; i < own && l->count != LTS_EVERYTHING; i++)
        if (world_may_go(w, t, l->access[i].addr))
            add(l, frames(slot_of(l->access[i].addr), false));
}

/* Memory that is there, so that it can be looked at whatever the program has passed. */
static bool is_there(const struct thread *t, uint64_t addr, uint64_t size)
{
    uint64_t where, offset = addr - ARENA_LO;
    if (addr - mz__hot.segment_lo < mz__hot.segment_size && size <= mz__hot.segment_size - (addr - mz__hot.segment_lo))
        return true;
    bool checked = offset - mz__hot.checked_heap_at < mz__hot.checked_heap || offset < mz__hot.checked_slots;
    return checked && valid_range(t, addr, size, &where);
}

bool touches_is_there(const struct thread *t)
{
    const struct op *op = &t->op;
    return op->size > 0 && is_there(t, op->addr, op->size) && (op->size2 == 0 || is_there(t, op->addr2, op->size2));
}

static bool only_looks(const struct thread *t, const struct semantics *s)
{
    bool looks = op_has(t->op.kind, OP_LOOKS) && !(mz__world.weak && t->op.kind == OP_ATOMIC_CAS); /* memory does not tell */
    return looks && touches_is_there(t) && !s->writes(t, &t->op);
}

static bool touches_writes(const struct thread *t)
{
    const struct semantics *s = mz__semantics[t->op.kind];
    return s && s->writes && touches_is_there(t) && s->writes(t, &t->op);
}

static bool is_last_of_several(const struct op *op)
{
    return (op->kind == OP_READ || op->kind == OP_WRITE) && op->order == OP_LAST_OF_SEVERAL;
}

/* Not in every program does an operation touch what it may touch besides. */
static bool touches_more(const struct world *w, const struct op *op, const struct semantics *s)
{
    return s && s->also_touches && (w->config.reuse || !op_of_heap(op->kind));
}

static enum access_way changes(const struct thread *t, const struct semantics *s)
{
    if (mz__world.weak && s && s->weakly)
        return s->weakly(&t->op);
    return s && s->changes && touches_is_there(t) ? s->changes(t, &t->op) : WAY_WRITES;
}

/* A barrier has let it go. Where happens-before is kept it learns what those knew who came before: no others, if each round needs all. */
static bool was_let_go(const struct world *w, const struct thread *t, const struct semantics *s)
{
    return t->op.kind == OP_LEAVE && s->enabled(t, &t->op) && (!w->race.clocks || crowds_exact(&w->crowds, t->op.addr));
}

int touches_of(const struct world *w, tid number, struct access out[LTS_MAX_TOUCHES])
{
    const struct thread *t = &w->thread[number];
    const struct semantics *s = mz__semantics[t->op.kind];
    /* Whether anybody waits in vain is a matter of all threads: who could be woken by time, or for no reason, and is not, while others do
     * something, may meet a state in which nobody else can. */
    if (t->atomic || (w->atomic_functions && atomic_names_begins(t)) || is_last_of_several(&t->op) || semantics_may_idle(&t->op))
        return LTS_EVERYTHING;
    if (was_let_go(w, t, s) && !threadset_any(w->sharing.exposed))
        return 0;
    bool cancellable = s && s->also_reads && w->cancels;
    enum access_way way = changes(t, s);
    bool ordered = w->weak && weak_world_is_ordered(&t->op);
    bool named = way == WAY_WRITES && !ordered && !op_has(t->op.kind, OP_LOOKS) && !touches_more(w, &t->op, s);
    if (named && !threadset_any(w->sharing.exposed) && !cancellable)
        return LTS_AS_NAMED;
    struct list l = {out, op_accesses(&t->op, out)};
    if (only_looks(t, s))
        out[0].write = WAY_READS;
    if (way != WAY_WRITES)
        out[0].write = (uint8_t)way;
    if (ordered)
        add(&l, (struct access){LTS_SEQ_CST, 1, WAY_WRITES});
    if (cancellable)
        add(&l, (struct access){s->also_reads(t), 8, false});
    if (touches_more(w, &t->op, s)) {
        struct access more[SEMANTICS_ALSO];
        int n = s->also_touches(t, &t->op, more);
        for (int i = 0; i < n; i++)
            add(&l, more[i]);
    }
    if (threadset_any(w->sharing.exposed))
        add_frames(&l, w, number);
    return l.count;
}

bool touches_may_stay(const struct thread *t)
{
    return op_has(t->op.kind, OP_LOOPS | OP_POLLS) && !t->atomic && !semantics_may_idle(&t->op) && !touches_writes(t);
}

bool touches_only_looks(const struct thread *t)
{
    return touches_may_stay(t) && world_outcomes(t) == 1;
}

/* A thread that is left alone with it may be told otherwise later: then what was shared has grown, and the search
 * starts over (sharing.h). */
bool touches_nothing_shared(const struct world *w, tid number)
{
    const struct op *op = &w->thread[number].op;
    bool harmless = (op->kind >= OP_READ && op->kind <= OP_ATOMIC_CAS) || op_of_heap(op->kind);
    if (w->visible != WIRE_VISIBLE_ESCAPED || !harmless || threadset_has(w->sharing.exposed, number))
        return false;
    struct access access[LTS_MAX_TOUCHES];
    int n = touches_of(w, number, access);
    if (n == LTS_AS_NAMED)
        n = op_accesses(op, access);
    bool shared = n == LTS_EVERYTHING;
    for (int i = 0; i < n && !shared; i++)
        shared = sharing_is_shared(access[i].addr, access[i].size);
    return !shared;
}
