/* sequential.c - the second half of a program that makes the calls of clients one after the other, in every order that keeps the order
 * of each thread's calls, each time on a new object. The first half is made from the specification: what sequential.h declares. The
 * program has no hooks. This half is compiled when Mazurka is built: for libraries whose calls may wait (MZ_BLOCKS), and for others.
 *
 * One thread makes them all, unless the library is found to know who calls it: then each is made by the thread whose it is in the client.
 *
 * A call that waits where an order would make it is not made there. Where whoever could go on waits, that is an outcome, too. A call that
 * may wait and runs for ever instead is no outcome that an interleaving could be compared with: SPINS says that there is such an order.
 *
 * In: a client in each line, "ORDERS THREADS" and, for each thread, "OWNER CALLS CALL...": any order of the calls of one owner may be
 * asked for. Out: "threads KNOWS", whether the library knows who calls it; then for each client "client ROWS ORDERS SPINS", a line with
 * each set of results, and behind them, if calls may wait, how many calls of each owner were made, and "done"; or a line that says why
 * there are none. */
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "sequential.h"

enum { MZ_THREADS = 96, MZ_CALLS = 96, MZ_SLOTS = 1024, MZ_PATIENCE = 3000, MZ_RUNS = 200000, MZ_RUNS_AGAIN = 8000, MZ_SAID = 3,
    MZ_DIFFERS = 4, MZ_ENDLESS = 1 << 16 };

struct mz_row {
    long long *result;
    char      *orders; /* that give it, with blanks between; NULL where nobody asks for them */
    size_t     orders_length, orders_room;
};

static struct {
    int threads, owner[MZ_THREADS], calls[MZ_THREADS], call[MZ_THREADS][MZ_CALLS], slot[MZ_THREADS][MZ_CALLS];
    int all, slots, keep_orders;
    int owners, width; /* a row has this many numbers: results, and how many calls of each owner were made, where some may wait */
} mz_client;

static struct {
    struct mz_row *row;
    size_t  rows, room;
    size_t *table; /* of numbers of rows, from 1 */
    size_t  table_size;
    unsigned long long orders;
    int     spins;
} mz_found;

static FILE      *mz_in, *mz_out; /* the library may read and print what it likes */
static int        mz_order[MZ_CALLS]; /* whose call comes when */
static unsigned   mz_failing; /* which of the calls that may fail for no reason do, by their number among those */
static long long  mz_result[MZ_SLOTS + MZ_THREADS];
static __thread sigjmp_buf mz_waits_here;
static volatile int mz_in_call = -1, mz_rings;
static volatile int  mz_spun; /* the last call that was given up was running */
static volatile long mz_began, mz_used; /* processor time of its thread when it began and when the alarm rang last, in microseconds */
static volatile long mz_slept; /* how often its thread had gone to sleep when the alarm rang last */
static volatile unsigned long mz_runs, mz_runs_seen;
static unsigned long long  mz_trail;   /* stands for the calls that were made on this object, with the one that is being made */
static unsigned long long *mz_endless; /* those after which a call ran until it was given up; for all processes */

/* --- threads that make the calls, one at a time ---------------------------------------------------------------------------- */

enum { MZ_MAIN = -1, MZ_LEAVE = -2 };

static struct {
    int        on, turn; /* whose it is: MZ_MAIN, an owner, or nobody's any more */
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

static unsigned long long mz_mixed(unsigned long long hash, unsigned long long number)
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
    mz_limit(mz_is_endless() ? 10 : 50);
}

static long mz_times_asleep(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_nvcsw : 0;
}

/* A call that may wait waits if it has gone to sleep each time that the alarm rang, several times. Who has not may have had to wait for a
 * processor, on a machine that is busy: only the processor time tells whether its call runs for ever, and that is long, for results of a
 * call that is slow would be missed, and what a client gives be taken for a bug. The same calls on a new object do the same: a second
 * time it is known sooner. */
static int mz_is_given_up(void)
{
    long used = mz_processor_time(), before = mz_used, slept = mz_times_asleep();
    mz_rings += slept != mz_slept;
    mz_used = used;
    mz_slept = slept;
    mz_spun = used - before > 500;
    if (used - mz_began > MZ_RUNS)
        *mz_endless_here() = mz_trail;
    return mz_rings == 4 || used - mz_began > (mz_is_endless() ? MZ_RUNS_AGAIN : MZ_RUNS);
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

static void mz_watch(void (*handler)(int signal_number), int signal_number)
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
        mz_began = mz_used = mz_processor_time();
        mz_slept = mz_times_asleep();
        mz_await_alarm();
    }
    mz_call(instance, slots);
    if (mz_may_block[instance])
        mz_limit(MZ_PATIENCE);
    return 1;
}

