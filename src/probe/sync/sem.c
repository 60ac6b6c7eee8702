/* sem.c - POSIX semaphores: unnamed ones. Named ones belong to the system and are refused.
 *
 * Destroying a semaphore for which threads wait is found when they go on: their wait is then one on a destroyed
 * semaphore. There is no static initializer, so zeroed memory is not a semaphore.
 */
#include <limits.h>
#include <semaphore.h>
#include <string.h>

#include "probe/early.h"
#include "probe/errno.h"
#include "probe/families.h"
#include "probe/libc.h"
#include "probe/sync/sync.h"
#include "probe/thread/cancel.h"
#include "world/world.h"

struct semaphore {
    uint32_t value;
    uint32_t tag;   /* SEM_LIVE, SYNC_DESTROYED, or it is no semaphore */
};

#define SEM_LIVE (SYNC_TAG | 0x5e00)

_Static_assert(sizeof(struct semaphore) <= sizeof(sem_t), "a semaphore fits into the program's object");

static struct semaphore *sem_at(const struct op *op)
{
    return (struct semaphore *)op->addr;
}

static enum sync_state sem_state(const struct semaphore *s)
{
    return s->tag == SEM_LIVE ? SYNC_USABLE : s->tag == SYNC_DESTROYED ? SYNC_WAS_DESTROYED : SYNC_IS_NONE;
}

/* These functions return -1 and leave the error in the thread's errno. */
static enum performed sem_return(struct thread *t, int error)
{
    if (error)
        probe_set_errno(t, error);
    t->result[0] = error ? (uint64_t)-1 : 0;
    return PERFORM_RESUME;
}

static bool sem_can_be_taken(const struct thread *t UNUSED, const struct op *op)
{
    return sem_at(op)->value > 0 || sem_state(sem_at(op)) != SYNC_USABLE;
}

/* Waiting is a cancellation point. */
static bool sem_wait_enabled(const struct thread *t, const struct op *op)
{
    return sem_can_be_taken(t, op) || cancel_due(t, op);
}

/* `none` is the error if the value is 0. */
static enum performed take_or(struct thread *t, struct op *op, int none)
{
    struct semaphore *s = sem_at(op);
    enum sync_state state = sem_state(s);
    if (state != SYNC_USABLE)
        return sync_unusable(t, op, state, "semaphore");
    if (s->value == 0) {
        race_unordered();
        return sem_return(t, none);
    }
    mem_set(&s->value, s->value - 1);
    return sem_return(t, 0);
}

static enum performed sem_wait_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    return cancel_due(t, op) ? cancel_act(t) : take_or(t, op, EAGAIN);
}

static enum performed sem_trywait_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    return take_or(t, op, EAGAIN);
}

static enum idleness sem_timedwait_idle(const struct thread *t, const struct op *op)
{
    return sem_wait_enabled(t, op) ? IDLE_NOT : IDLE_TIME;
}

/* Always enabled: a wait that would block times out. As in glibc a bad deadline is always an error. */
static enum performed sem_timedwait_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    if (!sync_deadline_valid(op))
        return sem_return(t, EINVAL);
    if (!sem_wait_enabled(t, op))
        sync_timed_out(t, op->arg[0]);
    return cancel_due(t, op) ? cancel_act(t) : take_or(t, op, ETIMEDOUT);
}

static enum performed sem_post_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    struct semaphore *s = sem_at(op);
    enum sync_state state = sem_state(s);
    if (state != SYNC_USABLE)
        return sync_unusable(t, op, state, "semaphore");
    if (s->value == SEM_VALUE_MAX)
        return world_report(t, FAULT_MISUSE, EOVERFLOW, op->addr, "post of a semaphore that has its greatest value, %d", SEM_VALUE_MAX);
    mem_set(&s->value, s->value + 1);
    return sem_return(t, 0);
}

/* Far from where the next one might fail. Where happens-before is kept, who waits learns of posts one by one. */
static enum access_way sem_post_changes(const struct thread *t UNUSED, const struct op *op)
{
    const struct semaphore *s = sem_at(op);
    bool commutes = !mz__world.race.clocks && sem_state(s) == SYNC_USABLE && s->value < SEM_VALUE_MAX / 2;
    return commutes ? WAY_POSTS : WAY_WRITES;
}

/* arg[0], arg[1]: where the value goes, and its size. */
static void sem_getvalue_complete(struct op *op)
{
    op->addr2 = op->arg[0];
    op->size2 = (uint32_t)op->arg[1];
}

