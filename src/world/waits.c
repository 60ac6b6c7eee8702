/* waits.c - see waits.h. */
#include "world/waits.h"

#include "base/text.h"

/* The threads of which each has to let go, or to end, before t can go on; none if t can go on, or nobody can be named. */
static threadset waits_for(const struct world *w, const struct thread *t)
{
    const struct semantics *s = mz__semantics[t->op.kind];
    bool cancellable = t->op.kind == OP_JOIN && w->cancels;
    if (!threadset_has(w->waiting & w->live, t->number) || !s->holders || cancellable || world_enabled_thread(t))
        return 0;
    return s->holders(t, &t->op);
}

/* Everybody whom t waits for, directly or not. */
static threadset all_waited_for(const struct world *w, const struct thread *t)
{
    threadset all = waits_for(w, t), searched = 0;
    while (all & w->live & ~searched) {
        tid next = threadset_first(all & w->live & ~searched);
        searched |= threadset_of(next);
        all |= waits_for(w, &w->thread[next]);
    }
    return all;
}

static bool is_stuck(const struct world *w, const struct thread *t)
{
    threadset all = all_waited_for(w, t);
    return threadset_has(all, t->number) || (all & ~w->live) != 0;
}

threadset waits_stuck(const struct world *w)
{
    threadset stuck = 0;
    THREADSET_EACH(t, w->live & w->waiting)
        if (is_stuck(w, &w->thread[t]))
            stuck |= threadset_of(t);
    return stuck;
}

void waits_look(struct world *w, const struct thread *t)
{
    w->stuck = threadset_has(w->live, t->number) ? is_stuck(w, t) : waits_stuck(w) != 0;
}

void waits_describe(const struct world *w, threadset stuck, struct fault *out)
{
    tid first = threadset_first(stuck);
    const struct op *op = &w->thread[first].op;
    *out = (struct fault){.kind = FAULT_DEADLOCK, .thread = first, .pc = op->pc, .addr = op->addr, .threads = stuck};
    size_t used = 0;
    THREADSET_EACH(t, stuck)
        used += text_format(out->text + used, sizeof out->text - used, "%sthread %u waits in %s", used ? ", " : "partial: ", t,
                            op_info[w->thread[t].op.kind].name);
}
