/* abandoned.c - robust mutexes whose holders end. The next one to lock such a mutex is told so (mutex.c), and marks it as consistent. */
#include "probe/sync/abandoned.h"

#include "probe/families.h"
#include "probe/libc.h"
#include "probe/sync/mutex.h"
#include "probe/sync/robust.h"

static enum performed consistent_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    struct mutex *m = mutex_at(op->addr);
    enum sync_state state = mutex_state(m);
    if (state != SYNC_USABLE)
        return sync_unusable(t, op, state, "mutex");
    if (m->fate != MUTEX_INCONSISTENT)
        return sync_return(t, op, EINVAL);
    if (m->holder != sync_held_by(t))
        return world_report(t, FAULT_MISUSE, EPERM, op->addr, "a mutex is marked as consistent by thread %u, which does not hold it",
                            t->number);
    mem_set(&m->fate, MUTEX_SOUND);
    return sync_return(t, op, 0);
}

/* arg[0], arg[1]: what says which threads have ended. A thread that is the last one keeps its mutexes: it runs the handlers of exit. */
static void abandon_complete(struct op *op)
{
    op->addr2 = op->arg[0];
    op->size2 = (uint32_t)op->arg[1];
}

/* What is no mutex of t's any more is left alone, by the kernel too. */
static enum performed abandon_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    struct mutex *m = mutex_at(op->addr);
    bool last = threadset_equal(mz__world.live, threadset_of(t->number));
    if (!last) {
        robust_give(t, op->addr);
        if (mutex_state(m) == SYNC_USABLE && m->holder == sync_held_by(t)) {
            mem_set(&m->holder, 0);
            mem_set(&m->count, 0);
            mem_set(&m->fate, MUTEX_INCONSISTENT);
        }
    }
    return sync_return(t, op, last);
}

bool abandon_due(tid self) { return robust_last(self) != 0; }

void abandon_all(tid self, const void *threads, uint64_t size)
{
    uint64_t m = 0;
    while ((m = robust_last(self)) && !mz__announce_int(OP_ABANDON, (const void *)m, sizeof(pthread_mutex_t), (uint64_t)threads, size, 0))
        ;
}

const struct semantics consistent_semantics = {.perform = consistent_perform};
const struct semantics abandon_semantics = {.complete = abandon_complete, .perform = abandon_perform};

EXPORT int pthread_mutex_consistent(pthread_mutex_t *m)
{
    if (!probe_active(m))
        return REAL(pthread_mutex_consistent)(m);
    return mz__announce_int(OP_CONSISTENT, m, sizeof *m, 0, 0, 0);
}
