/* mutex.c - pthread_mutex_*: normal, recursive and error-checking mutexes, also robust ones. Adaptive ones are normal ones here.
 *
 * Relocking a normal mutex is reported at once and not left to the search for deadlocks, which would only see it when no
 * other thread can move. What POSIX gives an error code for (error-checking and recursive mutexes) returns the code.
 */
#include "probe/sync/mutex.h"

#include "probe/families.h"
#include "probe/libc.h"
#include "probe/sync/robust.h"
#include "world/world.h"

/* Bits of glibc's kind that say nothing to us: priority inheritance, process-shared, lock elision allowed or not. They
 * are found in mutexes that were made before the engine took over. */
enum { KIND_ELISION = 256 | 512, KIND_KNOWN = MUTEX_TYPE | MUTEX_ROBUST | 32 | 128 | KIND_ELISION };

static bool sleepers_plausible(uint32_t sleepers)
{
    return sleepers == 0 || sync_is_holder(sleepers);
}

enum sync_state mutex_state(const struct mutex *m)
{
    if (m->mark == SYNC_DESTROYED)
        return SYNC_WAS_DESTROYED;
    enum sync_state made = sync_made_state(m->made, m);
    bool plausible = m->mark == 0 && (m->holder == 0 || sync_is_holder(m->holder)) && sleepers_plausible(m->sleepers) &&
                     !(m->kind & ~KIND_KNOWN) && m->fate <= MUTEX_STUCK;
    return plausible ? made : SYNC_IS_NONE;
}

static bool held_by_other(const struct thread *t, const struct mutex *m)
{
    return m->holder != 0 && m->holder != sync_held_by(t);
}

bool mutex_free_for(const struct thread *t, uint64_t addr)
{
    const struct mutex *m = mutex_at(addr);
    return !held_by_other(t, m) || mutex_state(m) != SYNC_USABLE;
}

threadset mutex_holders(uint64_t addr)
{
    return sync_holders(mutex_at(addr)->holder);
}

struct mutex_places mz__mutexes_taken;

/* The mutex is free, and not lost. Returns the error that the call returns, with the mutex taken or not. */
static int acquire(struct thread *t, struct mutex *m)
{
    mutex_taken(m);
    mem_set(&m->holder, sync_held_by(t));
    return m->fate == MUTEX_INCONSISTENT ? EOWNERDEAD : 0;
}

static enum performed refuse_stuck(struct thread *t, const struct mutex *m)
{
    return world_report(t, FAULT_REFUSED, ENOTRECOVERABLE, (uint64_t)m, "using a robust mutex after trylock has returned ENOTRECOVERABLE "
                        "(glibc leaves it locked) is not supported");
}

static enum performed lose(struct thread *t, const struct op *op, struct mutex *m)
{
    if (m->fate == MUTEX_STUCK)
        return refuse_stuck(t, m);
    if (op->kind == OP_TRYLOCK)
        mem_set(&m->fate, MUTEX_STUCK);
    return sync_return_unordered(t, op, ENOTRECOVERABLE);
}

/* t takes it, and the call that op stands for returns `error` if nothing else is to be said. */
static enum performed take(struct thread *t, const struct op *op, struct mutex *m, int error)
{
    if (m->fate >= MUTEX_LOST)
        return lose(t, op, m);
    if (mutex_robust(m) && !robust_take(t, (uint64_t)m))
        return world_report(t, FAULT_REFUSED, EAGAIN, (uint64_t)m, "more than %d robust mutexes that one thread holds are not supported",
                            ROBUST_MOST);
    int told = acquire(t, m);
    return sync_return(t, op, told ? told : error);
}

/* What t holds. As in glibc, a recursive mutex that is not consistent says so whenever it stays locked. */
static int release(const struct thread *t, struct mutex *m)
{
    if (m->count > 0) {
        mem_set(&m->count, m->count - 1);
        return m->fate == MUTEX_INCONSISTENT ? ENOTRECOVERABLE : 0;
    }
    mem_set(&m->holder, 0);
    if (mutex_robust(m))
        robust_give(t, (uint64_t)m);
    if (m->fate == MUTEX_INCONSISTENT)
        mem_set(&m->fate, MUTEX_LOST);
    return 0;
}

/* A recursive mutex that was locked more than once stays locked, as it does in glibc. */
void mutex_sleep(const struct thread *t, struct mutex *m)
{
    mem_set(&m->sleepers, (m->sleepers ? m->sleepers : SYNC_TAG) + 1);
    release(t, m);
}

enum performed mutex_wake(struct thread *t, const struct op *op, struct mutex *m, int error)
{
    if (mutex_state(m) != SYNC_USABLE || m->sleepers == 0)
        return world_report(t, FAULT_MISUSE, EINVAL, (uint64_t)m,
                            "wake up with a mutex whose memory was freed or overwritten while the thread waited");
    mem_set(&m->sleepers, m->sleepers == SYNC_TAG + 1 ? 0 : m->sleepers - 1);
    if (m->holder == 0)
        return take(t, op, m, error);
    mem_set(&m->count, m->count + 1);
    return sync_return(t, op, error);
}

/* Locking */

