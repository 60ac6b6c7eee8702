/* test_rwlock.c - read-write locks, barriers, spin locks, semaphores and once, without a world (sync_fakes.h): what is enabled, what
 * happens, what is reported as misuse. */
#include "sync_fakes.h"

/* ---- read-write locks ---------------------------------------------------------------------------------------------- */

static void test_rwlock(void)
{
    CHECK(GIVES(1, pthread_rwlock_rdlock(&o.l), 0) && GIVES(2, pthread_rwlock_rdlock(&o.l), 0), "two readers");
    PEND(3, pthread_rwlock_wrlock(&o.l));
    CHECK(!enabled(3) && holders(3) == (threadset_of(1) | threadset_of(2)), "a writer waits for the readers");
    CHECK(GIVES(4, pthread_rwlock_trywrlock(&o.l), EBUSY), "trywrlock is EBUSY");
    CHECK(GIVES(4, pthread_rwlock_timedwrlock(&o.l, &deadline), ETIMEDOUT), "timedwrlock times out");
    CHECK(GIVES(4, pthread_rwlock_tryrdlock(&o.l), 0) && GIVES(4, pthread_rwlock_unlock(&o.l), 0), "tryrdlock joins them");
    DO(1, pthread_rwlock_unlock(&o.l));
    CHECK(!enabled(3) && GIVES(2, pthread_rwlock_unlock(&o.l), 0) && enabled(3), "it waits for the last one");
    CHECK(all_zero(&o.l, sizeof o.l), "a lock that was used is what it was before");
    go(3, 0);
    PEND(1, pthread_rwlock_rdlock(&o.l));
    PEND(2, pthread_rwlock_wrlock(&o.l));
    CHECK(!enabled(1) && !enabled(2) && holders(1) == threadset_of(3), "a writer keeps the others out");
    CHECK(GIVES(4, pthread_rwlock_tryrdlock(&o.l), EBUSY), "tryrdlock is EBUSY");
    CHECK(GIVES(4, pthread_rwlock_timedrdlock(&o.l, &deadline), ETIMEDOUT), "timedrdlock times out");
    CHECK(GIVES(4, pthread_rwlock_clockrdlock(&o.l, CLOCK_REALTIME, &deadline), ETIMEDOUT), "clockrdlock times out");
    CHECK(GIVES(4, pthread_rwlock_clockwrlock(&o.l, CLOCK_REALTIME, &deadline), ETIMEDOUT), "clockwrlock times out");
    CHECK(GIVES(4, pthread_rwlock_clockwrlock(&o.l, 9, &deadline), EINVAL), "a bad clock is EINVAL");
    CHECK(GIVES(4, pthread_rwlock_timedrdlock(&o.l, &bad_deadline), EINVAL), "a bad deadline is EINVAL");
    CHECK(GIVES(3, pthread_rwlock_tryrdlock(&o.l), EBUSY) && GIVES(3, pthread_rwlock_trywrlock(&o.l), EBUSY),
          "trying the own lock is EBUSY");
    CHECK(GIVES(3, pthread_rwlock_timedrdlock(&o.l, &deadline), EDEADLK), "a timed wait for oneself is EDEADLK");
    CHECK(GIVES(3, pthread_rwlock_unlock(&o.l), 0) && enabled(1) && enabled(2), "then either may go on");
    CHECK(GIVES(4, pthread_rwlock_timedwrlock(&o.l, &deadline), 0) && GIVES(4, pthread_rwlock_unlock(&o.l), 0),
          "a timed lock takes a free lock");
    o.l = (pthread_rwlock_t)PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
    CHECK(GIVES(4, pthread_rwlock_rdlock(&o.l), 0) && GIVES(4, pthread_rwlock_unlock(&o.l), 0), "the other initializer");
}

