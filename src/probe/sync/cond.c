/* cond.c - pthread_cond_*.
 *
 * A wait is two operations. WAIT gives the mutex up and adds the thread to the waiters inside the condition variable;
 * the thread then has WAKE pending, which is enabled once it was woken and the mutex is free. A signal has one outcome for
 * each waiter: POSIX does not say which one is woken.
 *
 * A timed wait has TIMEDWAKE pending instead, which is enabled at any time while the thread sleeps: it times out, which
 * takes it out of the waiters, and then needs the mutex like any other (WAKE, with ETIMEDOUT as its result). These are two
 * steps because a signal may come between them, and is then lost on this thread. A spurious wake-up needs no such step: to
 * everybody it looks like a signal.
 *
 * Who sleeps is also kept outside of the objects. POSIX lets a program destroy a condition variable, and free its memory,
 * as soon as all waiters were woken, so a woken thread must not look into it.
 */
#include "probe/sync/cond.h"

#include <stddef.h>

#include "probe/argument.h"
#include "probe/families.h"
#include "probe/sync/members.h"
#include "probe/sync/mutex.h"
#include "probe/thread/cancel.h"
#include "probe/time/clock.h"
#include "world/premise.h"

struct cond {
    struct members waiters;
    uint64_t mutex;   /* with which they wait; 0 if there are none */
    uint32_t mark;    /* SYNC_DESTROYED, or 0 */
    uint32_t made;    /* sync_made(), or 0 */
};

_Static_assert(sizeof(struct cond) <= offsetof(pthread_cond_t, __data.__wrefs), "what glibc's init may set is not ours");
_Static_assert(sizeof(cnd_t) == sizeof(pthread_cond_t), "both interfaces share one object");

static MODEL threadset asleep; /* waiters of all condition variables */

static struct cond *cond_at(const struct op *op)
{
    return (struct cond *)op->addr;
}

static bool sleeps(const struct thread *t)
{
    return threadset_has(asleep, t->number);
}

static enum sync_state cond_state(const struct cond *c)
{
    if (c->mark == SYNC_DESTROYED)
        return SYNC_WAS_DESTROYED;
    enum sync_state made = sync_made_state(c->made, c);
    if (made != SYNC_USABLE)
        return c->mark == 0 ? made : SYNC_IS_NONE;
    bool plausible = c->mark == 0 && !threadset_any(members_of(&c->waiters) & ~asleep) && !members_any(&c->waiters) == (c->mutex == 0);
    return plausible ? SYNC_USABLE : SYNC_IS_NONE;
}

bool cond_is_deserted(const pthread_cond_t *c)
{
    const struct cond *cond = (const struct cond *)c;
    return !members_any(&cond->waiters) && cond_state(cond) == SYNC_USABLE;
}

static void wake(struct cond *c, threadset woken)
{
    members_remove(&c->waiters, woken);
    if (!members_any(&c->waiters))
        mem_set(&c->mutex, 0);
    mem_set(&asleep, asleep & ~woken);
}

/* Waiting. arg[0], arg[1]: address and size of the mutex; arg[2]: how late it is at the deadline. */

static enum performed wait_without_mutex(struct thread *t, const struct op *op, const struct mutex *m)
{
    if (mutex_type(m) == PTHREAD_MUTEX_ERRORCHECK)
        return sync_return(t, op, EPERM);
    if (m->holder == 0)
        return world_report(t, FAULT_MISUSE, EPERM, (uint64_t)m, "wait with a mutex that is not locked");
    return world_report(t, FAULT_MISUSE, EPERM, (uint64_t)m, "wait with a mutex that thread %u holds",
                        sync_holder(m->holder));
}

static enum performed fall_asleep(struct thread *t, struct op *op, enum op_kind then)
{
    struct cond *c = cond_at(op);
    struct mutex *m = mutex_at(op->arg[0]);
    enum sync_state state = cond_state(c), mutex = mutex_state(m);
    if (state != SYNC_USABLE)
        return sync_unusable(t, op, state, "condition variable");
    if (mutex != SYNC_USABLE)
        return sync_unusable(t, op, mutex, "condition variable with a mutex");
    if (m->holder != sync_held_by(t))
        return wait_without_mutex(t, op, m);
    if (m->fate == MUTEX_INCONSISTENT && m->count > 0)
        return world_report(t, FAULT_REFUSED, ENOTRECOVERABLE, (uint64_t)m,
                            "waiting with a robust mutex that is not consistent and was locked more than once is not supported");
    if (cancel_due(t, op))
        return cancel_act(t);
    if (c->mutex != 0 && c->mutex != (uint64_t)m)
        return world_report(t, FAULT_MISUSE, EINVAL, op->addr, "wait with a mutex other than the one that thread %u "
                            "waits with", threadset_first(members_of(&c->waiters)));
    if (!members_add(&c->waiters, t))
        return members_refused(t, op);
    mem_set(&c->mutex, (uint64_t)m);
    mem_set(&asleep, asleep | sync_self(t));
    mutex_sleep(t, m);
    clock_waited(t);
    if (!mz__world.config.spurious)
        premise_met(PREMISE_WAKEUPS, op->pc);
    uint64_t limit = then == OP_TIMEDWAKE ? op->arg[2] : 0;
    t->op = (struct op){.kind = (uint16_t)then, .detail = op->detail, .pc = op->pc, .addr = op->addr, .size = op->size,
                        .addr2 = (uint64_t)m, .size2 = sizeof(pthread_mutex_t), .arg = {0, limit}};
    return PERFORM_PENDING;
}

