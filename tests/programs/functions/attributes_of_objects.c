// expect: verified
// errors: pthread_mutexattr_init pthread_mutexattr_destroy pthread_mutexattr_gettype pthread_mutexattr_settype
// errors: pthread_mutexattr_getpshared pthread_mutexattr_setpshared pthread_mutexattr_getprotocol pthread_mutexattr_setprotocol
// errors: pthread_mutexattr_getrobust pthread_mutexattr_setrobust pthread_mutexattr_getprioceiling
// errors: pthread_condattr_init pthread_condattr_destroy pthread_condattr_getclock pthread_condattr_setclock
// errors: pthread_condattr_getpshared pthread_condattr_setpshared pthread_rwlockattr_init pthread_rwlockattr_destroy
// errors: pthread_rwlockattr_getkind_np pthread_rwlockattr_setkind_np pthread_rwlockattr_getpshared pthread_rwlockattr_setpshared
// errors: pthread_barrierattr_init pthread_barrierattr_destroy pthread_barrierattr_getpshared pthread_barrierattr_setpshared
#include "functions.h"

#include <time.h>

static void use(void)
{
    pthread_mutexattr_t m;
    pthread_condattr_t c;
    pthread_rwlockattr_t r;
    pthread_barrierattr_t b;
    int value = -1;
    clockid_t clock = -1;
    assert(pthread_mutexattr_init(&m) == 0 && pthread_mutexattr_gettype(&m, &value) == 0 && value == PTHREAD_MUTEX_DEFAULT);
    assert(pthread_mutexattr_settype(&m, PTHREAD_MUTEX_RECURSIVE) == 0 && pthread_mutexattr_gettype(&m, &value) == 0);
    assert(value == PTHREAD_MUTEX_RECURSIVE && pthread_mutexattr_setpshared(&m, PTHREAD_PROCESS_PRIVATE) == 0);
    assert(pthread_mutexattr_getpshared(&m, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
    assert(pthread_mutexattr_setprotocol(&m, PTHREAD_PRIO_INHERIT) == 0 && pthread_mutexattr_getprotocol(&m, &value) == 0);
    assert(value == PTHREAD_PRIO_INHERIT && pthread_mutexattr_setrobust(&m, PTHREAD_MUTEX_STALLED) == 0);
    assert(pthread_mutexattr_getrobust(&m, &value) == 0 && value == PTHREAD_MUTEX_STALLED);
    assert(pthread_mutexattr_getprioceiling(&m, &value) == 0 && pthread_mutexattr_destroy(&m) == 0);
    point();
    assert(pthread_condattr_init(&c) == 0 && pthread_condattr_setclock(&c, CLOCK_MONOTONIC) == 0);
    assert(pthread_condattr_getclock(&c, &clock) == 0 && clock == CLOCK_MONOTONIC);
    assert(pthread_condattr_setpshared(&c, PTHREAD_PROCESS_PRIVATE) == 0 && pthread_condattr_getpshared(&c, &value) == 0);
    assert(pthread_condattr_destroy(&c) == 0);
    assert(pthread_rwlockattr_init(&r) == 0 && pthread_rwlockattr_setkind_np(&r, PTHREAD_RWLOCK_PREFER_READER_NP) == 0);
    assert(pthread_rwlockattr_getkind_np(&r, &value) == 0 && value == PTHREAD_RWLOCK_PREFER_READER_NP);
    assert(pthread_rwlockattr_setpshared(&r, PTHREAD_PROCESS_PRIVATE) == 0 && pthread_rwlockattr_getpshared(&r, &value) == 0);
    assert(pthread_rwlockattr_destroy(&r) == 0 && pthread_barrierattr_init(&b) == 0);
    assert(pthread_barrierattr_setpshared(&b, PTHREAD_PROCESS_PRIVATE) == 0 && pthread_barrierattr_getpshared(&b, &value) == 0);
    assert(value == PTHREAD_PROCESS_PRIVATE && pthread_barrierattr_destroy(&b) == 0);
}

static void errors(void)
{
    pthread_mutexattr_t m;
    pthread_condattr_t c;
    pthread_rwlockattr_t r;
    pthread_barrierattr_t b;
    pthread_mutexattr_init(&m), pthread_condattr_init(&c), pthread_rwlockattr_init(&r), pthread_barrierattr_init(&b);
    assert(pthread_mutexattr_settype(&m, 77) == EINVAL && pthread_mutexattr_setpshared(&m, 77) == EINVAL);
    assert(pthread_mutexattr_setprotocol(&m, 77) == EINVAL && pthread_mutexattr_setrobust(&m, 77) == EINVAL);
    assert(pthread_condattr_setclock(&c, 77) == EINVAL && pthread_condattr_setpshared(&c, 77) == EINVAL);
    assert(pthread_rwlockattr_setkind_np(&r, 77) == EINVAL && pthread_rwlockattr_setpshared(&r, 77) == EINVAL);
    assert(pthread_barrierattr_setpshared(&b, 77) == EINVAL);
    pthread_mutexattr_destroy(&m), pthread_condattr_destroy(&c), pthread_rwlockattr_destroy(&r), pthread_barrierattr_destroy(&b);
}
