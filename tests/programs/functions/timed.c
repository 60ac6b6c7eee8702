// expect: verified
// errors: pthread_clockjoin_np pthread_timedjoin_np pthread_tryjoin_np pthread_cond_clockwait pthread_cond_timedwait
// errors: pthread_mutex_clocklock pthread_mutex_timedlock pthread_rwlock_clockrdlock pthread_rwlock_clockwrlock
// errors: pthread_rwlock_timedrdlock pthread_rwlock_timedwrlock sem_clockwait sem_timedwait sem_trywait
#include "functions.h"

#include <semaphore.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static const struct timespec soon = {1, 0}, wrong = {1, -1};

static void *nothing(void *x)
{
    return x;
}

static void use(void)
{
    pthread_t t;
    sem_t s;
    void *result;
    sem_init(&s, 0, 2);
    assert(sem_clockwait(&s, CLOCK_MONOTONIC, &soon) == 0 && sem_timedwait(&s, &soon) == 0 && sem_trywait(&s) == -1 && errno == EAGAIN);
    assert(pthread_mutex_clocklock(&m, CLOCK_REALTIME, &soon) == 0);
    int waited = pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &soon);
    assert(waited == ETIMEDOUT && pthread_cond_timedwait(&c, &m, &soon) == ETIMEDOUT && pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutex_timedlock(&m, &soon) == 0 && pthread_mutex_unlock(&m) == 0);
    assert(pthread_rwlock_clockrdlock(&rw, CLOCK_REALTIME, &soon) == 0 && pthread_rwlock_timedrdlock(&rw, &soon) == 0);
    assert(pthread_rwlock_unlock(&rw) == 0 && pthread_rwlock_unlock(&rw) == 0);
    assert(pthread_rwlock_clockwrlock(&rw, CLOCK_REALTIME, &soon) == 0 && pthread_rwlock_unlock(&rw) == 0);
    assert(pthread_rwlock_timedwrlock(&rw, &soon) == 0 && pthread_rwlock_unlock(&rw) == 0);
    pthread_create(&t, NULL, nothing, &m);
    int error = pthread_timedjoin_np(t, &result, &soon);
    assert(error == 0 || error == ETIMEDOUT);
    if (error)
        error = pthread_clockjoin_np(t, &result, CLOCK_MONOTONIC, &soon);
    if (error)
        error = pthread_tryjoin_np(t, &result);
    if (error)
        assert(error == EBUSY || error == ETIMEDOUT), error = pthread_join(t, &result);
    assert(error == 0 && result == &m);
    sem_destroy(&s);
}

static void errors(void)
{
    sem_t s;
    sem_init(&s, 0, 0);
    assert(sem_timedwait(&s, &soon) == -1 && errno == ETIMEDOUT && sem_clockwait(&s, CLOCK_REALTIME, &soon) == -1 && errno == ETIMEDOUT);
    assert(sem_timedwait(&s, &wrong) == -1 && errno == EINVAL);
    sem_destroy(&s);
    pthread_mutex_lock(&m);
    assert(pthread_cond_timedwait(&c, &m, &wrong) == EINVAL && pthread_cond_clockwait(&c, &m, 77, &soon) == EINVAL);
    pthread_mutex_unlock(&m);
    assert(pthread_rwlock_clockrdlock(&rw, 77, &soon) == EINVAL && pthread_rwlock_clockwrlock(&rw, 77, &soon) == EINVAL);
    assert(pthread_mutex_clocklock(&m, 77, &soon) == EINVAL);
}