/* How many calls of the order came back: all, or those before the one that waits. */
static int mz_run(int length)
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
        mz_trail = mz_mixed(mz_mixed(mz_trail, (unsigned long long)instance), mz_crew.on ? 1 + (unsigned long long)mz_client.owner[t] : 0);
        if (!(mz_crew.on ? mz_let_make(mz_client.owner[t], instance, slots) : mz_make_call(instance, slots)))
            break;
    }
    mz_in_call = -1;
    if (mz_crew.on)
        mz_dismiss();
    if (at == length)
        mz_destruct(); /* else the object is given up as it is */
    return at;
}

/* --- sets of results ----------------------------------------------------------------------------------------------------------- */

static size_t mz_hash(const long long *result)
{
    unsigned long long hash = 1469598103934665603u;
    for (int i = 0; i < mz_client.width; i++)
        hash = mz_mixed(hash, (unsigned long long)result[i]);
    return (size_t)hash;
}

static void mz_grow(void)
{
    free(mz_found.table);
    mz_found.table_size = mz_found.table_size ? 2 * mz_found.table_size : 1024;
    mz_found.table = (size_t *)calloc(mz_found.table_size, sizeof *mz_found.table);
    for (size_t r = 0; r < mz_found.rows; r++) {
        size_t at = mz_hash(mz_found.row[r].result) & (mz_found.table_size - 1);
        while (mz_found.table[at])
            at = (at + 1) & (mz_found.table_size - 1);
        mz_found.table[at] = r + 1;
    }
}

static struct mz_row *mz_row_of(const long long *result)
{
    size_t bytes = (size_t)mz_client.width * sizeof *result;
    if (2 * mz_found.rows >= mz_found.table_size)
        mz_grow();
    size_t at = mz_hash(result) & (mz_found.table_size - 1);
    for (; mz_found.table[at]; at = (at + 1) & (mz_found.table_size - 1))
        if (memcmp(mz_found.row[mz_found.table[at] - 1].result, result, bytes) == 0)
            return &mz_found.row[mz_found.table[at] - 1];
    if (mz_found.rows == mz_found.room) {
        mz_found.room = mz_found.room ? 2 * mz_found.room : 64;
        mz_found.row = (struct mz_row *)realloc(mz_found.row, mz_found.room * sizeof *mz_found.row);
    }
    struct mz_row *row = &mz_found.row[mz_found.rows];
    memset(row, 0, sizeof *row);
    row->result = (long long *)malloc(bytes + 1);
    memcpy(row->result, result, bytes);
    mz_found.table[at] = ++mz_found.rows;
    return row;
}

static void mz_keep_order(struct mz_row *row, int calls)
{
    size_t length = (size_t)calls + 1;
    if (row->orders_length + length >= row->orders_room) {
        row->orders_room = 2 * row->orders_room + 16 * length;
        row->orders = (char *)realloc(row->orders, row->orders_room);
    }
    for (int i = 0; i < calls; i++)
        row->orders[row->orders_length++] = (char)('1' + mz_order[i]);
    row->orders[row->orders_length++] = ' ';
    row->orders[row->orders_length] = '\0';
}

/* --- all orders ---------------------------------------------------------------------------------------------------------------- */

/* The calls of the order have been made, one after the other: all that there are, or those after which all others wait. */
static void mz_keep(int calls)
{
    for (int i = 0; MZ_BLOCKS && i < mz_client.owners; i++)
        mz_result[mz_client.slots + i] = 0;
    for (int i = 0; MZ_BLOCKS && i < calls; i++)
        mz_result[mz_client.slots + mz_client.owner[mz_order[i]]]++;
    struct mz_row *row = mz_row_of(mz_result);
    mz_found.orders++;
    if (mz_client.keep_orders)
        mz_keep_order(row, calls);
}

/* What became of a thread's next call. */
enum { MZ_CAME = 1, MZ_WAITED, MZ_SPUN };

/* Of each owner so many calls are made, from its first on, and the next one waits. */
static int mz_is_stuck(const int *next, const char *became)
{
    char left[MZ_THREADS] = {0};
    for (int t = 0; t < mz_client.threads; t++) {
        int owner = mz_client.owner[t];
        if (next[t] == mz_client.calls[t] ? left[owner] : !left[owner] && became[t] == MZ_CAME)
            return 0;
        left[owner] |= next[t] < mz_client.calls[t];
    }
    return 1;
}