/* t locks a mutex that it holds already. */
static enum performed relock(struct thread *t, struct op *op, struct mutex *m)
{
    if (mutex_type(m) == PTHREAD_MUTEX_RECURSIVE) {
        if (m->count == UINT32_MAX)
            return sync_return(t, op, EAGAIN);
        mem_set(&m->count, m->count + 1);
        return sync_return(t, op, 0);
    }
    bool checks = mutex_type(m) == PTHREAD_MUTEX_ERRORCHECK;
    if (checks && (op->kind != OP_TRYLOCK || mutex_robust(m)))
        return sync_return(t, op, EDEADLK);
    if (op->kind == OP_TRYLOCK)
        return sync_return(t, op, EBUSY);
    if (op->kind == OP_TIMEDLOCK)
        return sync_return(t, op, sync_deadline_valid(op) ? ETIMEDOUT : EINVAL);
    return world_report(t, FAULT_MISUSE, EDEADLK, op->addr, "relock of a mutex by thread %u, which holds it already: it "
                        "would wait for itself", t->number);
}

/* `busy` is what the call returns if another thread holds the mutex. */
static enum performed lock_or(struct thread *t, struct op *op, int busy)
{
    struct mutex *m = mutex_at(op->addr);
    enum sync_state state = mutex_state(m);
    if (state != SYNC_USABLE)
        return sync_unusable(t, op, state, "mutex");
    if (m->holder == sync_held_by(t))
        return relock(t, op, m);
    if (m->holder != 0)
        return sync_return_unordered(t, op, busy);
    return take(t, op, m, 0);
}

static bool lock_enabled(const struct thread *t, const struct op *op)
{
    return mutex_free_for(t, op->addr);
}

static threadset lock_holders(const struct thread *t UNUSED, const struct op *op)
{
    return mutex_holders(op->addr);
}

static enum performed lock_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    return lock_or(t, op, EBUSY);
}

static enum idleness timedlock_idle(const struct thread *t, const struct op *op)
{
    return mutex_free_for(t, op->addr) ? IDLE_NOT : IDLE_TIME;
}

/* Always enabled: on a held mutex it times out. That it waits instead is the same thread, scheduled later. */
static enum performed timedlock_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    if (op->detail & SYNC_BAD_CLOCK)
        return sync_return(t, op, EINVAL);
    bool other = held_by_other(t, mutex_at(op->addr));
    if (other && sync_deadline_valid(op))
        sync_timed_out(t, op->arg[0]);
    return lock_or(t, op, other && !sync_deadline_valid(op) ? EINVAL : ETIMEDOUT);
}

static enum performed unlock_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    struct mutex *m = mutex_at(op->addr);
    enum sync_state state = mutex_state(m);
    if (state != SYNC_USABLE)
        return sync_unusable(t, op, state, "mutex");
    if (m->holder == sync_held_by(t))
        return sync_return(t, op, release(t, m));
    if (m->fate == MUTEX_STUCK)
        return refuse_stuck(t, m);
    if (mutex_type(m) == PTHREAD_MUTEX_RECURSIVE || mutex_type(m) == PTHREAD_MUTEX_ERRORCHECK || mutex_robust(m))
        return sync_return(t, op, EPERM);
    if (m->holder == 0)
        return world_report(t, FAULT_MISUSE, EPERM, op->addr, "unlock of a mutex that is not locked");
    return world_report(t, FAULT_MISUSE, EPERM, op->addr, "unlock of a mutex that thread %u holds", sync_holder(m->holder));
}

/* Making and destroying. arg[0]: the attributes themselves, or for <threads.h> the type; arg[1]: whether there are any. */

_Static_assert(sizeof(pthread_mutexattr_t) <= sizeof(uint64_t), "attributes fit into an operand");

static int c11_kind(uint64_t type)
{
    return type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL;
}

/* The kind that attributes ask for, or -1 if they are none. */
static int attribute_kind(const pthread_mutexattr_t *attributes)
{
    int kind = PTHREAD_MUTEX_DEFAULT, robust = PTHREAD_MUTEX_STALLED;
    if (!attributes)
        return kind;
    if (REAL(pthread_mutexattr_gettype)(attributes, &kind) != 0 || REAL(pthread_mutexattr_getrobust)(attributes, &robust) != 0)
        return -1;
    return (kind & ~KIND_ELISION) | (robust == PTHREAD_MUTEX_ROBUST ? MUTEX_ROBUST : 0);
}

/* Priorities say nothing where all orders are explored, so inheritance is accepted; but a ceiling makes locking fail. */
static bool has_ceiling(const pthread_mutexattr_t *attributes)
{
    int protocol = PTHREAD_PRIO_NONE;
    return attributes && REAL(pthread_mutexattr_getprotocol)(attributes, &protocol) == 0 && protocol == PTHREAD_PRIO_PROTECT;
}

