/* sequential.c - the second half of a program that makes the calls of clients one after the other, in every order that keeps the order
 * of each thread's calls, each time on a new object. The first half is made from the specification: what sequential.h declares. The
 * program has no hooks. This half is compiled when Mazurka is built: for libraries whose calls may wait (MZ_BLOCKS), and for others.
 *
 * One thread makes them all, unless the library is found to know who calls it: then each is made by the thread whose it is in the client.
 * With an argument it is not looked at: one thread makes them all.
 *
 * A call that waits where an order would make it is not made there (one_order.h). Where whoever could go on waits, that is an outcome,
 * too. A call that may wait and runs for ever instead is no outcome that an interleaving could be compared with: SPINS says that there is
 * such an order.
 *
 * In: a client in each line, "ORDERS THREADS" and, for each thread, "OWNER CALLS CALL...": any order of the calls of one owner may be
 * asked for. Out: "threads KNOWS", whether the library knows who calls it; then for each client "client ROWS ORDERS SPINS", a line with
 * each set of results, and behind them, if calls may wait, how many calls of each owner were made, and "done"; or a line that says why
 * there are none. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "one_order.h"
#include "sequential.h"

enum { MZ_DIFFERS = 4 };

struct mz_row {
    long long *result;
    char      *orders; /* that give it, with blanks between; NULL where nobody asks for them */
    size_t     orders_length, orders_room;
};

static struct {
    struct mz_row *row;
    size_t  rows, room;
    size_t *table; /* of numbers of rows, from 1 */
    size_t  table_size;
    unsigned long long orders;
    int     spins;
} mz_found;

static FILE *mz_in; /* the library may read what it likes */

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
    mz_wait_for_others();
    pid_t child = mz_fork();
    if (child == 0) {
        mz_be_strict();
        mz_run(mz_client.all);
        _exit(write(ends[1], mz_result, bytes) == (ssize_t)bytes ? 0 : 1);
    }
    close(ends[1]);
    int got = read(ends[0], result, bytes) == (ssize_t)bytes;
    close(ends[0]);
    if (waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == MZ_SAID)
        _exit(0);
    mz_be_patient();
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
    mz_be_patient();
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
        mz_by_threads = 0;
        int came = mz_run(mz_client.all);
        memcpy(alone, mz_result, bytes);
        mz_by_threads = 1;
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

int main(int argc, char **argv)
{
    (void)argv; /* there is one: that says it */
    mz_take_streams();
    mz_watch();
    mz_by_threads = argc == 1 && mz_knows_threads();
    fprintf(mz_out, "threads %d\n", mz_by_threads);
    while (mz_read_client()) {
        mz_enumerate();
        fflush(mz_out);
    }
    return 0;
}