/* All who could go on wait, after the first `depth` calls of the order. */
static void mz_all_wait(int depth, const int *next, const char *became)
{
    for (int t = 0; t < mz_client.threads; t++)
        if (next[t] < mz_client.calls[t] && became[t] == MZ_SPUN)
            mz_found.spins = 1;
    memset(mz_result, 0, sizeof mz_result);
    mz_run(depth);
    mz_keep(depth);
}

/* All orders that begin with the first `depth` calls of mz_order. The result is `depth`, or less: the call there waits. */
static int mz_from(int depth, int *next)
{
    char became[MZ_THREADS];
    if (depth == mz_client.all) {
        int came = mz_run(depth);
        if (came == depth)
            mz_keep(depth);
        return came;
    }
    for (int t = 0; t < mz_client.threads; t++) {
        if (next[t] == mz_client.calls[t])
            continue;
        mz_order[depth] = t;
        next[t]++;
        int came = mz_from(depth + 1, next);
        next[t]--;
        if (came < depth)
            return came;
        became[t] = came > depth ? MZ_CAME : mz_spun ? MZ_SPUN : MZ_WAITED;
    }
    if (MZ_BLOCKS && mz_is_stuck(next, became))
        mz_all_wait(depth, next, became);
    return depth;
}

/* A process that ends with this one. */
static pid_t mz_fork(void)
{
    pid_t child = fork();
    if (child == 0)
        prctl(PR_SET_PDEATHSIG, SIGKILL);
    return child;
}

/* The first order, run in a new process. */
static int mz_run_apart(long long *result)
{
    int ends[2], status;
    size_t bytes = (size_t)mz_client.slots * sizeof *result;
    if (pipe(ends) != 0)
        return 0;
    fflush(mz_out);
    mz_limit(0);
    pid_t child = mz_fork();
    if (child == 0) {
        mz_runs_seen = mz_runs + 1;
        mz_limit(MZ_PATIENCE);
        mz_run(mz_client.all);
        _exit(write(ends[1], mz_result, bytes) == (ssize_t)bytes ? 0 : 1);
    }
    close(ends[1]);
    int got = read(ends[0], result, bytes) == (ssize_t)bytes;
    close(ends[0]);
    if (waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == MZ_SAID)
        _exit(0);
    mz_limit(MZ_PATIENCE);
    return got;
}

static void mz_first_order(void)
{
    int at = 0;
    for (int t = 0; t < mz_client.threads; t++)
        for (int i = 0; i < mz_client.calls[t]; i++)
            mz_order[at++] = t;
}

/* The first order must give the same results in two processes, and in this one before and after all others. */
static const char *mz_trouble(const long long *first)
{
    size_t bytes = (size_t)mz_client.slots * sizeof *first;
    mz_first_order();
    if (mz_run(mz_client.all) == mz_client.all && memcmp(first, mz_result, bytes) != 0)
        return "keeps";
    return NULL;
}

static void mz_forget(void)
{
    for (size_t i = 0; i < mz_found.rows; i++) {
        free(mz_found.row[i].result);
        free(mz_found.row[i].orders);
    }
    free(mz_found.row);
    free(mz_found.table);
    memset(&mz_found, 0, sizeof mz_found);
}

static void mz_print(void)
{
    fprintf(mz_out, "client %zu %llu %d\n", mz_found.rows, mz_found.orders, mz_found.spins);
    for (size_t i = 0; i < mz_found.rows; i++) {
        for (int slot = 0; slot < mz_client.width; slot++)
            fprintf(mz_out, "%lld ", mz_found.row[i].result[slot]);
        fprintf(mz_out, "|%s\n", mz_found.row[i].orders ? mz_found.row[i].orders : "");
    }
    fputs("done\n", mz_out);
}

static void mz_enumerate(void)
{
    long long first[MZ_SLOTS] = {0}, second[MZ_SLOTS] = {0};
    int next[MZ_THREADS] = {0}, spurious = 0;
    size_t bytes = (size_t)mz_client.slots * sizeof *first;
    mz_first_order();
    mz_failing = 0;
    memset(mz_result, 0, sizeof mz_result);
    int apart = mz_run_apart(first) && mz_run_apart(second);
    if (apart && memcmp(first, second, bytes) != 0) {
        fputs("differs\n", mz_out);
        return;
    }
    const char *trouble = apart ? mz_trouble(first) : NULL;
    for (int t = 0; t < mz_client.threads; t++)
        for (int i = 0; i < mz_client.calls[t]; i++)
            spurious += mz_may_fail[mz_client.call[t][i]];
    for (mz_failing = 0; !trouble && mz_failing < 1u << spurious; mz_failing++)
        mz_from(0, next);
    mz_failing = 0;
    trouble = trouble ? trouble : apart ? mz_trouble(first) : NULL;
    if (trouble)
        fprintf(mz_out, "%s\n", trouble);
    else
        mz_print();
    mz_forget();
}

