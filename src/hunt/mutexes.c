/* mutexes.c - mutexes, reader-writer locks and spin locks. Each is tried when the thread has the token; where that says that it is busy
 * the thread waits in the scheduler until somebody unlocks it. Recursive, error-checking and robust ones are libc's own. */
#include <errno.h>

#include "hunt/checks/hunt_clocks.h"
#include "hunt/program_clock.h"
#include "hunt/mutexes.h"
#include "hunt/real.h"
#include "hunt/scheduler.h"

typedef int try_function(void *lock);

/* `holder` is a thread of the kernel's numbers; 0, or NULL, where that is not known. */
static int lock_until(void *lock, try_function *try, uint64_t deadline, const int *holder)
{
    for (;;) {
        int result = try(lock);
        if (result != EBUSY)
            return result;
        struct thread *me = hunt_self();
        me->holder = holder;
        me->is->holder = holder ? hunt_thread_of_tid((uint32_t)*holder) : 0;
        enum hunt_end end = hunt_wait(lock, deadline, HUNT_DEAF, true);
        me->holder = NULL;
        if (end == HUNT_TIMED_OUT)
            return ETIMEDOUT;
    }
}

static int try_mutex(void *m) { return REAL(pthread_mutex_trylock)(m); }
static int try_read(void *l) { return REAL(pthread_rwlock_tryrdlock)(l); }
static int try_write(void *l) { return REAL(pthread_rwlock_trywrlock)(l); }
static int try_spin(void *l) { return REAL(pthread_spin_trylock)((pthread_spinlock_t *)l); }

/* What glibc has in its mutexes: the kind, of which the two lowest bits tell those that look after their owner. */
static bool is_own(const pthread_mutex_t *m)
{
    return m->__data.__owner && (uint32_t)m->__data.__owner == hunt_self()->is->tid;
}

static bool is_error_checking(const pthread_mutex_t *m)
{
    return (m->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK_NP;
}

static bool is_shared(const pthread_mutex_t *m)
{
    return m->__data.__kind & 128;
}

int hunt_lock_mutex(pthread_mutex_t *m, uint64_t deadline)
{
    if (is_error_checking(m) && is_own(m))
        return REAL(pthread_mutex_lock)(m);
    if (is_shared(m) && deadline == HUNT_NEVER) {
        int result = REAL(pthread_mutex_trylock)(m);
        if (result != EBUSY)
            return result;
        HUNT_OUTSIDE(int, REAL(pthread_mutex_lock)(m));
    }
    return lock_until(m, try_mutex, deadline, &m->__data.__owner);
}

int hunt_unlock_mutex(pthread_mutex_t *m)
{
    int result = REAL(pthread_mutex_unlock)(m);
    hunt_wake(m);
    return result;
}

/* --- mutexes ---------------------------------------------------------------------------------------------------------------- */

EXPORT int pthread_mutex_lock(pthread_mutex_t *m)
{
    return hunt_point(HUNT_LOCK, m, HUNT_CALLER) ? hunt_lock_mutex(m, HUNT_NEVER) : REAL(pthread_mutex_lock)(m);
}

EXPORT int pthread_mutex_trylock(pthread_mutex_t *m)
{
    hunt_point(HUNT_TRYLOCK, m, HUNT_CALLER);
    return REAL(pthread_mutex_trylock)(m);
}

EXPORT int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *until)
{
    if (!clock_is_valid(until) || !hunt_point(HUNT_LOCK, m, HUNT_CALLER))
        return REAL(pthread_mutex_timedlock)(m, until);
    return hunt_lock_mutex(m, clock_deadline(CLOCK_REALTIME, until));
}

EXPORT int pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock, const struct timespec *until)
{
    if (!clock_is_valid(until) || !clock_is_known(clock) || !hunt_point(HUNT_LOCK, m, HUNT_CALLER))
        return REAL(pthread_mutex_clocklock)(m, clock, until);
    return hunt_lock_mutex(m, clock_deadline(clock, until));
}

EXPORT int pthread_mutex_unlock(pthread_mutex_t *m)
{
    return hunt_point(HUNT_UNLOCK, m, HUNT_CALLER) ? hunt_unlock_mutex(m) : REAL(pthread_mutex_unlock)(m);
}

EXPORT int pthread_mutex_destroy(pthread_mutex_t *m)
{
    hunt_point(HUNT_DESTROY, m, HUNT_CALLER);
    return REAL(pthread_mutex_destroy)(m);
}

/* --- reader-writer locks: readers learn from writers, and writers from both --------------------------------------------------- */

static const volatile void *readers_of(const pthread_rwlock_t *l) { return (const char *)l + 1; }

static int ordered(const pthread_rwlock_t *l, bool writes, int result)
{
    if (result != 0)
        return result;
    order_learn(l);
    if (writes)
        order_learn(readers_of(l));
    return result;
}

static bool is_writer(const pthread_rwlock_t *l)
{
    return l->__data.__cur_writer && hunt_self() && (uint32_t)l->__data.__cur_writer == hunt_self()->is->tid;
}

static int lock_rw(pthread_rwlock_t *l, bool writes, uint64_t deadline)
{
    if (is_writer(l))
        return EDEADLK;
    try_function *try = writes ? try_write : try_read;
    if (l->__data.__shared && deadline == HUNT_NEVER) {
        int result = ordered(l, writes, try(l));
        if (result != EBUSY)
            return result;
        HUNT_OUTSIDE(int, writes ? REAL(pthread_rwlock_wrlock)(l) : REAL(pthread_rwlock_rdlock)(l));
    }
    return ordered(l, writes, lock_until(l, try, deadline, &l->__data.__cur_writer));
}

