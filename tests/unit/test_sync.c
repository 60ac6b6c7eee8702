/* test_sync.c - mutexes and condition variables, without a world (sync_fakes.h): what is enabled, what happens, what is reported as
 * misuse. */
#include "sync_fakes.h"

/* ---- mutexes ------------------------------------------------------------------------------------------------------- */

static void test_mutex(void)
{
    CHECK(GIVES(1, pthread_mutex_lock(&o.m), 0), "a free mutex is locked");
    PEND(2, pthread_mutex_lock(&o.m));
    CHECK(!enabled(2) && holders(2) == threadset_of(1), "a held mutex blocks, and its holder is known");
    CHECK(GIVES(3, pthread_mutex_trylock(&o.m), EBUSY), "trylock of a held mutex is EBUSY");
    CHECK(GIVES(1, pthread_mutex_trylock(&o.m), EBUSY), "trylock of the own mutex is EBUSY");
    CHECK(GIVES(3, pthread_mutex_timedlock(&o.m, &deadline), ETIMEDOUT), "timedlock of a held mutex times out");
    CHECK(GIVES(3, pthread_mutex_timedlock(&o.m, &bad_deadline), EINVAL), "timedlock until a bad time is EINVAL");
    CHECK(GIVES(3, pthread_mutex_clocklock(&o.m, CLOCK_MONOTONIC, &deadline), ETIMEDOUT), "clocklock times out");
    CHECK(GIVES(3, pthread_mutex_clocklock(&o.m, 77, &deadline), EINVAL), "clocklock by an unknown clock is EINVAL");
    CHECK(GIVES(1, pthread_mutex_timedlock(&o.m, &deadline), ETIMEDOUT), "timedlock of the own mutex times out");
    CHECK(GIVES(1, pthread_mutex_unlock(&o.m), 0) && enabled(2), "unlock lets the next one in");
    CHECK(all_zero(&o.m, sizeof o.m), "a mutex that was used is what it was before");
    CHECK(go(2, 0) == PERFORM_RESUME && GIVES(2, pthread_mutex_unlock(&o.m), 0), "the next one locks and unlocks");
    CHECK(GIVES(3, pthread_mutex_timedlock(&o.m, &bad_deadline), 0), "timedlock takes a free mutex, whatever the time");
}

static void test_mutex_misuse(void)
{
    CHECK(reported(DO(1, pthread_mutex_unlock(&o.m)), EPERM, "unlock of a mutex that is not locked"), "unlock of a free mutex");
    DO(1, pthread_mutex_lock(&o.m));
    CHECK(reported(DO(2, pthread_mutex_unlock(&o.m)), EPERM, "unlock of a mutex that thread 1 holds"), "unlock by another");
    PEND(1, pthread_mutex_lock(&o.m));
    CHECK(enabled(1) && reported(go(1, 0), EDEADLK, "relock of a mutex by thread 1"), "relock");
    CHECK(reported(DO(2, pthread_mutex_destroy(&o.m)), EBUSY, "destroy of a mutex that thread 1 holds"), "destroy of a held one");
    CHECK(reported(DO(2, pthread_mutex_init(&o.m, NULL)), EBUSY, "init of a mutex that thread 1 holds"), "init of a held one");
    DO(1, pthread_mutex_unlock(&o.m));
    CHECK(GIVES(1, pthread_mutex_destroy(&o.m), 0), "destroy of a free mutex");
    PEND(2, pthread_mutex_lock(&o.m));
    CHECK(enabled(2) && reported(go(2, 0), EINVAL, "lock on a mutex that was destroyed"), "lock of a destroyed mutex");
    CHECK(reported(DO(2, pthread_mutex_unlock(&o.m)), EINVAL, "was destroyed"), "unlock of a destroyed mutex");
    CHECK(reported(DO(2, pthread_mutex_destroy(&o.m)), EINVAL, "was destroyed"), "destroying a mutex twice");
    CHECK(GIVES(1, pthread_mutex_init(&o.m, NULL), 0) && fresh(&o.m, sizeof o.m, offsetof(struct mutex, made)), "init after destroy");
    memset(&o.m, 0x5a, sizeof o.m);
    PEND(1, pthread_mutex_lock(&o.m));
    CHECK(enabled(1) && reported(go(1, 0), EINVAL, "never initialized"), "lock of what is no mutex");
    CHECK(GIVES(1, pthread_mutex_init(&o.m, NULL), 0) && fresh(&o.m, sizeof o.m, offsetof(struct mutex, made)),
          "init of memory with garbage in it");
}