static int mz_read_client(void)
{
    mz_client.all = mz_client.slots = mz_client.owners = 0;
    if (fscanf(mz_in, "%d %d", &mz_client.keep_orders, &mz_client.threads) != 2)
        return 0;
    for (int t = 0; t < mz_client.threads; t++) {
        if (fscanf(mz_in, "%d %d", &mz_client.owner[t], &mz_client.calls[t]) != 2)
            return 0;
        mz_client.owners = mz_client.owner[t] + 1;
        for (int i = 0; i < mz_client.calls[t]; i++) {
            if (fscanf(mz_in, "%d", &mz_client.call[t][i]) != 1)
                return 0;
            mz_client.slot[t][i] = mz_client.slots;
            mz_client.slots += mz_slots_of[mz_client.call[t][i]];
            mz_client.all++;
        }
    }
    mz_client.width = mz_client.slots + (MZ_BLOCKS ? mz_client.owners : 0);
    mz_limit(MZ_PATIENCE);
    return 1;
}

/* --- whether the library knows who calls it ---------------------------------------------------------------------------------------- */

/* The order that begins with the thread `first`, and goes round: with all calls of each at once, or with one of each at a time. */
static void mz_order_from(int first, int at_once)
{
    int next[MZ_THREADS] = {0};
    for (int at = 0; at < mz_client.all;)
        for (int k = 0; k < mz_client.threads; k++) {
            int t = (first + k) % mz_client.threads;
            for (int i = 0; i < at_once && next[t] < mz_client.calls[t]; i++, next[t]++)
                mz_order[at++] = t;
        }
}

/* Some orders, made by one thread and by several. Where nobody makes a second call, one at a time is the same order as all at once. */
static int mz_differs_by_threads(void)
{
    long long alone[MZ_SLOTS];
    size_t bytes = (size_t)mz_client.slots * sizeof *alone;
    int kinds = 1;
    for (int t = 0; t < mz_client.threads; t++)
        kinds = mz_client.calls[t] > 1 ? 2 : kinds;
    for (int i = 0; i < kinds * mz_client.threads; i++) {
        mz_order_from(i / kinds, i % kinds ? 1 : MZ_CALLS);
        mz_crew.on = 0;
        int came = mz_run(mz_client.all);
        memcpy(alone, mz_result, bytes);
        mz_crew.on = 1;
        if (mz_run(mz_client.all) != came || (came == mz_client.all && memcmp(alone, mz_result, bytes) != 0))
            return 1;
    }
    return 0;
}

/* In a process of its own, which may end as it likes: what crashes or hangs here does so again. Of many clients some are enough. */
static int mz_knows_threads(void)
{
    int status;
    pid_t child = mz_fork();
    if (child == 0) {
        mz_out = fopen("/dev/null", "w");
        for (int number = 0; mz_read_client(); number++)
            if ((number < 100 || number % 50 == 0) && mz_differs_by_threads())
                _exit(MZ_DIFFERS);
        _exit(0);
    }
    int differs = waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == MZ_DIFFERS;
    lseek(fileno(mz_in), 0, SEEK_SET);
    return differs;
}

/* What the library reads and prints is not for us. */
static void mz_take_streams(void)
{
    int nothing = open("/dev/null", O_RDWR);
    mz_in = fdopen(dup(0), "r");
    mz_out = fdopen(dup(1), "w");
    if (nothing < 0 || !mz_in || !mz_out || dup2(nothing, 0) != 0 || dup2(nothing, 1) != 1)
        _exit(1);
}

int main(void)
{
    mz_take_streams();
    mz_watch(mz_too_long, SIGALRM);
    mz_watch(mz_crashed, SIGSEGV);
    mz_watch(mz_crashed, SIGBUS);
    mz_watch(mz_crashed, SIGABRT);
    mz_watch(mz_crashed, SIGFPE);
    mz_endless = (unsigned long long *)mmap(NULL, MZ_ENDLESS * sizeof *mz_endless, PROT_READ | PROT_WRITE,
        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (mz_endless == MAP_FAILED)
        _exit(1);
    mz_crew.turn = MZ_MAIN;
    mz_crew.on = mz_knows_threads();
    fprintf(mz_out, "threads %d\n", mz_crew.on);
    while (mz_read_client()) {
        mz_enumerate();
        fflush(mz_out);
    }
    return 0;
}
