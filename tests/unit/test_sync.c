/* test_sync.c - the synchronization objects without a world: the stand-ins announce to a fake, and the test itself decides
 * who moves. Checks what is enabled, what happens, what is reported as misuse, and that every change of an object was
 * noted before it was made. */
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.c"
#include "model/op_columns.c"
#include "probe/early.c"
#include "probe/sync/barrier.c"
#include "probe/time/clock.c"
#include "probe/sync/cond.c"
#include "probe/sync/mutex.c"
#include "probe/sync/once.c"
#include "probe/sync/rwlock.c"
#include "probe/sync/sem.c"
#include "probe/sync/spin.c"
#include "probe/sync/sync.c"
#include "probe/sync/sync_attr.c"
#include "probe/sync/threads_c11.c"

/* ---- the fake world ------------------------------------------------------------------------------------------------ */

/* Everything that the operations may change. */
static struct objects {
    pthread_mutex_t m, n;
    pthread_cond_t c;
    pthread_rwlock_t l;
    pthread_barrier_t b;
    pthread_spinlock_t s;
    sem_t sem;
    pthread_once_t once;
    once_flag flag;
    mtx_t mtx;
    cnd_t cnd;
    pthread_mutexattr_t ma;
    pthread_condattr_t ca;
    pthread_rwlockattr_t la;
    pthread_barrierattr_t ba;
    int value;
} o, before;

struct hot mz__hot;
struct layout mz__layout;
static char noted[sizeof o];
static bool unnoted;         /* something was changed that was not noted */
static struct thread threads[MAX_THREADS];
static bool spurious, cancelling;
static int errno_set;
static struct { enum fault_kind kind; int code; char text[256]; } fault;
static const struct timespec deadline = {1, 0}, bad_deadline = {1, 1000000000};

static struct wire wire; /* where premises are noted */
struct world mz__world = {.wire = &wire};
void race_unordered(void) {}
bool language_is_openmp(uint64_t pc UNUSED) { return false; }
void world_timed_out(const struct thread *t UNUSED) {}
void world_touches(const struct thread *t UNUSED, const void *addr UNUSED, uint64_t size UNUSED, bool write UNUSED) {}
struct thread *world_thread(tid t) { return &threads[t]; }
void outside_given(uint64_t function UNUSED) {}
void early_key(uint64_t key UNUSED, uint64_t destructor UNUSED) {}

void mem_will_write(const volatile void *addr, size_t size)
{
    uint64_t at = (uint64_t)addr - (uint64_t)&o;
    if (at < sizeof o)
        memset(noted + at, 1, size);
}

void mem_clear(void *to, size_t size)
{
    mem_will_write(to, size);
    memset(to, 0, size);
}

bool probe_object_is_ours(uint64_t addr UNUSED) { return true; }
void probe_wipe_stack(void) {}
void *probe_real(const char *name, void **slot) { return *slot = dlsym(RTLD_NEXT, name); }
void probe_set_errno(struct thread *t UNUSED, int value) { errno_set = value; }
bool world_spurious(void) { return spurious; }
uint64_t cancel_reads(const struct thread *t)
{
    return (uint64_t)t;
}

bool cancel_due(const struct thread *t UNUSED, const struct op *op UNUSED) { return cancelling; }

enum performed cancel_act(struct thread *t)
{
    t->resume_at = 1;
    return PERFORM_RESUME;
}

enum performed world_report(struct thread *t UNUSED, enum fault_kind kind, int code, uint64_t addr UNUSED, const char *format,
                            ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(fault.text, sizeof fault.text, format, args);
    va_end(args);
    fault.kind = kind;
    fault.code = code;
    return PERFORM_FAULT;
}

uint64_t mz__announce(uint32_t kind, const volatile void *addr, uint64_t size, uint64_t a, uint64_t b, uint64_t c)
{
    struct thread *t = mz__hot.running;
    t->op = (struct op){.addr = (uint64_t)addr, .size = (uint32_t)size, .arg = {a, b, c}, .kind = kind & 0xffff,
                        .detail = kind >> 16 & 0xff};
    return 0;
}

static enum performed perform_call(struct thread *t, struct op *op, unsigned choice)
{
    return ((probe_body *)op->addr)(t, op, choice);
}

static enum performed perform_fault(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    return world_report(t, (enum fault_kind)op->detail, 0, 0, "%s %s", (const char *)op->addr, (const char *)op->arg[0]);
}

static enum performed perform_libcall(struct thread *t, struct op *op, unsigned choice)
{
    op->addr2 = op->arg[0];
    op->size2 = (uint32_t)op->arg[1];
    return libcall_attribute(t, op, choice);
}

static const struct semantics fake_call = {.perform = perform_call}, fake_fault = {.perform = perform_fault};
static const struct semantics fake_libcall = {.perform = perform_libcall};

