/* conditions.c - condition variables, semaphores, barriers and pthread_once.
 *
 * Conditions and barriers are the scheduler's own: the real object is not touched, unless it is shared with other processes. Semaphores
 * are tried like mutexes. */
#include <errno.h>
#include <string.h>

#include "hunt/checks/hunt_clocks.h"
#include "hunt/program_clock.h"
#include "hunt/mutexes.h"
#include "hunt/real.h"
#include "hunt/scheduler.h"

/* --- condition variables ---------------------------------------------------------------------------------------------------- */

/* glibc: bit 0 of the references says that it is shared, bit 1 that its clock is the monotonic one. */
static bool is_shared(const pthread_cond_t *c) { return c->__data.__wrefs & 1; }
static clockid_t clock_of(const pthread_cond_t *c) { return c->__data.__wrefs & 2 ? CLOCK_MONOTONIC : CLOCK_REALTIME; }

static void lock_again(void *mutex)
{
    hunt_lock_mutex(mutex, HUNT_NEVER);
    order_learn(mutex);
}

/* A thread that is cancelled has the mutex when its handlers run. */
static int wait_on(pthread_cond_t *c, pthread_mutex_t *m, uint64_t deadline)
{
    enum hunt_end end;
    int locked = 0, unlocked;
    pthread_testcancel();
    order_tell(m);
    unlocked = hunt_unlock_mutex(m);
    if (unlocked != 0)
        return unlocked;
    pthread_cleanup_push(lock_again, m);
    end = hunt_wait(c, deadline, HUNT_DEAF, false);
    if (hunt_self()->cancelled)
        pthread_testcancel();
    pthread_cleanup_pop(0);
    hunt_self()->is->kind = HUNT_LOCK;
    locked = hunt_lock_mutex(m, HUNT_NEVER);
    order_learn(m);
    return locked ? locked : end == HUNT_TIMED_OUT ? ETIMEDOUT : 0;
}

EXPORT int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    if (!hunt_point(HUNT_WAIT, c, HUNT_CALLER))
        return REAL(pthread_cond_wait)(c, m);
    if (!is_shared(c))
        return wait_on(c, m, HUNT_NEVER);
    order_tell(m);
    HUNT_OUTSIDE(int, REAL(pthread_cond_wait)(c, m));
}

EXPORT int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until)
{
    if (!clock_is_valid(until) || !hunt_point(HUNT_WAIT, c, HUNT_CALLER))
        return REAL(pthread_cond_timedwait)(c, m, until);
    struct timespec kernels = clock_to_kernel(until);
    if (!is_shared(c))
        return wait_on(c, m, clock_deadline(clock_of(c), until));
    order_tell(m);
    HUNT_OUTSIDE(int, REAL(pthread_cond_timedwait)(c, m, &kernels));
}

EXPORT int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock, const struct timespec *until)
{
    if (!clock_is_valid(until) || !clock_is_known(clock) || !hunt_point(HUNT_WAIT, c, HUNT_CALLER))
        return REAL(pthread_cond_clockwait)(c, m, clock, until);
    struct timespec kernels = clock_to_kernel(until);
    if (!is_shared(c))
        return wait_on(c, m, clock_deadline(clock, until));
    order_tell(m);
    HUNT_OUTSIDE(int, REAL(pthread_cond_clockwait)(c, m, clock, &kernels));
}

EXPORT int pthread_cond_signal(pthread_cond_t *c)
{
    if (!hunt_point(HUNT_SIGNAL, c, HUNT_CALLER) || is_shared(c))
        return REAL(pthread_cond_signal)(c);
    hunt_wake_some(c, 1);
    return 0;
}

EXPORT int pthread_cond_broadcast(pthread_cond_t *c)
{
    if (!hunt_point(HUNT_BROADCAST, c, HUNT_CALLER) || is_shared(c))
        return REAL(pthread_cond_broadcast)(c);
    hunt_wake(c);
    return 0;
}

EXPORT int pthread_cond_destroy(pthread_cond_t *c)
{
    hunt_point(HUNT_DESTROY, c, HUNT_CALLER);
    return REAL(pthread_cond_destroy)(c);
}

/* --- semaphores ------------------------------------------------------------------------------------------------------------- */

static int semaphore_until(sem_t *s, uint64_t deadline)
{
    int error = errno;
    for (;;) {
        pthread_testcancel();
        if (REAL(sem_trywait)(s) == 0)
            break;
        if (errno != EAGAIN)
            return -1;
        enum hunt_end end = hunt_wait(s, deadline, HUNT_RESTARTS, true);
        if (end != HUNT_WOKEN) {
            errno = end == HUNT_TIMED_OUT ? ETIMEDOUT : EINTR;
            return -1;
        }
    }
    errno = error;
    return 0;
}

/* Another process may post it: then the kernel waits. glibc has that in the word behind the value. */
static bool is_semaphore_shared(const sem_t *s)
{
    int word;
    memcpy(&word, (const char *)s + sizeof(uint64_t), sizeof word);
    return word != 0;
}

EXPORT int sem_wait(sem_t *s)
{
    if (!hunt_point(HUNT_SEM_WAIT, s, HUNT_CALLER))
        return REAL(sem_wait)(s);
    if (!is_semaphore_shared(s))
        return semaphore_until(s, HUNT_NEVER);
    int error = errno;
    if (REAL(sem_trywait)(s) == 0)
        return 0;
    errno = error;
    HUNT_OUTSIDE(int, REAL(sem_wait)(s));
}

