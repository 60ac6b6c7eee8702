/* threads.c - threads begin and end in the scheduler. A thread has ended when the destructors of its thread-specific data have run:
 * those of C++ run before, and ours asks to be called again until the last round. */
#include <errno.h>
#include <limits.h>

#include "hunt/checks/hunt_clocks.h"
#include "hunt/program_clock.h"
#include "hunt/real.h"
#include "hunt/scheduler.h"
#include "hunt/threads.h"

static pthread_key_t key;

static void destroy(void *round)
{
    intptr_t left = (intptr_t)round - 1;
    if (left > 0 && pthread_setspecific(key, (void *)left) == 0)
        return;
    if (hunt_self())
        hunt_thread_end();
}

void threads_begin(void)
{
    pthread_key_create(&key, destroy);
    hunt_thread_watch_end();
}

void hunt_thread_watch_end(void)
{
    pthread_setspecific(key, (void *)(intptr_t)PTHREAD_DESTRUCTOR_ITERATIONS);
}

static void *run_thread(void *thread)
{
    struct thread *t = thread;
    hunt_thread_watch_end();
    hunt_thread_begin(t);
    return t->routine(t->routine_argument);
}

EXPORT int pthread_create(pthread_t *handle, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument)
{
    int state = PTHREAD_CREATE_JOINABLE;
    struct thread *t = hunt_point(HUNT_CREATE, (void *)(uintptr_t)routine, HUNT_CALLER) ? hunt_thread_new() : NULL;
    if (!t)
        return REAL(pthread_create)(handle, attributes, routine, argument);
    if (attributes)
        pthread_attr_getdetachstate(attributes, &state);
    t->detached = state == PTHREAD_CREATE_DETACHED;
    t->routine = routine;
    t->routine_argument = argument;
    t->is->start = t->is->pc = (uint64_t)(uintptr_t)routine;
    int result = REAL(pthread_create)(&t->handle, attributes, run_thread, t);
    if (result != 0) {
        hunt_thread_free(t);
        return result;
    }
    *handle = t->handle;
    order_create(t);
    hunt_thread_ready(t);
    return 0;
}

/* The thread of a handle that may be joined; NULL: libc is to say what is wrong, or it is not ours. */
static struct thread *joinable(pthread_t handle)
{
    struct thread *t = hunt_thread_of(handle);
    return !t || t->detached || t == hunt_self() ? NULL : t;
}

static int await_end(struct thread *t, uint64_t deadline)
{
    const struct hunt_thread *is = t->is;
    while (is->state != HUNT_IS_EXITED) {
        if (is->state == HUNT_IS_BLOCKED && is->kind == HUNT_JOIN && is->object == (uint64_t)(uintptr_t)hunt_self())
            return EDEADLK; /* they would join each other */
        pthread_testcancel();
        hunt_self()->is->holder = t->number + 1;
        if (hunt_wait(t, deadline, HUNT_DEAF, false) == HUNT_TIMED_OUT)
            return ETIMEDOUT;
    }
    return 0;
}

/* It was waited for: libc's own call does not block. */
static int join_ended(struct thread *t, pthread_t handle, void **result)
{
    order_joined(t);
    int status = REAL(pthread_join)(handle, result);
    if (status == 0)
        hunt_thread_free(t);
    return status;
}

EXPORT int pthread_join(pthread_t handle, void **result)
{
    struct thread *t = hunt_point(HUNT_JOIN, NULL, HUNT_CALLER) ? joinable(handle) : NULL;
    if (t && await_end(t, HUNT_NEVER) != 0)
        return EDEADLK;
    return t ? join_ended(t, handle, result) : REAL(pthread_join)(handle, result);
}

EXPORT int pthread_tryjoin_np(pthread_t handle, void **result)
{
    struct thread *t = hunt_point(HUNT_TRYLOCK, NULL, HUNT_CALLER) ? joinable(handle) : NULL;
    if (!t)
        return REAL(pthread_tryjoin_np)(handle, result);
    if (t->is->state != HUNT_IS_EXITED)
        return EBUSY;
    return join_ended(t, handle, result);
}

static int join_until(struct thread *t, pthread_t handle, void **result, uint64_t deadline)
{
    int status = await_end(t, deadline);
    return status ? status : join_ended(t, handle, result);
}

EXPORT int pthread_timedjoin_np(pthread_t handle, void **result, const struct timespec *until)
{
    struct thread *t = clock_is_valid(until) && hunt_point(HUNT_JOIN, NULL, HUNT_CALLER) ? joinable(handle) : NULL;
    return t ? join_until(t, handle, result, clock_deadline(CLOCK_REALTIME, until)) : REAL(pthread_timedjoin_np)(handle, result, until);
}

EXPORT int pthread_clockjoin_np(pthread_t handle, void **result, clockid_t clock, const struct timespec *until)
{
    struct thread *t = clock_is_valid(until) && clock_is_known(clock) && hunt_point(HUNT_JOIN, NULL, HUNT_CALLER) ? joinable(handle) : NULL;
    return t ? join_until(t, handle, result, clock_deadline(clock, until)) : REAL(pthread_clockjoin_np)(handle, result, clock, until);
}

EXPORT int pthread_detach(pthread_t handle)
{
    struct thread *t = hunt_self() ? hunt_thread_of(handle) : NULL;
    int status = REAL(pthread_detach)(handle);
    if (t && status == 0) {
        t->detached = true;
        if (t->is->state == HUNT_IS_EXITED) {
            order_detached(t);
            hunt_thread_free(t);
        }
    }
    return status;
}

static bool is_cancellation_point(uint32_t kind)
{
    return kind == HUNT_WAIT || kind == HUNT_SEM_WAIT || kind == HUNT_SLEEP || kind == HUNT_JOIN || kind == HUNT_INPUT ||
           kind == HUNT_OUTPUT || kind == HUNT_POLL;
}

/* A thread that waits in the scheduler is woken, and sees at its next cancellation point that it is cancelled. */
EXPORT int pthread_cancel(pthread_t handle)
{
    struct thread *t = hunt_point(HUNT_CANCEL, NULL, HUNT_CALLER) ? hunt_thread_of(handle) : NULL;
    int status = REAL(pthread_cancel)(handle);
    if (t && status == 0) {
        t->cancelled = true;
        if (t->asynchronous || is_cancellation_point(t->is->kind))
            hunt_wake_thread(t);
    }
    return status;
}

EXPORT int pthread_setcanceltype(int type, int *old)
{
    int status = REAL(pthread_setcanceltype)(type, old);
    if (status == 0 && hunt_self())
        hunt_self()->asynchronous = type == PTHREAD_CANCEL_ASYNCHRONOUS;
    return status;
}
