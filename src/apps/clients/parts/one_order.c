/* one_order.c - see one_order.h. A call that waits where an order would make it is not made there. */
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "one_order.h"
#include "sequential.h"

enum { MZ_PATIENCE = 3000, MZ_RUNS = 200000, MZ_RUNS_AGAIN = 8000, MZ_ENDLESS = 1 << 16 };

struct mz_client mz_client;
FILE        *mz_out;
int          mz_order[MZ_CALLS], mz_by_threads;
unsigned     mz_failing;
long long    mz_result[MZ_SLOTS + MZ_THREADS];
volatile int mz_spun;

static __thread sigjmp_buf mz_waits_here;
static volatile int  mz_in_call = -1, mz_rings;
static volatile long mz_used, mz_spent; /* processor time of its thread when the alarm rang last, and of the call, in microseconds */
static volatile long mz_interval;       /* between two alarms, likewise */
static volatile long mz_slept; /* how often its thread had gone to sleep when the alarm rang last */
static volatile unsigned long mz_runs, mz_runs_seen;
static unsigned long long  mz_trail;   /* stands for the calls that were made on this object, with the one that is being made */
static unsigned long long *mz_endless; /* those after which a call ran until it was given up; for all processes */

/* --- threads that make the calls, one at a time ---------------------------------------------------------------------------- */

enum { MZ_MAIN = -1, MZ_LEAVE = -2 };

static struct {
    int        turn; /* whose it is: MZ_MAIN, an owner, or nobody's any more */
    int        instance, came;
    long long *slots;
    pthread_t  thread[MZ_THREADS];
    char       there[MZ_THREADS];
} mz_crew;

static int mz_make_call(int instance, long long *slots);

static void mz_give(int who)
{
    __atomic_store_n(&mz_crew.turn, who, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, &mz_crew.turn, FUTEX_WAKE_PRIVATE, MZ_THREADS + 1, NULL, NULL, 0);
}

static int mz_await(int who)
{
    for (int now; (now = __atomic_load_n(&mz_crew.turn, __ATOMIC_SEQ_CST)) != who;) {
        if (now == MZ_LEAVE)
            return 0;
        syscall(SYS_futex, &mz_crew.turn, FUTEX_WAIT_PRIVATE, now, NULL, NULL, 0);
    }
    return 1;
}

static void *mz_worker(void *there)
{
    while (mz_await((int)((char *)there - mz_crew.there))) {
        mz_crew.came = mz_make_call(mz_crew.instance, mz_crew.slots);
        mz_give(MZ_MAIN);
    }
    return NULL;
}

/* As mz_make_call, by the thread whose call it is. */
static int mz_let_make(int owner, int instance, long long *slots)
{
    if (!mz_crew.there[owner] && pthread_create(&mz_crew.thread[owner], NULL, mz_worker, &mz_crew.there[owner]) != 0) {
        fprintf(mz_out, "no thread can be started\n");
        fflush(mz_out);
        _exit(MZ_SAID);
    }
    mz_crew.there[owner] = 1;
    mz_crew.instance = instance;
    mz_crew.slots = slots;
    mz_give(owner);
    mz_await(MZ_MAIN);
    return mz_crew.came;
}

static void mz_dismiss(void)
{
    mz_give(MZ_LEAVE);
    for (int owner = 0; owner < MZ_THREADS; owner++)
        if (mz_crew.there[owner])
            pthread_join(mz_crew.thread[owner], NULL);
    memset(mz_crew.there, 0, sizeof mz_crew.there);
    mz_crew.turn = MZ_MAIN;
}

/* --- what waits: nobody else is there who could end it --------------------------------------------------------------------- */

static void mz_wait_for_ever(void)
{
    siglongjmp(mz_waits_here, 1);
}

#if MZ_BLOCKS
int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    (void)condition, (void)mutex;
    mz_wait_for_ever();
    return 0;
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until)
{
    (void)condition, (void)mutex, (void)until;
    return ETIMEDOUT;
}

int sem_wait(sem_t *semaphore)
{
    if (sem_trywait(semaphore) != 0)
        mz_wait_for_ever();
    return 0;
}
#endif

static void mz_limit(long milliseconds)
{
    struct itimerval t;
    memset(&t, 0, sizeof t);
    t.it_value.tv_sec = milliseconds / 1000;
    t.it_value.tv_usec = milliseconds % 1000 * 1000;
    setitimer(ITIMER_REAL, &t, NULL);
}

static long mz_processor_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* --- calls that run for ever: once is enough to find out --------------------------------------------------------------------- */

unsigned long long mz_mixed(unsigned long long hash, unsigned long long number)
{
    hash = (hash ^ number) * 1099511628211u;
    return hash ^ hash >> 29;
}

static unsigned long long *mz_endless_here(void)
{
    size_t at = (size_t)mz_trail;
    for (int i = 0; i < 8; i++, at++)
        if (mz_endless[at % MZ_ENDLESS] == mz_trail || mz_endless[at % MZ_ENDLESS] == 0)
            break;
    return &mz_endless[at % MZ_ENDLESS];
}

static int mz_is_endless(void)
{
    return *mz_endless_here() == mz_trail;
}

/* Until the alarm rings next. */
static void mz_await_alarm(void)
{
    long milliseconds = mz_is_endless() ? 10 : 50;
    mz_interval = milliseconds * 1000;
    mz_limit(milliseconds);
}

static long mz_times_asleep(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_nvcsw : 0;
}

