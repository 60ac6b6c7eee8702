/* c11_threads.c - threads.h: libc's own are made of internal functions, which cannot be intercepted; mtx_t and cnd_t are a mutex and a
 * condition variable. */
#include <errno.h>

#include "hunt/real.h"
#include "hunt/scheduler.h"

static int as_c11(int error)
{
    return error == 0           ? thrd_success
         : error == EBUSY       ? thrd_busy
         : error == ETIMEDOUT   ? thrd_timedout
         : error == ENOMEM      ? thrd_nomem
                                : thrd_error;
}

static pthread_mutex_t *mutex_of(mtx_t *m) { return (pthread_mutex_t *)m; }
static pthread_cond_t *condition_of(cnd_t *c) { return (pthread_cond_t *)c; }

EXPORT int mtx_lock(mtx_t *m) { return as_c11(pthread_mutex_lock(mutex_of(m))); }
EXPORT int mtx_trylock(mtx_t *m) { return as_c11(pthread_mutex_trylock(mutex_of(m))); }
EXPORT int mtx_timedlock(mtx_t *restrict m, const struct timespec *restrict t) { return as_c11(pthread_mutex_timedlock(mutex_of(m), t)); }
EXPORT int mtx_unlock(mtx_t *m) { return as_c11(pthread_mutex_unlock(mutex_of(m))); }
EXPORT int cnd_wait(cnd_t *c, mtx_t *m) { return as_c11(pthread_cond_wait(condition_of(c), mutex_of(m))); }
EXPORT int cnd_signal(cnd_t *c) { return as_c11(pthread_cond_signal(condition_of(c))); }
EXPORT int cnd_broadcast(cnd_t *c) { return as_c11(pthread_cond_broadcast(condition_of(c))); }

EXPORT int cnd_timedwait(cnd_t *restrict c, mtx_t *restrict m, const struct timespec *restrict t)
{
    return as_c11(pthread_cond_timedwait(condition_of(c), mutex_of(m), t));
}

struct c11_start {
    thrd_start_t routine;
    void *argument;
};

static void *run_c11(void *start)
{
    struct c11_start s = *(struct c11_start *)start;
    free(start);
    return (void *)(intptr_t)s.routine(s.argument);
}

EXPORT int thrd_create(thrd_t *thread, thrd_start_t routine, void *argument)
{
    if (!hunt_self())
        return REAL(thrd_create)(thread, routine, argument);
    struct c11_start *s = malloc(sizeof *s);
    if (!s)
        return thrd_nomem;
    *s = (struct c11_start){routine, argument};
    int error = pthread_create(thread, NULL, run_c11, s);
    if (error)
        free(s);
    return error == EAGAIN ? thrd_error : as_c11(error);
}

EXPORT int thrd_join(thrd_t thread, int *result)
{
    void *value = NULL;
    int error = pthread_join(thread, &value);
    if (error == 0 && result)
        *result = (int)(intptr_t)value;
    return as_c11(error);
}

EXPORT int thrd_detach(thrd_t thread) { return as_c11(pthread_detach(thread)); }