static void test_rwlock_again(void)
{
    bool all = true;
    for (int i = 0; i < 3; i++)
        for (tid n = 5; n > 2; n--)
            all &= GIVES(n, pthread_rwlock_rdlock(&o.l), 0);
    CHECK(all, "three readers hold it three times");
    struct rwlock *l = (struct rwlock *)&o.l;
    CHECK(l->again[0] == (3 << AGAIN_BITS | 2) && l->again[2] == (5 << AGAIN_BITS | 2) && l->again[3] == 0,
          "the table of repeated locks is sorted");
    PEND(1, pthread_rwlock_wrlock(&o.l));
    for (int i = 0; i < 3; i++) {
        all &= GIVES(4, pthread_rwlock_unlock(&o.l), 0);
        all &= GIVES(3, pthread_rwlock_unlock(&o.l), 0) && !enabled(1);
    }
    CHECK(all && reported(DO(4, pthread_rwlock_unlock(&o.l)), EPERM, "does not hold, but others do"), "each unlocks its own");
    for (int i = 0; i < 3; i++)
        all &= !enabled(1) && GIVES(5, pthread_rwlock_unlock(&o.l), 0);
    CHECK(all && enabled(1) && all_zero(&o.l, sizeof o.l), "the last unlock releases it");
    for (tid n = 0; n < AGAIN_ENTRIES; n++)
        all &= GIVES(n, pthread_rwlock_rdlock(&o.l), 0) && GIVES(n, pthread_rwlock_rdlock(&o.l), 0);
    CHECK(all && GIVES(40, pthread_rwlock_rdlock(&o.l), 0) && refused(DO(40, pthread_rwlock_rdlock(&o.l)), "more than once"),
          "more of them than the table holds is refused");
    memset(&o.l, 0, sizeof o.l);
    for (int i = 0; i <= AGAIN_MAX; i++)
        all &= GIVES(63, pthread_rwlock_rdlock(&o.l), 0);
    CHECK(all && refused(DO(63, pthread_rwlock_rdlock(&o.l)), "1024 times"), "a count too large is refused");
}

static void test_rwlock_misuse(void)
{
    CHECK(reported(DO(1, pthread_rwlock_unlock(&o.l)), EPERM, "not locked"), "unlock of a free lock");
    DO(1, pthread_rwlock_rdlock(&o.l));
    PEND(1, pthread_rwlock_wrlock(&o.l));
    CHECK(enabled(1) && reported(go(1, 0), EDEADLK, "wrlock of a read-write lock that thread 1 itself holds for reading"),
          "wrlock by a reader");
    CHECK(reported(DO(2, pthread_rwlock_unlock(&o.l)), EPERM, "thread 2 does not hold"), "unlock by another");
    CHECK(reported(DO(2, pthread_rwlock_destroy(&o.l)), EBUSY, "that thread 1 holds"), "destroy of a lock that is read");
    CHECK(reported(DO(2, pthread_rwlock_init(&o.l, NULL)), EBUSY, "that thread 1 holds"), "init of a lock that is read");
    DO(1, pthread_rwlock_unlock(&o.l));
    DO(2, pthread_rwlock_wrlock(&o.l));
    PEND(2, pthread_rwlock_wrlock(&o.l));
    CHECK(enabled(2) && reported(go(2, 0), EDEADLK, "for writing"), "wrlock by the writer");
    PEND(2, pthread_rwlock_rdlock(&o.l));
    CHECK(enabled(2) && reported(go(2, 0), EDEADLK, "rdlock of a read-write lock"), "rdlock by the writer");
    CHECK(reported(DO(1, pthread_rwlock_unlock(&o.l)), EPERM, "does not hold"), "unlock of another's write lock");
    CHECK(reported(DO(1, pthread_rwlock_destroy(&o.l)), EBUSY, "that thread 2 holds"), "destroy of a lock that is written");
    DO(2, pthread_rwlock_unlock(&o.l));
    CHECK(GIVES(2, pthread_rwlock_destroy(&o.l), 0), "destroy");
    PEND(1, pthread_rwlock_rdlock(&o.l));
    CHECK(enabled(1) && reported(go(1, 0), EINVAL, "rdlock on a read-write lock that was destroyed"), "rdlock after destroy");
    PEND(1, pthread_rwlock_wrlock(&o.l));
    CHECK(enabled(1) && reported(go(1, 0), EINVAL, "was destroyed"), "wrlock after destroy");
    CHECK(reported(DO(1, pthread_rwlock_unlock(&o.l)), EINVAL, "was destroyed"), "unlock after destroy");
    CHECK(GIVES(1, pthread_rwlock_init(&o.l, NULL), 0) && fresh(&o.l, sizeof o.l, offsetof(struct rwlock, made)), "init after destroy");
    memset(&o.l, 0x31, sizeof o.l);
    PEND(1, pthread_rwlock_wrlock(&o.l));
    CHECK(enabled(1) && reported(go(1, 0), EINVAL, "never initialized"), "wrlock of what is no lock");
    CHECK(GIVES(1, pthread_rwlock_init(&o.l, NULL), 0), "init of memory with garbage in it");
}