static void test_mutex_types(void)
{
    o.m = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    pthread_mutex_t fresh = o.m;
    CHECK(GIVES(1, pthread_mutex_lock(&o.m), 0) && GIVES(1, pthread_mutex_lock(&o.m), 0) &&
              GIVES(1, pthread_mutex_trylock(&o.m), 0), "a recursive mutex is locked three times");
    CHECK(GIVES(2, pthread_mutex_unlock(&o.m), EPERM), "a recursive mutex returns EPERM to others");
    mutex_at((uint64_t)&o.m)->count = UINT32_MAX;
    CHECK(GIVES(1, pthread_mutex_lock(&o.m), EAGAIN), "too many locks of a recursive mutex are EAGAIN");
    mutex_at((uint64_t)&o.m)->count = 2;
    DO(1, pthread_mutex_unlock(&o.m));
    DO(1, pthread_mutex_unlock(&o.m));
    PEND(2, pthread_mutex_lock(&o.m));
    CHECK(!enabled(2), "a recursive mutex is held until the last unlock");
    DO(1, pthread_mutex_unlock(&o.m));
    CHECK(enabled(2) && memcmp(&fresh, &o.m, sizeof fresh) == 0, "a recursive mutex is released");
    CHECK(GIVES(1, pthread_mutex_unlock(&o.m), EPERM), "unlock of a free recursive mutex is EPERM");

    o.m = (pthread_mutex_t)PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
    CHECK(GIVES(1, pthread_mutex_unlock(&o.m), EPERM), "unlock of a free error-checking mutex is EPERM");
    CHECK(GIVES(1, pthread_mutex_lock(&o.m), 0) && GIVES(1, pthread_mutex_lock(&o.m), EDEADLK),
          "relock of an error-checking mutex is EDEADLK");
    CHECK(GIVES(1, pthread_mutex_timedlock(&o.m, &deadline), EDEADLK) && GIVES(1, pthread_mutex_trylock(&o.m), EBUSY),
          "timedlock gives EDEADLK and trylock EBUSY");
    CHECK(GIVES(2, pthread_mutex_unlock(&o.m), EPERM), "an error-checking mutex returns EPERM to others");
    DO(1, pthread_mutex_unlock(&o.m));

    o.m = (pthread_mutex_t)PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
    DO(1, pthread_mutex_lock(&o.m));
    CHECK(reported(DO(1, pthread_mutex_lock(&o.m)), EDEADLK, "relock"), "an adaptive mutex is a normal one");
}