EXPORT int sem_trywait(sem_t *s)
{
    hunt_point(HUNT_TRYLOCK, s, HUNT_CALLER);
    return REAL(sem_trywait)(s);
}

EXPORT int sem_timedwait(sem_t *s, const struct timespec *until)
{
    if (!clock_is_valid(until) || !hunt_point(HUNT_SEM_WAIT, s, HUNT_CALLER))
        return REAL(sem_timedwait)(s, until);
    struct timespec kernels = clock_to_kernel(until);
    if (is_semaphore_shared(s))
        HUNT_OUTSIDE(int, REAL(sem_timedwait)(s, &kernels));
    return semaphore_until(s, clock_deadline(CLOCK_REALTIME, until));
}

EXPORT int sem_clockwait(sem_t *s, clockid_t clock, const struct timespec *until)
{
    if (!clock_is_valid(until) || !clock_is_known(clock) || !hunt_point(HUNT_SEM_WAIT, s, HUNT_CALLER))
        return REAL(sem_clockwait)(s, clock, until);
    struct timespec kernels = clock_to_kernel(until);
    if (is_semaphore_shared(s))
        HUNT_OUTSIDE(int, REAL(sem_clockwait)(s, clock, &kernels));
    return semaphore_until(s, clock_deadline(clock, until));
}

EXPORT int sem_post(sem_t *s)
{
    bool controlled = hunt_point(HUNT_SEM_POST, s, HUNT_CALLER);
    int result = REAL(sem_post)(s);
    if (controlled)
        hunt_wake(s);
    return result;
}

/* --- barriers: counted here. One that was initialized before, or is shared, is left to the kernel --------------------------- */

enum { BARRIERS = 256 };
static struct {
    const pthread_barrier_t *at;
    unsigned needed, arrived, round;
} barriers[BARRIERS];

static unsigned barrier_find(const pthread_barrier_t *b)
{
    unsigned i = 0;
    while (i < BARRIERS && barriers[i].at != b)
        i++;
    return i;
}

EXPORT int pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *attributes, unsigned count)
{
    int shared = PTHREAD_PROCESS_PRIVATE, result = REAL(pthread_barrier_init)(b, attributes, count);
    if (attributes)
        pthread_barrierattr_getpshared(attributes, &shared);
    unsigned i = barrier_find(b) < BARRIERS ? barrier_find(b) : barrier_find(NULL);
    if (result == 0 && shared == PTHREAD_PROCESS_PRIVATE && i < BARRIERS) {
        barriers[i].at = b;
        barriers[i].needed = count;
        barriers[i].arrived = 0;
    }
    return result;
}

EXPORT int pthread_barrier_wait(pthread_barrier_t *b)
{
    unsigned i = barrier_find(b);
    if (!hunt_point(HUNT_BARRIER, b, HUNT_CALLER))
        return REAL(pthread_barrier_wait)(b);
    if (i == BARRIERS) {
        hunt_leave();
        int result = REAL(pthread_barrier_wait)(b);
        hunt_return();
        return result;
    }
    unsigned round = barriers[i].round;
    const volatile char *meeting = (const volatile char *)b + round % 2; /* not that of who has come to the next round meanwhile */
    order_tell(meeting);
    bool last = ++barriers[i].arrived == barriers[i].needed;
    if (last) {
        barriers[i].arrived = 0;
        barriers[i].round++;
        hunt_wake(b);
    }
    while (round == barriers[i].round)
        hunt_wait(b, HUNT_NEVER, HUNT_DEAF, false);
    order_learn(meeting);
    return last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

EXPORT int pthread_barrier_destroy(pthread_barrier_t *b)
{
    unsigned i = barrier_find(b);
    hunt_point(HUNT_DESTROY, b, HUNT_CALLER);
    if (i < BARRIERS)
        barriers[i].at = NULL;
    return REAL(pthread_barrier_destroy)(b);
}

/* --- once: whoever comes while the routine runs waits here. glibc: 2 is done ------------------------------------------------ */

enum { ONCES = 64, ONCE_DONE = 2 };
static const volatile void *running[ONCES];

static unsigned once_find(const volatile void *control)
{
    unsigned i = 0;
    while (i < ONCES && running[i] != control)
        i++;
    return i;
}

struct once {
    unsigned place;
    const volatile void *control;
};

/* Also where the routine is left by an exception, or cancelled. */
static void once_over(struct once *o)
{
    order_tell(o->control);
    if (o->place < ONCES)
        running[o->place] = NULL;
    hunt_wake(o->control);
}

static void once_wait(const volatile void *control)
{
    while (once_find(control) < ONCES)
        hunt_wait(control, HUNT_NEVER, HUNT_DEAF, false);
}

EXPORT int pthread_once(pthread_once_t *control, void (*routine)(void))
{
    if (__atomic_load_n(control, __ATOMIC_ACQUIRE) == ONCE_DONE || !hunt_point(HUNT_ONCE, control, HUNT_CALLER)) {
        order_learn(control);
        return REAL(pthread_once)(control, routine);
    }
    once_wait(control);
    if (__atomic_load_n(control, __ATOMIC_ACQUIRE) == ONCE_DONE)
        return 0;
    struct once o __attribute__((cleanup(once_over))) = {.place = once_find(NULL), .control = control};
    if (o.place < ONCES)
        running[o.place] = control;
    return REAL(pthread_once)(control, routine);
}

EXPORT void call_once(once_flag *flag, void (*routine)(void))
{
    pthread_once((pthread_once_t *)flag, routine);
}