static const struct semantics *const meaning[OP_KINDS] = {
    [OP_MUTEX_INIT] = &mutex_init_semantics, [OP_MUTEX_DESTROY] = &mutex_destroy_semantics,
    [OP_LOCK] = &lock_semantics, [OP_TRYLOCK] = &trylock_semantics, [OP_TIMEDLOCK] = &timedlock_semantics,
    [OP_UNLOCK] = &unlock_semantics, [OP_COND_INIT] = &cond_init_semantics, [OP_COND_DESTROY] = &cond_destroy_semantics,
    [OP_WAIT] = &wait_semantics, [OP_TIMEDWAIT] = &timedwait_semantics, [OP_WAKE] = &wake_semantics,
    [OP_TIMEDWAKE] = &timedwake_semantics, [OP_SIGNAL] = &signal_semantics, [OP_BROADCAST] = &broadcast_semantics,
    [OP_RWLOCK_INIT] = &rwlock_init_semantics, [OP_RWLOCK_DESTROY] = &rwlock_destroy_semantics,
    [OP_RDLOCK] = &rdlock_semantics, [OP_TRYRDLOCK] = &tryrdlock_semantics, [OP_TIMEDRDLOCK] = &timedrdlock_semantics,
    [OP_WRLOCK] = &wrlock_semantics, [OP_TRYWRLOCK] = &trywrlock_semantics, [OP_TIMEDWRLOCK] = &timedwrlock_semantics,
    [OP_RWUNLOCK] = &rwunlock_semantics, [OP_BARRIER_INIT] = &barrier_init_semantics,
    [OP_BARRIER_DESTROY] = &barrier_destroy_semantics, [OP_ARRIVE] = &arrive_semantics, [OP_LEAVE] = &leave_semantics,
    [OP_SPIN_INIT] = &spin_init_semantics, [OP_SPIN_DESTROY] = &spin_destroy_semantics,
    [OP_SPIN_LOCK] = &spin_lock_semantics, [OP_SPIN_TRYLOCK] = &spin_trylock_semantics,
    [OP_SPIN_UNLOCK] = &spin_unlock_semantics, [OP_SEM_INIT] = &sem_init_semantics,
    [OP_SEM_DESTROY] = &sem_destroy_semantics, [OP_SEM_WAIT] = &sem_wait_semantics,
    [OP_SEM_TRYWAIT] = &sem_trywait_semantics, [OP_SEM_TIMEDWAIT] = &sem_timedwait_semantics,
    [OP_SEM_POST] = &sem_post_semantics, [OP_SEM_GETVALUE] = &sem_getvalue_semantics, [OP_ONCE] = &once_semantics,
    [OP_ONCE_DONE] = &once_done_semantics, [OP_CALL] = &fake_call, [OP_FAULT] = &fake_fault,
    [OP_LIBCALL] = &fake_libcall,
};

/* ---- driving it ---------------------------------------------------------------------------------------------------- */

static const struct op *pending(tid n) { return &threads[n].op; }
static const struct semantics *pending_meaning(tid n) { return meaning[threads[n].op.kind]; }

static bool enabled(tid n)
{
    const struct semantics *s = pending_meaning(n);
    return !s->enabled || s->enabled(&threads[n], pending(n));
}

static unsigned outcomes(tid n)
{
    const struct semantics *s = pending_meaning(n);
    return s->outcomes ? s->outcomes(&threads[n], pending(n)) : 1;
}

static threadset holders(tid n)
{
    return pending_meaning(n)->holders ? pending_meaning(n)->holders(&threads[n], pending(n)) : 0;
}

/* Thread n performs its pending operation; what it changes must have been noted. */
static enum performed go(tid n, unsigned choice)
{
    struct thread *t = &threads[n];
    const struct semantics *s = pending_meaning(n);
    memset(noted, 0, sizeof noted);
    memcpy(&before, &o, sizeof o);
    t->result[0] = t->resume_at = 0;
    enum performed p = s->perform ? s->perform(t, &t->op, choice) : PERFORM_RESUME;
    for (size_t i = 0; i < sizeof o; i++)
        unnoted |= ((char *)&o)[i] != ((char *)&before)[i] && !noted[i];
    return p;
}

/* Thread n calls a function: the operation is pending then. */
#define PEND(n, call) (mz__hot.running = &threads[n], (void)(call), mz__hot.running = NULL)
/* ... and is performed at once. */
#define DO(n, call) (PEND(n, call), go(n, 0))
/* The performed call returned this. */
#define GIVES(n, call, expected) (DO(n, call) == PERFORM_RESUME && (int)threads[n].result[0] == (expected))
/* A semaphore function failed with this errno. */
#define FAILS(n, call, error) (errno_set = 0, GIVES(n, call, -1) && errno_set == (error))