static void test_mutex_attributes(void)
{
    int value = -1;
    CHECK(GIVES(1, pthread_mutexattr_init(&o.ma), 0), "attributes are made");
    CHECK(GIVES(1, pthread_mutexattr_settype(&o.ma, PTHREAD_MUTEX_RECURSIVE), 0) &&
              GIVES(1, pthread_mutexattr_gettype(&o.ma, &value), 0) && value == PTHREAD_MUTEX_RECURSIVE, "a type is kept");
    CHECK(GIVES(1, pthread_mutexattr_settype(&o.ma, 99), EINVAL), "an unknown type is EINVAL");
    CHECK(GIVES(1, pthread_mutex_init(&o.m, &o.ma), 0) && GIVES(1, pthread_mutex_lock(&o.m), 0) &&
              GIVES(1, pthread_mutex_lock(&o.m), 0), "a mutex gets the type of its attributes");
    CHECK(GIVES(1, pthread_mutexattr_settype(&o.ma, PTHREAD_MUTEX_NORMAL), 0) &&
              GIVES(1, pthread_mutex_init(&o.n, &o.ma), 0) && fresh(&o.n, sizeof o.n, offsetof(struct mutex, made)),
          "a normal mutex is all zero");
    CHECK(reported(DO(1, pthread_mutex_init(&o.n, &o.ma)), EBUSY, "initialized already"), "init of a free mutex");
    o.m = o.n;
    CHECK(reported(DO(1, pthread_mutex_lock(&o.m)), EINVAL, "a copy of a mutex"), "lock of a copy");
    memset(&o.n, 0, sizeof o.n);
    CHECK(GIVES(1, pthread_mutexattr_setpshared(&o.ma, PTHREAD_PROCESS_SHARED), 0) &&
              GIVES(1, pthread_mutex_init(&o.n, &o.ma), 0), "process-shared is accepted");
    CHECK(GIVES(1, pthread_mutexattr_setprotocol(&o.ma, PTHREAD_PRIO_INHERIT), 0), "priority inheritance is accepted");
    CHECK(GIVES(1, pthread_mutexattr_setprioceiling(&o.ma, 3), 0) && GIVES(1, pthread_mutexattr_getprioceiling(&o.ma, &value), 0) &&
              value == 3, "attributes keep a ceiling");
    CHECK(GIVES(1, pthread_mutexattr_setprotocol(&o.ma, PTHREAD_PRIO_PROTECT), 0), "and say so");
    memset(&o.n, 0, sizeof o.n);
    CHECK(refused(DO(1, pthread_mutex_init(&o.n, &o.ma)), "a priority ceiling"), "mutexes do not");
    CHECK(GIVES(1, pthread_mutexattr_setprotocol(&o.ma, PTHREAD_PRIO_NONE), 0) &&
              GIVES(1, pthread_mutexattr_setrobust(&o.ma, PTHREAD_MUTEX_ROBUST), 0) && GIVES(1, pthread_mutex_init(&o.n, &o.ma), 0) &&
              mutex_robust(mutex_at((uint64_t)&o.n)), "a robust mutex");
    CHECK(GIVES(1, pthread_mutex_consistent(&o.n), EINVAL) && GIVES(1, pthread_mutex_unlock(&o.n), EPERM), "it is consistent and free");
    CHECK(GIVES(1, pthread_mutex_lock(&o.n), 0) && robust_last(1) == (uint64_t)&o.n && GIVES(1, pthread_mutex_unlock(&o.n), 0) &&
              robust_last(1) == 0, "it is on its holder's list");
    CHECK(GIVES(1, pthread_mutexattr_destroy(&o.ma), 0), "attributes are destroyed");
    memset(&o.ma, 0x2c, sizeof o.ma);
    memset(&o.n, 0, sizeof o.n);
    CHECK(reported(DO(1, pthread_mutex_init(&o.n, &o.ma)), EINVAL, "attributes"), "init with attributes that are none");
}

