/* rwlock.c - pthread_rwlock_*.
 *
 * A lock that could be given is given to whoever is scheduled, so the orders of readers and writers are explored, whatever glibc
 * prefers. One kind of lock forbids more: with PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP a writer that waits keeps all readers out,
 * also one that holds the lock already, which then waits for itself. So a writer of such a lock takes a step to begin to wait, and
 * who waits is kept in the object. (The other two kinds do not differ in glibc.)
 *
 * A thread may hold a lock for reading several times; how often is kept in a short table in the object, sorted so that equal states
 * are equal bytes.
 */
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#include "probe/families.h"
#include "probe/libc.h"
#include "probe/sync/members.h"
#include "probe/sync/sync.h"
#include "world/world.h"

enum { AGAIN_ENTRIES = 10, AGAIN_BITS = MAX_THREADS > 64 ? 8 : 10, AGAIN_MAX = (1 << AGAIN_BITS) - 1 };

struct rwlock {
    uint32_t  holder;               /* 0: free; RWLOCK_READ; else the writer, by sync_held_by() */
    uint32_t  mark;                 /* SYNC_DESTROYED, or 0 */
    struct members readers;
    struct members writers;         /* that wait, if they come first */
    uint32_t  made;                 /* sync_made(), or 0 */
    uint16_t  again[AGAIN_ENTRIES]; /* thread << AGAIN_BITS | read locks beyond its first; 0: unused, at the end */
};

#define RWLOCK_READ (SYNC_TAG | 0xff00)

_Static_assert(sizeof(struct rwlock) <= offsetof(pthread_rwlock_t, __data.__flags), "static initializers set the flags");

static struct rwlock *rwlock_at(const struct op *op)
{
    return (struct rwlock *)op->addr;
}

static enum sync_state rwlock_state(const struct rwlock *l)
{
    if (l->mark == SYNC_DESTROYED)
        return SYNC_WAS_DESTROYED;
    enum sync_state made = sync_made_state(l->made, l);
    if (made != SYNC_USABLE)
        return l->mark == 0 ? made : SYNC_IS_NONE;
    bool known = l->holder == 0 || l->holder == RWLOCK_READ || sync_is_holder(l->holder);
    bool plausible = l->mark == 0 && known && (l->holder == RWLOCK_READ) == members_any(&l->readers);
    return plausible ? SYNC_USABLE : SYNC_IS_NONE;
}

static bool reads(const struct thread *t, const struct rwlock *l)
{
    return threadset_has(members_of(&l->readers), t->number);
}

static bool writes(const struct thread *t, const struct rwlock *l)
{
    return l->holder == sync_held_by(t);
}

static bool writers_first(const struct rwlock *l)
{
    return ((const pthread_rwlock_t *)l)->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
}

/* Read locks held more than once */

static unsigned again_find(const struct rwlock *l, tid t)
{
    unsigned i = 0;
    while (i < AGAIN_ENTRIES && l->again[i] != 0 && l->again[i] >> AGAIN_BITS < (int)t)
        i++;
    return i;
}

static bool again_is(const struct rwlock *l, unsigned i, tid t)
{
    return i < AGAIN_ENTRIES && l->again[i] != 0 && l->again[i] >> AGAIN_BITS == (int)t;
}

static bool again_add(struct rwlock *l, tid t)
{
    unsigned i = again_find(l, t);
    bool present = again_is(l, i, t);
    if (present ? (l->again[i] & AGAIN_MAX) == AGAIN_MAX : l->again[AGAIN_ENTRIES - 1] != 0)
        return false;
    mem_will_write(l->again, sizeof l->again);
    if (present) {
        l->again[i]++;
        return true;
    }
    memmove(&l->again[i + 1], &l->again[i], (AGAIN_ENTRIES - 1 - i) * sizeof l->again[0]);
    l->again[i] = (uint16_t)(t << AGAIN_BITS | 1);
    return true;
}

static bool again_remove(struct rwlock *l, tid t)
{
    unsigned i = again_find(l, t);
    if (!again_is(l, i, t))
        return false;
    mem_will_write(l->again, sizeof l->again);
    if ((--l->again[i] & AGAIN_MAX) == 0) {
        memmove(&l->again[i], &l->again[i + 1], (AGAIN_ENTRIES - 1 - i) * sizeof l->again[0]);
        l->again[AGAIN_ENTRIES - 1] = 0;
    }
    return true;
}

/* Locking. A thread that would wait for itself is enabled, so that it is reported. */