EXPORT int pthread_rwlock_rdlock(pthread_rwlock_t *l)
{
    return hunt_point(HUNT_RDLOCK, l, HUNT_CALLER) ? lock_rw(l, false, HUNT_NEVER) : REAL(pthread_rwlock_rdlock)(l);
}

EXPORT int pthread_rwlock_wrlock(pthread_rwlock_t *l)
{
    return hunt_point(HUNT_WRLOCK, l, HUNT_CALLER) ? lock_rw(l, true, HUNT_NEVER) : REAL(pthread_rwlock_wrlock)(l);
}

EXPORT int pthread_rwlock_tryrdlock(pthread_rwlock_t *l)
{
    hunt_point(HUNT_TRYLOCK, l, HUNT_CALLER);
    return ordered(l, false, REAL(pthread_rwlock_tryrdlock)(l));
}

EXPORT int pthread_rwlock_trywrlock(pthread_rwlock_t *l)
{
    hunt_point(HUNT_TRYLOCK, l, HUNT_CALLER);
    return ordered(l, true, REAL(pthread_rwlock_trywrlock)(l));
}

/* X(name, writes, clock, parameters, arguments) */
#define TIMED_RW(X) \
    X(pthread_rwlock_timedrdlock, false, CLOCK_REALTIME, (pthread_rwlock_t *l, const struct timespec *until), (l, until)) \
    X(pthread_rwlock_timedwrlock, true, CLOCK_REALTIME, (pthread_rwlock_t *l, const struct timespec *until), (l, until)) \
    X(pthread_rwlock_clockrdlock, false, clock, (pthread_rwlock_t *l, clockid_t clock, const struct timespec *until), (l, clock, until)) \
    X(pthread_rwlock_clockwrlock, true, clock, (pthread_rwlock_t *l, clockid_t clock, const struct timespec *until), (l, clock, until))

#define DEFINE_TIMED_RW(name, writes, clock, parameters, arguments)                                                    \
    EXPORT int name parameters                                                                                         \
    {                                                                                                                  \
        if (!clock_is_valid(until) || !clock_is_known(clock) || !hunt_point(writes ? HUNT_WRLOCK : HUNT_RDLOCK, l, HUNT_CALLER)) \
            return REAL(name) arguments;                                                                               \
        return lock_rw(l, writes, clock_deadline(clock, until));                                                       \
    }
TIMED_RW(DEFINE_TIMED_RW)

static int unlocked(const volatile void *lock, bool controlled, int result)
{
    if (controlled)
        hunt_wake(lock);
    return result;
}

EXPORT int pthread_rwlock_unlock(pthread_rwlock_t *l)
{
    bool controlled = hunt_point(HUNT_RWUNLOCK, l, HUNT_CALLER);
    order_tell(is_writer(l) ? l : readers_of(l));
    return unlocked(l, controlled, REAL(pthread_rwlock_unlock)(l));
}

/* --- spin locks ------------------------------------------------------------------------------------------------------------- */

/* Who holds them, which libc does not know: of two that share a place the second one's holder is not known. */
static struct spin {
    const volatile void *lock;
    int holder; /* as the kernel counts; 0: nobody */
} spins[256];

static struct spin *spin_of(const volatile void *l)
{
    return &spins[((uintptr_t)l >> 2) % (sizeof spins / sizeof *spins)];
}

static int took_spin(const volatile void *l, int result)
{
    struct spin *s = spin_of(l);
    if (result == 0 && !s->holder && hunt_self())
        *s = (struct spin){.lock = l, .holder = (int)hunt_self()->is->tid};
    return result;
}

EXPORT int pthread_spin_lock(pthread_spinlock_t *l)
{
    if (!hunt_point(HUNT_LOCK, l, HUNT_CALLER))
        return REAL(pthread_spin_lock)(l);
    const struct spin *s = spin_of(l);
    int result = try_spin((void *)(uintptr_t)l);
    if (result == EBUSY)
        result = lock_until((void *)(uintptr_t)l, try_spin, HUNT_NEVER, s->lock == l ? &s->holder : NULL);
    return took_spin(l, result);
}

EXPORT int pthread_spin_trylock(pthread_spinlock_t *l)
{
    hunt_point(HUNT_TRYLOCK, l, HUNT_CALLER);
    return took_spin(l, REAL(pthread_spin_trylock)(l));
}

EXPORT int pthread_spin_unlock(pthread_spinlock_t *l)
{
    bool controlled = hunt_point(HUNT_UNLOCK, l, HUNT_CALLER);
    if (spin_of(l)->lock == l)
        spin_of(l)->holder = 0;
    return unlocked(l, controlled, REAL(pthread_spin_unlock)(l));
}

/* --- sections of <mazurka.h> and of SV-COMP: one lock for all -------------------------------------------------------------------- */

static pthread_mutex_t section = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

#define SECTION_CALL(name, action) \
    EXPORT void name(void);        \
    EXPORT void name(void) { action(&section); }
SECTION_CALL(mz_atomic_begin, pthread_mutex_lock)
SECTION_CALL(mz_atomic_end, pthread_mutex_unlock)
SECTION_CALL(__VERIFIER_atomic_begin, pthread_mutex_lock)
SECTION_CALL(__VERIFIER_atomic_end, pthread_mutex_unlock)