static void test_other_attributes(void)
{
    int value = -1;
    clockid_t clock = -1;
    CHECK(GIVES(1, pthread_condattr_init(&o.ca), 0) && GIVES(1, pthread_condattr_setclock(&o.ca, CLOCK_MONOTONIC), 0) &&
              GIVES(1, pthread_condattr_getclock(&o.ca, &clock), 0) && clock == CLOCK_MONOTONIC, "condattr: clock");
    CHECK(GIVES(1, pthread_condattr_setpshared(&o.ca, 1), 0) && GIVES(1, pthread_condattr_getpshared(&o.ca, &value), 0) &&
              value == 1 && GIVES(1, pthread_condattr_destroy(&o.ca), 0), "condattr: process-shared");
    CHECK(GIVES(1, pthread_rwlockattr_init(&o.la), 0) && GIVES(1, pthread_rwlockattr_setkind_np(&o.la, 2), 0) &&
              GIVES(1, pthread_rwlockattr_getkind_np(&o.la, &value), 0) && value == 2, "rwlockattr: kind");
    CHECK(GIVES(1, pthread_rwlockattr_setpshared(&o.la, 7), EINVAL) &&
              GIVES(1, pthread_rwlockattr_getpshared(&o.la, &value), 0) && value == 0 &&
              GIVES(1, pthread_rwlockattr_destroy(&o.la), 0), "rwlockattr: process-shared");
    CHECK(GIVES(1, pthread_barrierattr_init(&o.ba), 0) && GIVES(1, pthread_barrierattr_setpshared(&o.ba, 1), 0) &&
              GIVES(1, pthread_barrierattr_getpshared(&o.ba, &value), 0) && value == 1 &&
              GIVES(1, pthread_barrierattr_destroy(&o.ba), 0), "barrierattr: process-shared");
    CHECK(GIVES(1, pthread_mutexattr_init(&o.ma), 0) && GIVES(1, pthread_mutexattr_getpshared(&o.ma, &o.value), 0) &&
              GIVES(1, pthread_mutexattr_getprotocol(&o.ma, &o.value), 0) &&
              GIVES(1, pthread_mutexattr_getrobust(&o.ma, &o.value), 0) &&
              GIVES(1, pthread_mutexattr_getprioceiling(&o.ma, &o.value), 0), "what a getter stores is noted");
}

/* ---- condition variables ------------------------------------------------------------------------------------------- */

static void sleep_on(tid n)
{
    DO(n, pthread_mutex_lock(&o.m));
    DO(n, pthread_cond_wait(&o.c, &o.m));
}

static void sleep_timed(tid n)
{
    DO(n, pthread_mutex_lock(&o.m));
    DO(n, pthread_cond_timedwait(&o.c, &o.m, &deadline));
}

static void test_cond(void)
{
    DO(1, pthread_mutex_lock(&o.m));
    PEND(1, pthread_cond_wait(&o.c, &o.m));
    CHECK(enabled(1) && go(1, 0) == PERFORM_PENDING && pending(1)->kind == OP_WAKE, "a wait becomes a pending wake-up");
    struct access touched[OP_MAX_ACCESSES];
    CHECK(op_accesses(pending(1), touched) == 2 && touched[1].addr == (uint64_t)&o.m && touched[1].size == sizeof o.m,
          "which touches condition variable and mutex");
    CHECK(!enabled(1) && holders(1) == 0, "nobody wakes it yet");
    sleep_on(2);
    sleep_on(3);
    CHECK(GIVES(4, pthread_mutex_lock(&o.m), 0), "waiters have given the mutex up");
    PEND(4, pthread_cond_signal(&o.c));
    CHECK(outcomes(4) == 3, "a signal has an outcome for each waiter");
    CHECK(go(4, 1) == PERFORM_RESUME && !enabled(1) && !enabled(2) && !enabled(3), "a woken thread waits for the mutex");
    CHECK(holders(2) == threadset_of(4) && holders(1) == 0, "and its holder is known");
    DO(4, pthread_mutex_unlock(&o.m));
    CHECK(!enabled(1) && enabled(2) && !enabled(3), "only the chosen one is woken");
    CHECK(go(2, 0) == PERFORM_RESUME && threads[2].result[0] == 0 && mutex_holders((uint64_t)&o.m) == threadset_of(2),
          "it goes on with the mutex");
    CHECK(GIVES(2, pthread_cond_broadcast(&o.c), 0) && GIVES(2, pthread_mutex_unlock(&o.m), 0) && enabled(1) && enabled(3),
          "a broadcast wakes the others");
    CHECK(all_zero(&o.c, sizeof o.c), "a condition variable without waiters is what it was before");
    CHECK(GIVES(2, pthread_cond_destroy(&o.c), 0), "it can be destroyed before they have left");
    memset(&o.c, 0xff, sizeof o.c);
    CHECK(enabled(1) && go(1, 0) == PERFORM_RESUME && !enabled(3), "they do not look into its memory any more");
    DO(1, pthread_mutex_unlock(&o.m));
    CHECK(go(3, 0) == PERFORM_RESUME && GIVES(3, pthread_mutex_unlock(&o.m), 0) && all_zero(&o.m, sizeof o.m),
          "all of them leave");
    reset();
    CHECK(GIVES(1, pthread_cond_init(&o.c, NULL), 0), "init");
    PEND(1, pthread_cond_signal(&o.c));
    CHECK(outcomes(1) == 1 && go(1, 0) == PERFORM_RESUME && GIVES(1, pthread_cond_broadcast(&o.c), 0),
          "signals without waiters are lost");
}