/* ---- barriers, spin locks, semaphores, once ------------------------------------------------------------------------ */

static enum access_way arrives(tid n)
{
    PEND(n, pthread_barrier_wait(&o.b));
    return arrive_changes(&threads[n], &threads[n].op);
}

/* Arrivals commute if all who ever come are needed, and nobody is told who was the last. */
static void test_crowd(void)
{
    mz__world.crowds = (struct crowds){0}; /* what other tests have left */
    mz__world.sharing.grown = false;
    DO(1, pthread_barrier_init(&o.b, NULL, 2));
    CHECK(arrives(1) == WAY_WRITES, "somebody may ask who was the last");
    unread = true;
    CHECK(arrives(1) == WAY_ARRIVES && arrives(2) == WAY_ARRIVES && crowds_exact(&mz__world.crowds, (uint64_t)&o.b), "two for two");
    CHECK(go(1, 0) == PERFORM_PENDING && go(2, 0) == PERFORM_PENDING && threads[1].op.arg[0] == threads[2].op.arg[0],
          "the last one is told nothing");
    CHECK(!mz__world.sharing.grown && arrives(3) == WAY_WRITES && mz__world.sharing.grown, "a third one: everything starts over");
    mz__world.sharing.grown = false;
    CHECK(arrives(2) == WAY_WRITES && !mz__world.sharing.grown && !crowds_exact(&mz__world.crowds, (uint64_t)&o.b), "once");
    struct crowds here = {0}, there = {0};
    bool grown = false;
    crowds_meet(&here, 8, 2, 1, &grown);
    crowds_meet(&here, 8, 2, 2, &grown);
    crowds_meet(&there, 8, 2, 3, &grown);
    CHECK(!grown && crowds_exact(&here, 8) && crowds_exact(&there, 8) && !crowds_exact(&here, 16), "what two processes know");
    crowds_join(&here, &there, &grown);
    CHECK(grown && !crowds_exact(&here, 8), "is more than each of them knew");
    grown = false;
    crowds_meet(&there, 8, 1, 4, &grown);
    CHECK(grown && !crowds_exact(&there, 8), "the fewest that it has waited for count");
    for (uint64_t n = 0; n < CROWDS_MOST; n++)
        crowds_meet(&there, 16 + n, 1, 1, &grown);
    CHECK(crowds_exact(&there, 16) && !crowds_meet(&there, 16 + CROWDS_MOST, 1, 1, &grown), "too many barriers");
    unread = false;
}

static void test_barrier(void)
{
    CHECK(reported(DO(1, pthread_barrier_wait(&o.b)), EINVAL, "barrier wait on a barrier that was never initialized"),
          "wait at what is no barrier");
    CHECK(reported(DO(1, pthread_barrier_init(&o.b, NULL, 0)), EINVAL, "for 0 threads"), "a barrier for nobody");
    CHECK(GIVES(1, pthread_barrier_init(&o.b, NULL, 3), 0), "a barrier for three");
    pthread_barrier_t fresh = o.b;
    CHECK(DO(1, pthread_barrier_wait(&o.b)) == PERFORM_PENDING && pending(1)->kind == OP_LEAVE && !enabled(1), "one waits");
    CHECK(reported(DO(4, pthread_barrier_destroy(&o.b)), EBUSY, "at which thread 1 waits"), "destroy with waiters");
    CHECK(reported(DO(4, pthread_barrier_init(&o.b, NULL, 2)), EBUSY, "at which thread 1 waits"), "init with waiters");
    CHECK(DO(2, pthread_barrier_wait(&o.b)) == PERFORM_PENDING && !enabled(1) && !enabled(2), "two wait");
    CHECK(DO(3, pthread_barrier_wait(&o.b)) == PERFORM_PENDING && enabled(1) && enabled(2) && enabled(3), "three leave");
    CHECK(go(3, 0) == PERFORM_RESUME && (int)threads[3].result[0] == PTHREAD_BARRIER_SERIAL_THREAD,
          "the last to arrive is the serial thread");
    CHECK(memcmp(&fresh, &o.b, sizeof fresh) == 0, "a completed round leaves the barrier as it was");
    CHECK(DO(3, pthread_barrier_wait(&o.b)) == PERFORM_PENDING && !enabled(3) && enabled(1), "a second round may begin");
    CHECK(go(1, 0) == PERFORM_RESUME && threads[1].result[0] == 0, "the others get 0");
    DO(1, pthread_barrier_wait(&o.b));
    go(2, 0);
    DO(2, pthread_barrier_wait(&o.b));
    go(2, 0);
    CHECK(enabled(1) && enabled(3) && GIVES(2, pthread_barrier_destroy(&o.b), 0), "destroy before all have left");
    memset(&o.b, 0xff, sizeof o.b);
    CHECK(enabled(1) && go(1, 0) == PERFORM_RESUME && enabled(3), "those that leave do not look into its memory");
    reset();
    DO(1, pthread_barrier_init(&o.b, NULL, 1));
    DO(1, pthread_barrier_wait(&o.b));
    CHECK(go(1, 0) == PERFORM_RESUME && (int)threads[1].result[0] == PTHREAD_BARRIER_SERIAL_THREAD, "a barrier for one");
    DO(1, pthread_barrier_destroy(&o.b));
    CHECK(reported(DO(1, pthread_barrier_wait(&o.b)), EINVAL, "was destroyed"), "wait after destroy");
    CHECK(reported(DO(1, pthread_barrier_destroy(&o.b)), EINVAL, "was destroyed"), "destroy after destroy");
}