static enum performed wait_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    return fall_asleep(t, op, OP_WAKE);
}

static enum performed timedwait_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    if (!sync_deadline_valid(op))
        return sync_return(t, op, EINVAL);
    return fall_asleep(t, op, OP_TIMEDWAKE);
}

/* Waking up. arg[0]: what the wait returns. */

enum way { TIME_OUT, CANCELLATION, SPURIOUS, WAYS };

/* The ways in which a sleeper can wake up by itself, into out[]; returns how many. Cleanup handlers run with the mutex
 * held, so cancellation has to wait for it. */
static unsigned ways_to_wake(const struct thread *t, const struct op *op, enum way out[WAYS])
{
    unsigned n = 0;
    bool mutex_free = mutex_free_for(t, op->addr2);
    if (op->kind == OP_TIMEDWAKE)
        out[n++] = TIME_OUT;
    if (mutex_free && cancel_due(t, op))
        out[n++] = CANCELLATION;
    if (mutex_free && world_spurious())
        out[n++] = SPURIOUS;
    return n;
}

static enum idleness wake_idle(const struct thread *t, const struct op *op)
{
    enum way ways[WAYS];
    enum idleness idle = IDLE_SPURIOUS;
    if (!sleeps(t))
        return IDLE_NOT;
    for (unsigned n = ways_to_wake(t, op, ways); n > 0; n--)
        if (ways[n - 1] != SPURIOUS)
            idle = ways[n - 1] == CANCELLATION || idle == IDLE_NOT ? IDLE_NOT : IDLE_TIME;
    return idle;
}

static bool wake_may_idle(const struct op *op UNUSED)
{
    return world_spurious();
}

static bool wake_enabled(const struct thread *t, const struct op *op)
{
    enum way ways[WAYS];
    return sleeps(t) ? ways_to_wake(t, op, ways) > 0 : mutex_free_for(t, op->addr2);
}

static unsigned wake_outcomes(const struct thread *t, const struct op *op)
{
    enum way ways[WAYS];
    return sleeps(t) ? ways_to_wake(t, op, ways) : 1;
}

/* Nobody can tell who will signal a sleeper. */
static threadset wake_holders(const struct thread *t, const struct op *op)
{
    return sleeps(t) ? NO_THREADS : mutex_holders(op->addr2);
}

static enum performed take_mutex(struct thread *t, struct op *op)
{
    return mutex_wake(t, op, mutex_at(op->addr2), (int)op->arg[0]);
}

static enum performed time_out(struct thread *t)
{
    world_timed_out(t);
    clock_reach(t, t->op.arg[1]);
    t->op.arg[1] = 0;
    t->op.kind = OP_WAKE;
    t->op.size = 0; /* it does not touch the condition variable any more */
    t->op.arg[0] = ETIMEDOUT;
    return PERFORM_PENDING;
}

/* A thread that was signalled is not cancelled here but at its next cancellation point, so that the signal is not lost. */
static enum performed wake_perform(struct thread *t, struct op *op, unsigned choice)
{
    if (!sleeps(t))
        return take_mutex(t, op);
    enum sync_state state = cond_state(cond_at(op));
    if (state != SYNC_USABLE)
        return sync_unusable(t, op, state, "condition variable");
    enum way ways[WAYS];
    ways_to_wake(t, op, ways);
    wake(cond_at(op), sync_self(t));
    if (ways[choice] == TIME_OUT)
        return time_out(t);
    enum performed taken = take_mutex(t, op);
    return taken == PERFORM_RESUME && ways[choice] == CANCELLATION ? cancel_act(t) : taken;
}

/* Waking others */

static unsigned signal_outcomes(const struct thread *t UNUSED, const struct op *op)
{
    unsigned waiters = threadset_size(members_of(&cond_at(op)->waiters));
    return cond_state(cond_at(op)) == SYNC_USABLE && waiters > 0 ? waiters : 1;
}

static bool anybody_to_wake(const struct thread *t UNUSED, const struct op *op)
{
    const struct cond *c = cond_at(op);
    return members_any(&c->waiters) || cond_state(c) != SYNC_USABLE;
}

static enum performed signal_perform(struct thread *t, struct op *op, unsigned choice)
{
    struct cond *c = cond_at(op);
    enum sync_state state = cond_state(c);
    if (state != SYNC_USABLE)
        return sync_unusable(t, op, state, "condition variable");
    threadset rest = members_of(&c->waiters);
    for (; choice > 0; choice--)
        rest = threadset_rest(rest);
    if (threadset_any(rest))
        wake(c, threadset_lowest(rest));
    return sync_return(t, op, 0);
}