static bool rdlock_free(const struct thread *t, const struct rwlock *l)
{
    bool to_have = l->holder == 0 || l->holder == RWLOCK_READ;
    return (to_have && !members_any(&l->writers)) || writes(t, l) || rwlock_state(l) != SYNC_USABLE;
}

static bool wrlock_free(const struct thread *t, const struct rwlock *l)
{
    return l->holder == 0 || reads(t, l) || writes(t, l) || rwlock_state(l) != SYNC_USABLE;
}

static bool rdlock_enabled(const struct thread *t, const struct op *op)
{
    return rdlock_free(t, rwlock_at(op));
}

static bool trywrlock_writes(const struct thread *t, const struct op *op)
{
    return wrlock_free(t, rwlock_at(op));
}

/* It is not waiting yet, and others notice if it is? */
static bool may_begin_to_wait(const struct op *op)
{
    return op->kind != OP_TRYWRLOCK && !(op->detail & SYNC_WAITS) && writers_first(rwlock_at(op));
}

static bool wrlock_enabled(const struct thread *t, const struct op *op)
{
    return wrlock_free(t, rwlock_at(op)) || may_begin_to_wait(op);
}

static threadset rwlock_holders(const struct thread *t UNUSED, const struct op *op)
{
    const struct rwlock *l = rwlock_at(op);
    return l->holder == RWLOCK_READ ? members_of(&l->readers) : sync_holders(l->holder);
}

/* A reader waits for writers that wait, but not for what may time out. */
static threadset rdlock_holders(const struct thread *t, const struct op *op)
{
    const struct rwlock *l = rwlock_at(op);
    threadset first = NO_THREADS;
    if (l->holder != 0 && l->holder != RWLOCK_READ)
        return rwlock_holders(t, op);
    THREADSET_EACH(writer, members_of(&l->writers))
        if (world_thread(writer)->op.kind == OP_WRLOCK)
            first |= threadset_of(writer);
    return first;
}

static enum performed begin_to_wait(struct thread *t, struct op *op, struct rwlock *l)
{
    if (!members_add(&l->writers, t))
        return members_refused(t, op);
    t->op.detail = op->detail | SYNC_WAITS;
    return PERFORM_PENDING;
}

static void end_waiting(const struct thread *t, const struct op *op, struct rwlock *l)
{
    if (op->detail & SYNC_WAITS)
        members_remove(&l->writers, sync_self(t));
}

static enum performed take_for_reading(struct thread *t, struct op *op, struct rwlock *l)
{
    if (reads(t, l)) {
        if (!again_add(l, t->number))
            return world_report(t, FAULT_REFUSED, EAGAIN, op->addr, "a read-write lock that more than %d threads hold "
                                "for reading more than once, or one thread more than %d times, is not supported",
                                AGAIN_ENTRIES, AGAIN_MAX + 1);
        return sync_return(t, op, 0);
    }
    if (!members_add(&l->readers, t))
        return members_refused(t, op);
    mem_set(&l->holder, RWLOCK_READ);
    return sync_return(t, op, 0);
}

/* `busy` is what the call returns if the lock cannot be had; `own` likewise if that is because t writes. 0: report it. */
static enum performed rdlock_or(struct thread *t, struct op *op, int busy, int own)
{
    struct rwlock *l = rwlock_at(op);
    enum sync_state state = rwlock_state(l);
    if (state != SYNC_USABLE)
        return sync_unusable(t, op, state, "read-write lock");
    if (writes(t, l) && own == 0)
        return world_report(t, FAULT_MISUSE, EDEADLK, op->addr, "rdlock of a read-write lock that thread %u itself holds "
                            "for writing: it would wait for itself", t->number);
    if (!rdlock_free(t, l) && busy == ETIMEDOUT)
        sync_timed_out(t, op->arg[0]);
    if (!rdlock_free(t, l) || writes(t, l))
        return sync_return_unordered(t, op, writes(t, l) ? own : busy);
    return take_for_reading(t, op, l);
}

static enum performed wrlock_or(struct thread *t, struct op *op, int busy, int own)
{
    struct rwlock *l = rwlock_at(op);
    enum sync_state state = rwlock_state(l);
    if (state != SYNC_USABLE)
        return sync_unusable(t, op, state, "read-write lock");
    if ((writes(t, l) || reads(t, l)) && own == 0)
        return world_report(t, FAULT_MISUSE, EDEADLK, op->addr, "wrlock of a read-write lock that thread %u itself holds "
                            "for %s: it would wait for itself", t->number, writes(t, l) ? "writing" : "reading");
    if (!wrlock_free(t, l) && may_begin_to_wait(op))
        return begin_to_wait(t, op, l);
    if (!wrlock_free(t, l) && busy == ETIMEDOUT)
        sync_timed_out(t, op->arg[0]);
    end_waiting(t, op, l);
    if (l->holder != 0)
        return sync_return_unordered(t, op, writes(t, l) ? own : busy);
    mem_set(&l->holder, sync_held_by(t));
    return sync_return(t, op, 0);
}