static void test_cond_timed(void)
{
    sleep_timed(1);
    CHECK(pending(1)->kind == OP_TIMEDWAKE && enabled(1) && outcomes(1) == 1, "a timed wait can always go on");
    DO(2, pthread_mutex_lock(&o.m));
    CHECK(enabled(1) && go(1, 0) == PERFORM_PENDING && pending(1)->kind == OP_WAKE, "it times out also while the mutex is held");
    CHECK(!enabled(1) && holders(1) == threadset_of(2), "and then needs the mutex");
    PEND(2, pthread_cond_signal(&o.c));
    CHECK(outcomes(2) == 1 && all_zero(&o.c, sizeof o.c), "a signal after the time-out is lost");
    go(2, 0);
    DO(2, pthread_mutex_unlock(&o.m));
    CHECK(enabled(1) && go(1, 0) == PERFORM_RESUME && threads[1].result[0] == ETIMEDOUT, "the wait returns ETIMEDOUT");
    DO(1, pthread_mutex_unlock(&o.m));

    sleep_timed(1);
    DO(2, pthread_cond_signal(&o.c));
    CHECK(enabled(1) && go(1, 0) == PERFORM_RESUME && threads[1].result[0] == 0, "a signal before the time-out gives 0");
    CHECK(GIVES(1, pthread_cond_timedwait(&o.c, &o.m, &bad_deadline), EINVAL), "a bad deadline is EINVAL");
    CHECK(GIVES(1, pthread_cond_clockwait(&o.c, &o.m, 77, &deadline), EINVAL), "a bad clock is EINVAL");
    CHECK(mutex_holders((uint64_t)&o.m) == threadset_of(1), "and the mutex is still held");
    CHECK(DO(1, pthread_cond_clockwait(&o.c, &o.m, CLOCK_MONOTONIC, &deadline)) == PERFORM_PENDING, "clockwait waits");
}

static void test_cond_spurious(void)
{
    spurious = true;
    sleep_on(1);
    CHECK(enabled(1) && outcomes(1) == 1, "a spurious wake-up is possible");
    DO(2, pthread_mutex_lock(&o.m));
    CHECK(!enabled(1), "but not while the mutex is held");
    DO(2, pthread_mutex_unlock(&o.m));
    CHECK(go(1, 0) == PERFORM_RESUME && threads[1].result[0] == 0 && all_zero(&o.c, sizeof o.c) && asleep == 0,
          "it takes the thread out of the waiters");
    DO(1, pthread_mutex_unlock(&o.m));
    sleep_timed(1);
    CHECK(outcomes(1) == 2, "a timed wait may time out or wake up");
    CHECK(go(1, 1) == PERFORM_RESUME && threads[1].result[0] == 0 && asleep == 0, "the second outcome is the wake-up");
}

