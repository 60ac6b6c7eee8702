/* sync_fakes.h - a fake world for the tests of synchronization objects: the stand-ins announce to it, and the test itself decides who
 * moves. It checks that every change of an object was noted before it was made. */
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.c"
#include "model/op_columns.c"
#include "probe/early.c"
#include "probe/sync/abandoned.c"
#include "probe/sync/barrier.c"
#include "probe/time/clock.c"
#include "probe/sync/cond.c"
#include "probe/sync/mutex.c"
#include "probe/sync/once.c"
#include "probe/sync/robust.c"
#include "probe/sync/rwlock.c"
#include "probe/sync/sem.c"
#include "probe/sync/spin.c"
#include "probe/sync/sync.c"
#include "probe/sync/sync_attr.c"
#include "probe/sync/threads_c11.c"
#include "world/memory/crowds.c"

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
static bool unread;          /* what calls return */
bool dead_result(uint64_t pc UNUSED) { return unread; }
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

void mem_move(void *to, const void *from, size_t size)
{
    mem_will_write(to, size);
    memmove(to, from, size);
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
    [OP_UNLOCK] = &unlock_semantics, [OP_CONSISTENT] = &consistent_semantics,
    [OP_COND_INIT] = &cond_init_semantics, [OP_COND_DESTROY] = &cond_destroy_semantics,
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

static inline unsigned outcomes(tid n)
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

static inline int run_tests(void (*const tests[])(void), size_t count)
{
    for (size_t i = 0; i < count; i++) {
        reset();
        tests[i]();
    }
    return failures != 0;
}
#define RUN(tests) run_tests((tests), sizeof (tests) / sizeof *(tests))