/* In-use objects are told by their tags; all else is memory that may hold anything before it is initialized. */
static enum performed mutex_in_use(struct thread *t, struct op *op, const struct mutex *m)
{
    const char *what = op->kind == OP_MUTEX_INIT ? "init" : "destroy";
    if (m->holder != 0)
        return world_report(t, FAULT_MISUSE, EBUSY, op->addr, "%s of a mutex that thread %u holds", what,
                            sync_holder(m->holder));
    uint32_t sleepers = m->sleepers - SYNC_TAG;
    return world_report(t, FAULT_MISUSE, EBUSY, op->addr, "%s of a mutex with which %u thread%s on a condition variable", what, sleepers,
                        sleepers == 1 ? " waits" : "s wait");
}

static enum performed mutex_init_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    struct mutex *m = mutex_at(op->addr);
    const pthread_mutexattr_t *attributes = op->arg[1] ? (const void *)&op->arg[0] : NULL;
    bool c11 = op->detail & SYNC_C11;
    if (mutex_state(m) == SYNC_USABLE && !sync_may_be_abandoned(op->addr)) {
        if (m->holder != 0 || m->sleepers != 0)
            return mutex_in_use(t, op, m);
        if (m->made)
            return sync_made_already(t, op, "mutex");
    }
    int kind = c11 ? c11_kind(op->arg[0]) : attribute_kind(attributes);
    if (kind & ~(MUTEX_TYPE | MUTEX_ROBUST))
        return world_report(t, FAULT_MISUSE, EINVAL, op->addr, "mutex init with attributes that were never initialized");
    if (!c11 && has_ceiling(attributes))
        return world_report(t, FAULT_REFUSED, ENOTSUP, op->addr, "mutexes with a priority ceiling are not supported");
    mem_clear(m, sizeof(pthread_mutex_t));
    mem_set(&m->kind, kind);
    mem_set(&m->made, sync_made(op->addr));
    return sync_return(t, op, 0);
}

static enum performed mutex_destroy_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    struct mutex *m = mutex_at(op->addr);
    enum sync_state state = mutex_state(m);
    if (state != SYNC_USABLE)
        return sync_unusable(t, op, state, "mutex");
    if (m->holder != 0 || m->sleepers != 0)
        return mutex_in_use(t, op, m);
    mem_set(&m->mark, SYNC_DESTROYED);
    return sync_return(t, op, 0);
}

const struct semantics mutex_init_semantics = {.perform = mutex_init_perform};
const struct semantics mutex_destroy_semantics = {.perform = mutex_destroy_perform};
const struct semantics lock_semantics = {.enabled = lock_enabled, .perform = lock_perform, .holders = lock_holders};
const struct semantics trylock_semantics = {.perform = lock_perform, .writes = lock_enabled};
const struct semantics timedlock_semantics = {.idle = timedlock_idle, .perform = timedlock_perform, .holders = lock_holders};
const struct semantics unlock_semantics = {.perform = unlock_perform};

/* Stand-ins */

EXPORT int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attributes)
{
    if (!probe_active(m))
        return REAL(pthread_mutex_init)(m, attributes);
    return sync_announce_init(CALLER, OP_MUTEX_INIT, m, sizeof *m, attributes, sizeof *attributes);
}

EXPORT int pthread_mutex_destroy(pthread_mutex_t *m)
{
    if (!probe_active(m))
        return REAL(pthread_mutex_destroy)(m);
    return mz__announce_int(OP_MUTEX_DESTROY, m, sizeof *m, 0, 0, 0);
}

EXPORT int pthread_mutex_lock(pthread_mutex_t *m)
{
    if (!probe_active(m))
        return REAL(pthread_mutex_lock)(m);
    return mz__announce_int(OP_LOCK, m, sizeof *m, 0, 0, 0);
}

EXPORT int pthread_mutex_trylock(pthread_mutex_t *m)
{
    if (!probe_active(m))
        return REAL(pthread_mutex_trylock)(m);
    return mz__announce_int(OP_TRYLOCK, m, sizeof *m, 0, 0, 0);
}

EXPORT int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *deadline)
{
    if (!probe_active(m))
        return REAL(pthread_mutex_timedlock)(m, deadline);
    return sync_announce_until(CALLER, OP_TIMEDLOCK, m, sizeof *m, deadline);
}

EXPORT int pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock, const struct timespec *deadline)
{
    if (!probe_active(m))
        return REAL(pthread_mutex_clocklock)(m, clock, deadline);
    return sync_announce_until(CALLER, OP_TIMEDLOCK | sync_clock(clock), m, sizeof *m, deadline);
}

EXPORT int pthread_mutex_unlock(pthread_mutex_t *m)
{
    if (!probe_active(m))
        return REAL(pthread_mutex_unlock)(m);
    return mz__announce_int(OP_UNLOCK, m, sizeof *m, 0, 0, 0);
}

/* Mutexes with ceilings cannot be made. */
EXPORT int pthread_mutex_getprioceiling(const pthread_mutex_t *m, int *ceiling)
{
    if (!probe_active(m))
        return REAL(pthread_mutex_getprioceiling)(m, ceiling);
    return EINVAL;
}

EXPORT int pthread_mutex_setprioceiling(pthread_mutex_t *m, int ceiling, int *old)
{
    if (!probe_active(m))
        return REAL(pthread_mutex_setprioceiling)(m, ceiling, old);
    return EINVAL;
}