static void test_cond_cancel(void)
{
    sleep_on(1);
    cancelling = true;
    CHECK(enabled(1) && outcomes(1) == 1, "a waiting thread can be cancelled");
    CHECK(go(1, 0) == PERFORM_RESUME && threads[1].resume_at && mutex_holders((uint64_t)&o.m) == threadset_of(1) &&
              asleep == 0, "it has the mutex then and waits no more");
    cancelling = false;
    DO(1, pthread_mutex_unlock(&o.m));
    sleep_on(1);
    DO(2, pthread_cond_signal(&o.c));
    cancelling = true;
    CHECK(go(1, 0) == PERFORM_RESUME && !threads[1].resume_at, "a signalled one returns first");
    CHECK(DO(1, pthread_cond_wait(&o.c, &o.m)) == PERFORM_RESUME && threads[1].resume_at && asleep == 0,
          "a wait is a cancellation point when it is called");
    cancelling = false;
    DO(1, sem_init(&o.sem, 0, 0));
    PEND(2, sem_wait(&o.sem));
    CHECK(!enabled(2), "a thread waits for a semaphore");
    cancelling = true;
    CHECK(enabled(2) && go(2, 0) == PERFORM_RESUME && threads[2].resume_at, "and can be cancelled");
}

static void test_cond_misuse(void)
{
    CHECK(reported(DO(1, pthread_cond_wait(&o.c, &o.m)), EPERM, "wait with a mutex that is not locked"), "wait without lock");
    DO(2, pthread_mutex_lock(&o.m));
    CHECK(reported(DO(1, pthread_cond_wait(&o.c, &o.m)), EPERM, "that thread 2 holds"), "wait with the mutex of another");
    DO(2, pthread_cond_wait(&o.c, &o.m));
    DO(1, pthread_mutex_lock(&o.n));
    CHECK(reported(DO(1, pthread_cond_wait(&o.c, &o.n)), EINVAL, "other than the one that thread 2 waits with"), "two mutexes");
    CHECK(reported(DO(1, pthread_cond_destroy(&o.c)), EBUSY, "on which thread 2 waits"), "destroy with waiters");
    CHECK(reported(DO(1, pthread_cond_init(&o.c, NULL)), EBUSY, "on which thread 2 waits"), "init with waiters");
    CHECK(reported(DO(1, pthread_mutex_destroy(&o.m)), EBUSY, "1 thread waits"), "destroy of a mutex that a sleeper needs");
    CHECK(reported(DO(1, pthread_mutex_init(&o.m, NULL)), EBUSY, "1 thread waits"), "init of a mutex that a sleeper needs");
    DO(1, pthread_cond_signal(&o.c));
    memset(&o.m, 0, sizeof o.m);
    CHECK(enabled(2) && reported(go(2, 0), EINVAL, "freed or overwritten"), "the mutex vanishes under a sleeper");
    reset();
    o.m = (pthread_mutex_t)PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
    CHECK(GIVES(1, pthread_cond_wait(&o.c, &o.m), EPERM), "wait without an error-checking mutex is EPERM");
    CHECK(GIVES(1, pthread_cond_destroy(&o.c), 0), "destroy");
    CHECK(reported(DO(1, pthread_cond_signal(&o.c)), EINVAL, "signal on a condition variable that was destroyed"), "signal");
    CHECK(reported(DO(1, pthread_cond_broadcast(&o.c)), EINVAL, "was destroyed"), "broadcast after destroy");
    CHECK(reported(DO(1, pthread_cond_destroy(&o.c)), EINVAL, "was destroyed"), "destroy after destroy");
    DO(1, pthread_mutex_lock(&o.m));
    CHECK(reported(DO(1, pthread_cond_wait(&o.c, &o.m)), EINVAL, "was destroyed"), "wait after destroy");
    memset(&o.c, 0x77, sizeof o.c);
    PEND(1, pthread_cond_signal(&o.c));
    CHECK(outcomes(1) == 1 && reported(go(1, 0), EINVAL, "never initialized"), "signal of what is no condition variable");
    CHECK(GIVES(1, pthread_cond_init(&o.c, NULL), 0), "init of memory with garbage in it");
    DO(1, pthread_mutex_unlock(&o.m));
    DO(1, pthread_mutex_destroy(&o.m));
    CHECK(reported(DO(1, pthread_cond_wait(&o.c, &o.m)), EINVAL, "with a mutex that was destroyed"), "wait with a dead mutex");
}