static void test_spin(void)
{
    PEND(1, pthread_spin_lock(&o.s));
    CHECK(enabled(1) && reported(go(1, 0), EINVAL, "never initialized"), "lock of what is no spin lock");
    CHECK(GIVES(1, pthread_spin_init(&o.s, 0), 0) && GIVES(1, pthread_spin_lock(&o.s), 0), "init and lock");
    PEND(2, pthread_spin_lock(&o.s));
    CHECK(!enabled(2) && holders(2) == threadset_of(1), "a held spin lock blocks");
    CHECK(GIVES(3, pthread_spin_trylock(&o.s), EBUSY) && GIVES(1, pthread_spin_trylock(&o.s), EBUSY), "trylock is EBUSY");
    PEND(1, pthread_spin_lock(&o.s));
    CHECK(enabled(1) && reported(go(1, 0), EDEADLK, "relock of a spin lock by thread 1"), "relock");
    CHECK(reported(DO(3, pthread_spin_unlock(&o.s)), EPERM, "that thread 1 holds"), "unlock by another");
    CHECK(reported(DO(3, pthread_spin_destroy(&o.s)), EBUSY, "that thread 1 holds"), "destroy of a held one");
    CHECK(reported(DO(3, pthread_spin_init(&o.s, 0)), EBUSY, "that thread 1 holds"), "init of a held one");
    CHECK(GIVES(1, pthread_spin_unlock(&o.s), 0) && enabled(2), "unlock lets the next one in");
    CHECK(GIVES(3, pthread_spin_trylock(&o.s), 0) && GIVES(3, pthread_spin_unlock(&o.s), 0), "trylock of a free one");
    CHECK(reported(DO(3, pthread_spin_unlock(&o.s)), EPERM, "not locked"), "unlock of a free one");
    CHECK(GIVES(3, pthread_spin_destroy(&o.s), 0) && reported(DO(1, pthread_spin_lock(&o.s)), EINVAL, "was destroyed"),
          "lock after destroy");
    CHECK(reported(DO(1, pthread_spin_unlock(&o.s)), EINVAL, "was destroyed"), "unlock after destroy");
}