static enum idleness timedrdlock_idle(const struct thread *t, const struct op *op)
{
    return rdlock_free(t, rwlock_at(op)) ? IDLE_NOT : IDLE_TIME;
}

static enum idleness timedwrlock_idle(const struct thread *t, const struct op *op)
{
    return wrlock_free(t, rwlock_at(op)) || may_begin_to_wait(op) ? IDLE_NOT : IDLE_TIME;
}

static enum performed rdlock_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    return rdlock_or(t, op, EBUSY, 0);
}

static enum performed wrlock_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    return wrlock_or(t, op, EBUSY, 0);
}

static enum performed tryrdlock_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    return rdlock_or(t, op, EBUSY, EBUSY);
}

static enum performed trywrlock_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    return wrlock_or(t, op, EBUSY, EBUSY);
}

/* As in glibc a bad deadline is an error also if the lock could be had at once. */
static enum performed timedrdlock_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    return sync_deadline_valid(op) ? rdlock_or(t, op, ETIMEDOUT, EDEADLK) : sync_return(t, op, EINVAL);
}

static enum performed timedwrlock_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    return sync_deadline_valid(op) ? wrlock_or(t, op, ETIMEDOUT, EDEADLK) : sync_return(t, op, EINVAL);
}

static enum performed rwunlock_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    struct rwlock *l = rwlock_at(op);
    enum sync_state state = rwlock_state(l);
    if (state != SYNC_USABLE)
        return sync_unusable(t, op, state, "read-write lock");
    if (!reads(t, l) && !writes(t, l))
        return world_report(t, FAULT_MISUSE, EPERM, op->addr,
                            l->holder ? "unlock of a read-write lock that thread %u does not hold, but others do"
                                      : "unlock of a read-write lock that is not locked (thread %u)", t->number);
    if (reads(t, l) && again_remove(l, t->number))
        return sync_return(t, op, 0);
    members_remove(&l->readers, sync_self(t));
    mem_set(&l->holder, members_any(&l->readers) ? RWLOCK_READ : 0);
    return sync_return(t, op, 0);
}

/* Making and destroying. Of the attributes only the kind counts, not whether processes share the lock. */

static enum performed rwlock_in_use(struct thread *t, struct op *op, const char *what)
{
    threadset holders = rwlock_holders(t, op);
    bool held = threadset_any(holders);
    return world_report(t, FAULT_MISUSE, EBUSY, op->addr, "%s of a read-write lock that thread %u %s", what,
                        threadset_first(held ? holders : members_of(&rwlock_at(op)->writers)), held ? "holds" : "waits for");
}

/* Attributes as one word; all are the default where the word is 0. */
static int rwlock_kind(uint64_t word)
{
    int kind = PTHREAD_RWLOCK_DEFAULT_NP;
    REAL(pthread_rwlockattr_getkind_np)((const pthread_rwlockattr_t *)&word, &kind);
    return kind;
}

static enum performed rwlock_init_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    struct rwlock *l = rwlock_at(op);
    if (rwlock_state(l) == SYNC_USABLE && !sync_may_be_abandoned(op->addr)) {
        if (l->holder != 0 || members_any(&l->writers))
            return rwlock_in_use(t, op, "init");
        if (l->made)
            return sync_made_already(t, op, "read-write lock");
    }
    unsigned kind = (unsigned)rwlock_kind(op->arg[0]);
    mem_clear(l, sizeof(pthread_rwlock_t));
    mem_set(&((pthread_rwlock_t *)l)->__data.__flags, kind);
    mem_set(&l->made, sync_made(op->addr));
    return sync_return(t, op, 0);
}

static enum performed rwlock_destroy_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    struct rwlock *l = rwlock_at(op);
    enum sync_state state = rwlock_state(l);
    if (state != SYNC_USABLE)
        return sync_unusable(t, op, state, "read-write lock");
    if (l->holder != 0 || members_any(&l->writers))
        return rwlock_in_use(t, op, "destroy");
    mem_set(&l->mark, SYNC_DESTROYED);
    return sync_return(t, op, 0);
}