static void test_cond_recursive(void)
{
    o.m = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    DO(1, pthread_mutex_lock(&o.m));
    sleep_on(1);
    PEND(2, pthread_mutex_lock(&o.m));
    CHECK(!enabled(2), "a wait releases a recursive mutex once only");
    DO(3, pthread_cond_signal(&o.c));
    CHECK(enabled(1) && go(1, 0) == PERFORM_RESUME && GIVES(1, pthread_mutex_unlock(&o.m), 0) && !enabled(2) &&
              GIVES(1, pthread_mutex_unlock(&o.m), 0) && enabled(2), "and takes it back once");
}

static void test_c11(void)
{
    CHECK(GIVES(1, mtx_init(&o.mtx, mtx_plain), thrd_success) && fresh(&o.mtx, sizeof o.mtx, offsetof(struct mutex, made)), "mtx_init");
    CHECK(GIVES(1, mtx_lock(&o.mtx), thrd_success) && GIVES(2, mtx_trylock(&o.mtx), thrd_busy), "mtx_trylock");
    CHECK(GIVES(2, mtx_timedlock(&o.mtx, &deadline), thrd_timedout), "mtx_timedlock");
    CHECK(GIVES(2, mtx_timedlock(&o.mtx, &bad_deadline), thrd_error), "mtx_timedlock until a bad time");
    PEND(2, mtx_lock(&o.mtx));
    CHECK(!enabled(2), "mtx_lock blocks");
    CHECK(GIVES(1, cnd_init(&o.cnd), thrd_success) && DO(1, cnd_wait(&o.cnd, &o.mtx)) == PERFORM_PENDING, "cnd_wait");
    CHECK(enabled(2) && go(2, 0) == PERFORM_RESUME && GIVES(2, cnd_signal(&o.cnd), thrd_success) && !enabled(1), "cnd_signal");
    CHECK(GIVES(2, mtx_unlock(&o.mtx), thrd_success) && enabled(1) && go(1, 0) == PERFORM_RESUME &&
              (int)threads[1].result[0] == thrd_success, "it wakes up");
    CHECK(DO(1, cnd_timedwait(&o.cnd, &o.mtx, &deadline)) == PERFORM_PENDING && go(1, 0) == PERFORM_PENDING &&
              go(1, 0) == PERFORM_RESUME && (int)threads[1].result[0] == thrd_timedout, "cnd_timedwait times out");
    CHECK(GIVES(1, cnd_broadcast(&o.cnd), thrd_success) && DO(1, cnd_destroy(&o.cnd)) == PERFORM_RESUME, "cnd_destroy");
    CHECK(reported(DO(2, mtx_destroy(&o.mtx)), EBUSY, "that thread 1 holds"), "mtx_destroy of a held one");
    CHECK(GIVES(1, mtx_unlock(&o.mtx), thrd_success) && DO(1, mtx_destroy(&o.mtx)) == PERFORM_RESUME, "mtx_destroy");
    CHECK(GIVES(1, mtx_init(&o.mtx, mtx_timed | mtx_recursive), thrd_success) && GIVES(1, mtx_lock(&o.mtx), thrd_success) &&
              GIVES(1, mtx_lock(&o.mtx), thrd_success) && GIVES(2, mtx_unlock(&o.mtx), thrd_error), "a recursive mtx");
}

static void test_inactive(void)
{
    mz__hot.running = NULL;
    CHECK(pthread_mutex_lock(&o.m) == 0 && pthread_mutex_trylock(&o.m) == EBUSY && pthread_mutex_unlock(&o.m) == 0 &&
              threads[0].op.kind == OP_NONE, "outside of the program's threads the real functions are called");
}

int main(void)
{
    static void (*const tests[])(void) = {
        test_mutex, test_mutex_misuse, test_mutex_types, test_mutex_attributes, test_other_attributes, test_cond,
        test_cond_timed, test_cond_spurious, test_cond_cancel, test_cond_misuse, test_cond_recursive, test_c11, test_inactive,
    };
    return RUN(tests);
}
