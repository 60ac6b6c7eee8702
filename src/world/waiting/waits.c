/* waits.c - see waits.h. */
#include "world/waiting/waits.h"

#include "base/text.h"
#include "model/op_columns.h"

/* The threads of which each has to let go, or to end, before t can go on; none if t can go on, or nobody can be named. */
static threadset waits_for(const struct world *w, const struct thread *t)
{
    const struct semantics *s = mz__semantics[t->op.kind];
    bool cancellable = t->op.kind == OP_JOIN && w->cancels;
    if (!threadset_has(w->waiting & w->live, t->number) || !s->holders || cancellable || world_enabled_thread(t))
        return NO_THREADS;
    return s->holders(t, &t->op);
}

/* Everybody whom t waits for, directly or not. */
static threadset all_waited_for(const struct world *w, const struct thread *t)
{
    threadset all = waits_for(w, t), searched = NO_THREADS;
    while (threadset_any(all & w->live & ~searched)) {
        tid next = threadset_first(all & w->live & ~searched);
        searched |= threadset_of(next);
        all |= waits_for(w, &w->thread[next]);
    }
    return all;
}

static bool is_stuck(const struct world *w, const struct thread *t)
{
    threadset all = all_waited_for(w, t);
    return threadset_has(all, t->number) || threadset_any(all & ~w->live);
}

threadset waits_stuck(const struct world *w)
{
    threadset stuck = NO_THREADS;
    THREADSET_EACH(t, w->live & w->waiting)
        if (is_stuck(w, &w->thread[t]))
            stuck |= threadset_of(t);
    return stuck;
}

void waits_look(struct world *w, const struct thread *t)
{
    w->stuck = threadset_has(w->live, t->number) ? is_stuck(w, t) : threadset_any(waits_stuck(w));
}

void waits_describe(const struct world *w, threadset stuck, struct fault *out)
{
    tid first = threadset_first(stuck);
    const struct op *op = &w->thread[first].op;
    *out = (struct fault){.kind = FAULT_DEADLOCK, .thread = first, .pc = op->pc, .addr = op->addr, .threads = threadset_pack(stuck)};
    size_t used = 0;
    THREADSET_EACH(t, stuck)
        used += text_format(out->text + used, sizeof out->text - used, "%sthread %u waits in %s", used ? ", " : "partial: ", t,
                            op_call(w->thread[t].op.kind));
}
