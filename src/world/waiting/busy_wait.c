/* busy_wait.c - see busy_wait.h. */
#include "world/waiting/busy_wait.h"

#include "model/op_columns.h"
#include "world/state/dead.h"
#include "world/touches.h"
#include "world/waiting/counting.h"

/* A loop that has nothing but yields would never end a step. */
enum { MOST_YIELDS = 8 };

static bool is_off(const struct world *w)
{
    bool unasked = w->setup || w->light || w->asking;
    return w->config.waiting == WIRE_WAITING_STEP || unasked || w->doomed || w->faulted || w->end != LTS_RUNNING;
}

/* Operations that change their object are no rounds of a loop that waits, whatever follows. Those that may time out are choices. A loop
 * that looks at nothing and has no way out is meant to run for ever. */
static bool may_wait(const struct thread *t)
{
    return touches_may_stay(t) && (mz__world.weak || world_outcomes(t) == 1) && (!op_has(t->op.kind, OP_POLLS) || dead_way_out(t));
}

threadset busy_wait_ask(struct world *w, threadset enabled, bool (*leads_back)(struct world *w, tid t))
{
    struct busy_wait *b = &w->busy;
    if (is_off(w))
        return NO_THREADS;
    THREADSET_EACH(t, enabled & ~b->known) {
        bool waits = may_wait(&w->thread[t]) && leads_back(w, t);
        b->waiting = waits ? b->waiting | threadset_of(t) : b->waiting & ~threadset_of(t);
    }
    b->known |= enabled;
    return b->waiting & enabled;
}

/* Operations that touch nothing but the memory and the objects that they name. */
static bool is_as_named(enum op_kind kind)
{
    return (kind >= OP_READ && kind <= OP_FENCE) || kind == OP_YIELD || (kind >= OP_MUTEX_INIT && kind <= OP_SEM_GETVALUE);
}

/* Memory that an operation may write, of what it names. */
static int writes_of(const struct op *op, struct access out[OP_MAX_ACCESSES])
{
    struct access all[OP_MAX_ACCESSES];
    int n = op_accesses(op, all), writes = 0;
    for (int i = 0; i < n; i++)
        if (all[i].write)
            out[writes++] = all[i];
    return writes;
}

/* Does the thread, at whose loop somebody else writes, have to be asked anew? */
static bool concerns(const struct access *written, int n, const struct op *op)
{
    struct access named[OP_MAX_ACCESSES];
    int names = op_has(op->kind, OP_LOOPS | OP_POLLS) ? op_accesses(op, named) : 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < names; j++)
            if (written[i].addr < named[j].addr + named[j].size && named[j].addr < written[i].addr + written[i].size)
                return true;
    return false;
}

void busy_wait_performing(struct world *w, tid t)
{
    struct busy_wait *b = &w->busy;
    const struct op *op = &w->thread[t].op;
    struct access written[OP_MAX_ACCESSES];
    b->known &= ~threadset_of(t);
    if (w->weak || !is_as_named(op->kind) || w->thread[t].atomic || w->atomic_functions || threadset_any(w->sharing.exposed)) {
        b->known = NO_THREADS;
        return;
    }
    int n = writes_of(op, written);
    if (n == 0 && w->rounds == 0)
        return;
    THREADSET_EACH(u, b->known)
        if (concerns(written, n, &w->thread[u].op) || (w->rounds > 0 && !counting_looks_once(&w->thread[u])))
            b->known &= ~threadset_of(u);
}

/* A thread that gives way again and again while nobody else is there looks at memory that is not visible then. It has to be: a replay
 * sees it. */
bool busy_wait_passes(struct world *w, const struct thread *t)
{
    bool gives_way = t->op.kind == OP_YIELD || (t->op.kind == OP_SLEEP && !w->clocks && !w->cancels);
    if (!gives_way || w->config.waiting != WIRE_WAITING_BLOCK || w->light || w->setup)
        return false;
    bool passes = w->busy.yields++ < MOST_YIELDS;
    if (!passes && world_unobserved(w) && !w->watch_alone)
        world_watch_alone();
    return passes;
}