static enum performed sem_getvalue_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    const struct semaphore *s = sem_at(op);
    enum sync_state state = sem_state(s);
    if (state != SYNC_USABLE)
        return sync_unusable(t, op, state, "semaphore");
    race_unordered();
    mem_set((int *)op->arg[0], (int)s->value);
    return sem_return(t, 0);
}

static enum performed sem_init_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    struct semaphore *s = sem_at(op);
    if (op->arg[0] > SEM_VALUE_MAX)
        return sem_return(t, EINVAL);
    if (s->tag == SEM_LIVE && !sync_may_be_abandoned(op->addr))
        return sync_made_already(t, op, "semaphore");
    mem_clear(s, sizeof(sem_t));
    mem_set(&s->tag, SEM_LIVE);
    mem_set(&s->value, (uint32_t)op->arg[0]);
    return sem_return(t, 0);
}

static enum performed sem_destroy_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    struct semaphore *s = sem_at(op);
    enum sync_state state = sem_state(s);
    if (state != SYNC_USABLE)
        return sync_unusable(t, op, state, "semaphore");
    mem_set(&s->tag, SYNC_DESTROYED);
    return sem_return(t, 0);
}

const struct semantics sem_init_semantics = {.perform = sem_init_perform};
const struct semantics sem_destroy_semantics = {.perform = sem_destroy_perform};
const struct semantics sem_wait_semantics = {
    .enabled = sem_wait_enabled, .perform = sem_wait_perform, .also_reads = cancel_reads};
const struct semantics sem_trywait_semantics = {.perform = sem_trywait_perform, .writes = sem_can_be_taken};
const struct semantics sem_timedwait_semantics = {.idle = sem_timedwait_idle, .perform = sem_timedwait_perform, .also_reads = cancel_reads};
const struct semantics sem_post_semantics = {.perform = sem_post_perform, .changes = sem_post_changes};
const struct semantics sem_getvalue_semantics = {.perform = sem_getvalue_perform, .complete = sem_getvalue_complete};

/* libc has counted so far. */
void early_semaphore(uint64_t object)
{
    struct semaphore *s = (struct semaphore *)object;
    int value = 0;
    REAL(sem_getvalue)((sem_t *)object, &value);
    memset(s, 0, sizeof(sem_t));
    *s = (struct semaphore){.value = (uint32_t)value, .tag = SEM_LIVE};
}

/* Stand-ins */

EXPORT int sem_init(sem_t *s, int shared, unsigned value)
{
    if (!probe_active(s)) {
        early_made(EARLY_SEMAPHORE, (uint64_t)s, 0);
        return REAL(sem_init)(s, shared, value);
    }
    return mz__announce_int(OP_SEM_INIT, s, sizeof *s, value, 0, 0);
}

EXPORT int sem_destroy(sem_t *s)
{
    if (!probe_active(s)) {
        early_gone(EARLY_SEMAPHORE, (uint64_t)s);
        return REAL(sem_destroy)(s);
    }
    return mz__announce_int(OP_SEM_DESTROY, s, sizeof *s, 0, 0, 0);
}

EXPORT int sem_wait(sem_t *s)
{
    if (!probe_active(s))
        return REAL(sem_wait)(s);
    return mz__announce_int(OP_SEM_WAIT, s, sizeof *s, 0, 0, 0);
}

EXPORT int sem_trywait(sem_t *s)
{
    if (!probe_active(s))
        return REAL(sem_trywait)(s);
    return mz__announce_int(OP_SEM_TRYWAIT, s, sizeof *s, 0, 0, 0);
}

EXPORT int sem_timedwait(sem_t *s, const struct timespec *deadline)
{
    if (!probe_active(s))
        return REAL(sem_timedwait)(s, deadline);
    return sync_announce_until(CALLER, OP_SEM_TIMEDWAIT, s, sizeof *s, deadline);
}

EXPORT int sem_clockwait(sem_t *s, clockid_t clock, const struct timespec *deadline)
{
    if (!probe_active(s))
        return REAL(sem_clockwait)(s, clock, deadline);
    return sync_announce_until(CALLER, OP_SEM_TIMEDWAIT | sync_clock(clock), s, sizeof *s, deadline);
}

EXPORT int sem_post(sem_t *s)
{
    if (!probe_active(s))
        return REAL(sem_post)(s);
    return mz__announce_int(OP_SEM_POST, s, sizeof *s, 0, 0, 0);
}

EXPORT int sem_getvalue(sem_t *s, int *value)
{
    if (!probe_active(s))
        return REAL(sem_getvalue)(s, value);
    return mz__announce_int(OP_SEM_GETVALUE, s, sizeof *s, (uint64_t)value, sizeof *value, 0);
}