/* A call that may wait waits if it has gone to sleep each time that the alarm rang, several times. Who has not may have had to wait for a
 * processor, on a machine that is busy: only the processor time tells whether its call runs for ever, and that is long, for results of a
 * call that is slow would be missed, and what a client gives be taken for a bug. A host that takes the processor away may count that as
 * the thread's: no more counts than the time between two alarms. The same calls on a new object do the same: a second time it is known
 * sooner. */
static int mz_is_given_up(void)
{
    long used = mz_processor_time(), since = used - mz_used, slept = mz_times_asleep();
    mz_rings += slept != mz_slept;
    mz_used = used;
    mz_slept = slept;
    mz_spun = since > 500;
    mz_spent += since < mz_interval ? since : mz_interval;
    if (mz_spent > MZ_RUNS)
        *mz_endless_here() = mz_trail;
    return mz_rings == 4 || mz_spent > (mz_is_endless() ? MZ_RUNS_AGAIN : MZ_RUNS);
}

/* A call that does not come back, unless other runs have come to their end meanwhile. */
static void mz_too_long(int signal_number)
{
    int turn = __atomic_load_n(&mz_crew.turn, __ATOMIC_SEQ_CST);
    if (turn >= 0 && !pthread_equal(pthread_self(), mz_crew.thread[turn])) {
        pthread_kill(mz_crew.thread[turn], signal_number);
        return;
    }
    if (mz_in_call >= 0 && mz_may_block[mz_in_call]) {
        if (mz_is_given_up())
            mz_wait_for_ever();
        mz_await_alarm();
        return;
    }
    if (mz_runs != mz_runs_seen) {
        mz_runs_seen = mz_runs;
        mz_limit(MZ_PATIENCE);
        return;
    }
    fprintf(mz_out, "hangs %d\n", mz_in_call);
    fflush(mz_out);
    _exit(MZ_SAID);
}

static void mz_crashed(int signal_number)
{
    fprintf(mz_out, "crashes %d %d\n", mz_in_call, signal_number);
    fflush(mz_out);
    _exit(MZ_SAID);
}

static void mz_handle(void (*handler)(int signal_number), int signal_number)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = SA_NODEFER | SA_RESTART;
    sigaction(signal_number, &action, NULL);
}

/* --- one order of the calls -------------------------------------------------------------------------------------------------- */

static int mz_fails_now(int instance, int *spurious)
{
    return mz_may_fail[instance] && (mz_failing >> (*spurious)++ & 1);
}

/* False: it waits. The signal of mz_too_long is not masked where it is handled, so that no mask need be restored. */
static int mz_make_call(int instance, long long *slots)
{
    if (MZ_BLOCKS && sigsetjmp(mz_waits_here, 0) != 0) {
        mz_limit(MZ_PATIENCE);
        return 0;
    }
    if (mz_may_block[instance]) {
        mz_rings = mz_spun = 0;
        mz_spent = 0;
        mz_used = mz_processor_time();
        mz_slept = mz_times_asleep();
        mz_await_alarm();
    }
    mz_call(instance, slots);
    if (mz_may_block[instance])
        mz_limit(MZ_PATIENCE);
    return 1;
}

int mz_run(int length)
{
    int next[MZ_THREADS] = {0}, failing[MZ_THREADS][MZ_CALLS], spurious = 0, at;
    for (int t = 0; t < mz_client.threads; t++)
        for (int i = 0; i < mz_client.calls[t]; i++)
            failing[t][i] = mz_fails_now(mz_client.call[t][i], &spurious);
    mz_runs++;
    mz_trail = 1469598103934665603u;
    mz_construct();
    for (at = 0; at < length; at++) {
        int t = mz_order[at], i = next[t]++, instance = mz_client.call[t][i];
        long long *slots = mz_result + mz_client.slot[t][i];
        mz_in_call = instance;
        if (failing[t][i]) {
            *slots = mz_failure[instance];
            continue;
        }
        mz_trail = mz_mixed(mz_trail, (unsigned long long)instance);
        mz_trail = mz_mixed(mz_trail, mz_by_threads ? 1 + (unsigned long long)mz_client.owner[t] : 0);
        if (!(mz_by_threads ? mz_let_make(mz_client.owner[t], instance, slots) : mz_make_call(instance, slots)))
            break;
    }
    mz_in_call = -1;
    if (mz_by_threads)
        mz_dismiss();
    if (at == length)
        mz_destruct(); /* else the object is given up as it is */
    return at;
}

/* --- the limits ------------------------------------------------------------------------------------------------------------------ */

void mz_be_patient(void)
{
    mz_limit(MZ_PATIENCE);
}

void mz_be_strict(void)
{
    mz_runs_seen = mz_runs + 1;
    mz_limit(MZ_PATIENCE);
}

void mz_wait_for_others(void)
{
    mz_limit(0);
}

void mz_watch(void)
{
    mz_handle(mz_too_long, SIGALRM);
    mz_handle(mz_crashed, SIGSEGV);
    mz_handle(mz_crashed, SIGBUS);
    mz_handle(mz_crashed, SIGABRT);
    mz_handle(mz_crashed, SIGFPE);
    mz_endless = (unsigned long long *)mmap(NULL, MZ_ENDLESS * sizeof *mz_endless, PROT_READ | PROT_WRITE,
        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (mz_endless == MAP_FAILED)
        _exit(1);
    mz_crew.turn = MZ_MAIN;
}