static enum performed broadcast_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    struct cond *c = cond_at(op);
    enum sync_state state = cond_state(c);
    if (state != SYNC_USABLE)
        return sync_unusable(t, op, state, "condition variable");
    if (members_any(&c->waiters))
        wake(c, members_of(&c->waiters));
    return sync_return(t, op, 0);
}

/* Making and destroying. The attributes (clock, process-shared) change nothing here. */

static enum performed cond_init_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    struct cond *c = cond_at(op);
    bool usable = cond_state(c) == SYNC_USABLE && !sync_may_be_abandoned(op->addr);
    if (usable && c->made && !members_any(&c->waiters))
        return sync_made_already(t, op, "condition variable");
    if (usable && members_any(&c->waiters))
        return world_report(t, FAULT_MISUSE, EBUSY, op->addr, "init of a condition variable on which thread %u waits",
                            threadset_first(members_of(&c->waiters)));
    mem_clear(c, sizeof(pthread_cond_t));
    mem_set(&c->made, sync_made(op->addr));
    return sync_return(t, op, 0);
}

static enum performed cond_destroy_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    struct cond *c = cond_at(op);
    enum sync_state state = cond_state(c);
    if (state != SYNC_USABLE)
        return sync_unusable(t, op, state, "condition variable");
    if (members_any(&c->waiters))
        return world_report(t, FAULT_MISUSE, EBUSY, op->addr, "destroy of a condition variable on which thread %u waits",
                            threadset_first(members_of(&c->waiters)));
    mem_set(&c->mark, SYNC_DESTROYED);
    return sync_return(t, op, 0);
}

const struct semantics cond_init_semantics = {.perform = cond_init_perform};
const struct semantics cond_destroy_semantics = {.perform = cond_destroy_perform};
const struct semantics wait_semantics = {.perform = wait_perform, .also_reads = cancel_reads};
const struct semantics timedwait_semantics = {.perform = timedwait_perform, .also_reads = cancel_reads};
const struct semantics wake_semantics = {
    .enabled = wake_enabled,
    .idle = wake_idle,
    .may_idle = wake_may_idle,
    .outcomes = wake_outcomes,
    .perform = wake_perform,
    .also_reads = cancel_reads,
    .holders = wake_holders,
};
const struct semantics timedwake_semantics = {
    .enabled = wake_enabled,
    .idle = wake_idle,
    .outcomes = wake_outcomes,
    .perform = wake_perform,
    .also_reads = cancel_reads,
    .holders = wake_holders,
};
const struct semantics signal_semantics = {.outcomes = signal_outcomes, .perform = signal_perform, .writes = anybody_to_wake};
const struct semantics broadcast_semantics = {.perform = broadcast_perform, .writes = anybody_to_wake};

/* Stand-ins */

EXPORT int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attributes)
{
    if (!probe_active(c))
        return REAL(pthread_cond_init)(c, attributes);
    uint64_t pc = CALLER;
    if (attributes)
        announce_read_from(pc, attributes, sizeof *attributes);
    return (int)announce_from(pc, OP_COND_INIT, c, sizeof *c, 0, 0, 0);
}

EXPORT int pthread_cond_destroy(pthread_cond_t *c)
{
    if (!probe_active(c))
        return REAL(pthread_cond_destroy)(c);
    return mz__announce_int(OP_COND_DESTROY, c, sizeof *c, 0, 0, 0);
}

EXPORT int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    if (!probe_active(c))
        return REAL(pthread_cond_wait)(c, m);
    return mz__announce_int(OP_WAIT, c, sizeof *c, (uint64_t)m, sizeof *m, 0);
}

EXPORT int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *deadline)
{
    if (!probe_active(c))
        return REAL(pthread_cond_timedwait)(c, m, deadline);
    uint64_t pc = CALLER;
    struct sync_deadline d = sync_deadline(pc, deadline);
    return (int)announce_from(pc, OP_TIMEDWAIT | d.detail, c, sizeof *c, (uint64_t)m, sizeof *m, d.until);
}

EXPORT int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock, const struct timespec *deadline)
{
    if (!probe_active(c))
        return REAL(pthread_cond_clockwait)(c, m, clock, deadline);
    uint64_t pc = CALLER;
    struct sync_deadline d = sync_deadline(pc, deadline);
    return (int)announce_from(pc, OP_TIMEDWAIT | sync_clock(clock) | d.detail, c, sizeof *c, (uint64_t)m, sizeof *m, d.until);
}

EXPORT int pthread_cond_signal(pthread_cond_t *c)
{
    if (!probe_active(c))
        return REAL(pthread_cond_signal)(c);
    return mz__announce_int(OP_SIGNAL, c, sizeof *c, 0, 0, 0);
}

EXPORT int pthread_cond_broadcast(pthread_cond_t *c)
{
    if (!probe_active(c))
        return REAL(pthread_cond_broadcast)(c);
    return mz__announce_int(OP_BROADCAST, c, sizeof *c, 0, 0, 0);
}