static void test_sem(void)
{
    PEND(1, sem_wait(&o.sem));
    CHECK(enabled(1) && reported(go(1, 0), EINVAL, "sem wait on a semaphore that was never initialized"), "no semaphore");
    CHECK(FAILS(1, sem_init(&o.sem, 0, (unsigned)SEM_VALUE_MAX + 1), EINVAL), "a value too large is EINVAL");
    CHECK(GIVES(1, sem_init(&o.sem, 0, 1), 0) && GIVES(1, sem_wait(&o.sem), 0), "init and wait");
    PEND(2, sem_wait(&o.sem));
    CHECK(!enabled(2), "wait for a semaphore of value 0 blocks");
    CHECK(FAILS(3, sem_trywait(&o.sem), EAGAIN), "trywait fails with EAGAIN");
    CHECK(FAILS(3, sem_timedwait(&o.sem, &deadline), ETIMEDOUT), "timedwait times out");
    CHECK(FAILS(3, sem_clockwait(&o.sem, CLOCK_MONOTONIC, &deadline), ETIMEDOUT), "clockwait times out");
    CHECK(FAILS(3, sem_clockwait(&o.sem, 9, &deadline), EINVAL), "a bad clock fails with EINVAL");
    CHECK(FAILS(3, sem_timedwait(&o.sem, &bad_deadline), EINVAL), "a bad deadline fails with EINVAL");
    CHECK(GIVES(1, sem_post(&o.sem), 0) && enabled(2), "post lets one go on");
    CHECK(GIVES(1, sem_getvalue(&o.sem, &o.value), 0) && o.value == 1, "getvalue");
    sem_getvalue_semantics.complete(&threads[1].op);
    struct access touched[OP_MAX_ACCESSES];
    CHECK(op_accesses(pending(1), touched) == 2 && touched[1].addr == (uint64_t)&o.value && touched[1].write,
          "getvalue writes the value");
    CHECK(go(2, 0) == PERFORM_RESUME && GIVES(1, sem_getvalue(&o.sem, &o.value), 0) && o.value == 0, "which takes one");
    CHECK(reported(DO(1, sem_init(&o.sem, 0, 1)), EBUSY, "initialized already"), "init of a live semaphore");
    memset(&o.sem, 0, sizeof o.sem);
    CHECK(GIVES(1, sem_init(&o.sem, 0, SEM_VALUE_MAX), 0) && reported(DO(1, sem_post(&o.sem)), EOVERFLOW, "greatest value"), "overflow");
    CHECK(GIVES(1, sem_trywait(&o.sem), 0) && GIVES(1, sem_timedwait(&o.sem, &deadline), 0), "trywait and timedwait take one");
    memset(&o.sem, 0, sizeof o.sem);
    CHECK(GIVES(1, sem_init(&o.sem, 1, 0), 0), "process-shared is accepted");
    PEND(2, sem_wait(&o.sem));
    CHECK(!enabled(2) && GIVES(1, sem_destroy(&o.sem), 0), "destroy");
    CHECK(enabled(2) && reported(go(2, 0), EINVAL, "was destroyed"), "a thread still waited");
    CHECK(reported(DO(1, sem_post(&o.sem)), EINVAL, "sem post on a semaphore that was destroyed"), "post after destroy");
    CHECK(reported(DO(1, sem_getvalue(&o.sem, &o.value)), EINVAL, "was destroyed"), "getvalue after destroy");
    CHECK(reported(DO(1, sem_destroy(&o.sem)), EINVAL, "was destroyed"), "destroy after destroy");
}

static int runs;
static void routine(void) { runs++; }

/* What the thread does when it is resumed. */
static void resume_once(tid n)
{
    mz__hot.running = &threads[n];
    ((int (*)(struct thread *))threads[n].resume_at)(&threads[n]);
    mz__hot.running = NULL;
}

static void test_once(void)
{
    runs = 0;
    CHECK(GIVES(1, pthread_once(&o.once, routine), 0) && threads[1].resume_at, "the first thread has to run the routine");
    PEND(2, pthread_once(&o.once, routine));
    CHECK(!enabled(2) && holders(2) == threadset_of(1), "others wait for it");
    struct thread kept = threads[1];
    CHECK(reported(DO(1, pthread_once(&o.once, routine)), EDEADLK, "thread 1 itself is running"), "once within its routine");
    threads[1] = kept;
    resume_once(1);
    CHECK(runs == 1 && pending(1)->kind == OP_ONCE_DONE && !enabled(2), "the routine runs once");
    CHECK(go(1, 0) == PERFORM_RESUME && threads[1].result[0] == 0 && enabled(2), "and then is done");
    CHECK(go(2, 0) == PERFORM_RESUME && threads[2].result[0] == 0 && !threads[2].resume_at, "others go on without it");
    o.once = 5;
    CHECK(reported(DO(1, pthread_once(&o.once, routine)), EINVAL, "once on a once flag that was never"), "no once flag");
    CHECK(DO(1, call_once(&o.flag, routine)) == PERFORM_RESUME && threads[1].resume_at, "call_once");
    resume_once(1);
    CHECK(go(1, 0) == PERFORM_RESUME && runs == 2 && DO(2, call_once(&o.flag, routine)) == PERFORM_RESUME &&
              !threads[2].resume_at, "call_once runs its routine once");
}

int main(void)
{
    static void (*const tests[])(void) = {
        test_rwlock, test_rwlock_again, test_rwlock_misuse, test_barrier, test_crowd, test_spin, test_sem, test_once,
    };
    return RUN(tests);
}