static bool reported(enum performed p, int code, const char *part)
{
    bool as_expected = p == PERFORM_FAULT && fault.kind == FAULT_MISUSE && fault.code == code && strstr(fault.text, part);
    if (!as_expected)
        printf("# got %d, fault %d code %d: %s\n", (int)p, (int)fault.kind, fault.code, fault.text);
    fault.kind = FAULT_NONE;
    return as_expected;
}

static bool refused(enum performed p, const char *part)
{
    bool as_expected = p == PERFORM_FAULT && fault.kind == FAULT_REFUSED && strstr(fault.text, part);
    fault.kind = FAULT_NONE;
    return as_expected;
}

static int failures;

static void check(bool condition, const char *name)
{
    printf("%s %s\n", condition && !unnoted ? "ok" : "FAIL", name);
    if (unnoted)
        printf("# memory was changed without being noted\n");
    failures += !condition || unnoted;
    unnoted = false;
}
#define CHECK(condition, name) check((condition), (name))

static void reset(void)
{
    memset(&o, 0, sizeof o);
    memset(threads, 0, sizeof threads);
    for (tid n = 0; n < MAX_THREADS; n++)
        threads[n].number = n;
    asleep = held_up = 0;
    spurious = cancelling = false;
}

static bool all_zero(const void *object, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (((const char *)object)[i])
            return false;
    return true;
}

/* As its init function leaves it: all zero but for the word that says that it was made. */
static bool fresh(const void *object, size_t size, size_t made)
{
    char copy[sizeof o.c + sizeof o.l];
    memcpy(copy, object, size);
    memset(copy + made, 0, sizeof(uint32_t));
    return all_zero(copy, size);
}

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
    CHECK(refused(DO(1, pthread_mutexattr_setprotocol(&o.ma, PTHREAD_PRIO_PROTECT)), "setprotocol"), "ceilings are refused");
    CHECK(refused(DO(1, pthread_mutexattr_setprioceiling(&o.ma, 3)), "setprioceiling"), "a ceiling is refused");
    CHECK(GIVES(1, pthread_mutexattr_setrobust(&o.ma, PTHREAD_MUTEX_STALLED), 0), "a stalled mutex is accepted");
    CHECK(refused(DO(1, pthread_mutexattr_setrobust(&o.ma, PTHREAD_MUTEX_ROBUST)), "setrobust"), "a robust one is refused");
    pthread_mutexattr_setrobust(&o.ma, PTHREAD_MUTEX_ROBUST); /* before the engine took over: the real function */
    memset(&o.n, 0, sizeof o.n);
    CHECK(refused(DO(1, pthread_mutex_init(&o.n, &o.ma)), "robust"), "a robust mutex is refused also later");
    CHECK(refused(DO(1, pthread_mutex_consistent(&o.n)), "pthread_mutex_consistent is not supported"), "consistent");
    CHECK(refused(DO(1, pthread_mutex_setprioceiling(&o.n, 1, &value)), "setprioceiling"), "setprioceiling");
    CHECK(refused(DO(1, pthread_mutex_getprioceiling(&o.n, &value)), "getprioceiling"), "getprioceiling");
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
    CHECK(GIVES(3, pthread_barrier_wait(&o.b), PTHREAD_BARRIER_SERIAL_THREAD) && enabled(1) && enabled(2),
          "the last to arrive is the serial thread");
    CHECK(memcmp(&fresh, &o.b, sizeof fresh) == 0, "a completed round leaves the barrier as it was");
    CHECK(DO(3, pthread_barrier_wait(&o.b)) == PERFORM_PENDING && !enabled(3) && enabled(1), "a second round may begin");
    CHECK(go(1, 0) == PERFORM_RESUME && threads[1].result[0] == 0, "the others get 0");
    DO(1, pthread_barrier_wait(&o.b));
    go(2, 0);
    DO(2, pthread_barrier_wait(&o.b));
    CHECK(enabled(1) && enabled(3) && GIVES(2, pthread_barrier_destroy(&o.b), 0), "destroy before all have left");
    memset(&o.b, 0xff, sizeof o.b);
    CHECK(enabled(1) && go(1, 0) == PERFORM_RESUME && enabled(3), "those that leave do not look into its memory");
    reset();
    DO(1, pthread_barrier_init(&o.b, NULL, 1));
    CHECK(GIVES(1, pthread_barrier_wait(&o.b), PTHREAD_BARRIER_SERIAL_THREAD), "a barrier for one");
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
        test_cond_timed, test_cond_spurious, test_cond_cancel, test_cond_misuse, test_cond_recursive, test_rwlock,
        test_rwlock_again, test_rwlock_misuse, test_barrier, test_spin, test_sem, test_once, test_c11, test_inactive,
    };
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        reset();
        tests[i]();
    }
    return failures != 0;
}