const struct semantics rwlock_init_semantics = {.perform = rwlock_init_perform};
const struct semantics rwlock_destroy_semantics = {.perform = rwlock_destroy_perform};
const struct semantics rdlock_semantics = {.enabled = rdlock_enabled, .perform = rdlock_perform, .holders = rdlock_holders};
const struct semantics tryrdlock_semantics = {.perform = tryrdlock_perform, .writes = rdlock_enabled};
const struct semantics timedrdlock_semantics = {.idle = timedrdlock_idle, .perform = timedrdlock_perform, .holders = rdlock_holders};
const struct semantics wrlock_semantics = {.enabled = wrlock_enabled, .perform = wrlock_perform, .holders = rwlock_holders};
const struct semantics trywrlock_semantics = {.perform = trywrlock_perform, .writes = trywrlock_writes};
const struct semantics timedwrlock_semantics = {.idle = timedwrlock_idle, .perform = timedwrlock_perform, .holders = rwlock_holders};
const struct semantics rwunlock_semantics = {.perform = rwunlock_perform};

/* Stand-ins */

EXPORT int pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *attributes)
{
    if (!probe_active(l))
        return REAL(pthread_rwlock_init)(l, attributes);
    return sync_announce_init(CALLER, OP_RWLOCK_INIT, l, sizeof *l, attributes, sizeof *attributes);
}

EXPORT int pthread_rwlock_destroy(pthread_rwlock_t *l)
{
    if (!probe_active(l))
        return REAL(pthread_rwlock_destroy)(l);
    return mz__announce_int(OP_RWLOCK_DESTROY, l, sizeof *l, 0, 0, 0);
}

EXPORT int pthread_rwlock_rdlock(pthread_rwlock_t *l)
{
    if (!probe_active(l))
        return REAL(pthread_rwlock_rdlock)(l);
    return mz__announce_int(OP_RDLOCK, l, sizeof *l, 0, 0, 0);
}

EXPORT int pthread_rwlock_tryrdlock(pthread_rwlock_t *l)
{
    if (!probe_active(l))
        return REAL(pthread_rwlock_tryrdlock)(l);
    return mz__announce_int(OP_TRYRDLOCK, l, sizeof *l, 0, 0, 0);
}

EXPORT int pthread_rwlock_timedrdlock(pthread_rwlock_t *l, const struct timespec *deadline)
{
    if (!probe_active(l))
        return REAL(pthread_rwlock_timedrdlock)(l, deadline);
    return sync_announce_until(CALLER, OP_TIMEDRDLOCK, l, sizeof *l, deadline);
}

EXPORT int pthread_rwlock_clockrdlock(pthread_rwlock_t *l, clockid_t clock, const struct timespec *deadline)
{
    if (!probe_active(l))
        return REAL(pthread_rwlock_clockrdlock)(l, clock, deadline);
    return sync_announce_until(CALLER, OP_TIMEDRDLOCK | sync_clock(clock), l, sizeof *l, deadline);
}

EXPORT int pthread_rwlock_wrlock(pthread_rwlock_t *l)
{
    if (!probe_active(l))
        return REAL(pthread_rwlock_wrlock)(l);
    return mz__announce_int(OP_WRLOCK, l, sizeof *l, 0, 0, 0);
}

EXPORT int pthread_rwlock_trywrlock(pthread_rwlock_t *l)
{
    if (!probe_active(l))
        return REAL(pthread_rwlock_trywrlock)(l);
    return mz__announce_int(OP_TRYWRLOCK, l, sizeof *l, 0, 0, 0);
}

EXPORT int pthread_rwlock_timedwrlock(pthread_rwlock_t *l, const struct timespec *deadline)
{
    if (!probe_active(l))
        return REAL(pthread_rwlock_timedwrlock)(l, deadline);
    return sync_announce_until(CALLER, OP_TIMEDWRLOCK, l, sizeof *l, deadline);
}

EXPORT int pthread_rwlock_clockwrlock(pthread_rwlock_t *l, clockid_t clock, const struct timespec *deadline)
{
    if (!probe_active(l))
        return REAL(pthread_rwlock_clockwrlock)(l, clock, deadline);
    return sync_announce_until(CALLER, OP_TIMEDWRLOCK | sync_clock(clock), l, sizeof *l, deadline);
}

EXPORT int pthread_rwlock_unlock(pthread_rwlock_t *l)
{
    if (!probe_active(l))
        return REAL(pthread_rwlock_unlock)(l);
    return mz__announce_int(OP_RWUNLOCK, l, sizeof *l, 0, 0, 0);
}
