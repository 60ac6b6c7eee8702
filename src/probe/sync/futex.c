/* futex.c - waiting until somebody says that memory has changed: futex(2), and what std::atomic's wait and notify are made of.
 *
 * A wait is two operations. FUTEX_WAIT compares the memory with the value that the caller has seen and, if it is still there, puts
 * the thread to sleep; then FUTEX_SLEEP is pending, which is enabled once the thread was woken. A wait with a time limit can be
 * woken by itself at any time, and so can any other one with --spurious. FUTEX_WAKE has one outcome for each sleeper that it may
 * wake.
 *
 * Who sleeps where is kept outside of the memory: a woken thread does not touch it, for it may be gone by then.
 */
#include <errno.h>
#include <linux/futex.h>
#include <time.h>

#include "probe/argument.h"
#include "probe/errno.h"
#include "probe/families.h"
#include "probe/refuse.h"
#include "probe/sync/futex.h"
#include "probe/sync/sync.h"
#include "world/premise.h"

static MODEL uint64_t asleep_at[MAX_THREADS]; /* the address that each thread sleeps at; 0: none */

static threadset sleepers_at(uint64_t addr)
{
    threadset sleepers = NO_THREADS;
    THREADSET_EACH(t, mz__world.live)
        if (asleep_at[t] == addr)
            sleepers |= threadset_of(t);
    return sleepers;
}

/* What the caller of the system call gets, and of the functions for C++: 0, or an error. */
static enum performed result(struct thread *t, const struct op *op, int error)
{
    if (op->detail & FUTEX_SYSTEM_CALL && error) {
        probe_set_errno(t, error);
        t->result[0] = (uint64_t)-1;
    } else {
        t->result[0] = (uint64_t)error;
    }
    return PERFORM_RESUME;
}

/* arg[0]: the value seen; arg[1]: of a wait with a time limit, until when (clock.h). */
static enum performed wait_perform(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    uint64_t now = 0;
    for (uint32_t i = 0; i < op->size; i++)
        now |= (uint64_t)((const uint8_t *)op->addr)[i] << 8 * i;
    if (now != op->arg[0])
        return result(t, op, EAGAIN);
    mem_set(&asleep_at[t->number], op->addr);
    clock_waited(t);
    if (!mz__world.config.spurious)
        premise_met(PREMISE_WAKEUPS, op->pc);
    t->op = (struct op){.kind = OP_FUTEX_SLEEP, .detail = op->detail, .pc = op->pc, .addr = (uint64_t)&asleep_at[t->number],
                        .size = sizeof asleep_at[0], .arg = {op->addr, op->arg[1]}};
    return PERFORM_PENDING;
}

static bool sleep_enabled(const struct thread *t, const struct op *op)
{
    return !asleep_at[t->number] || op->detail & FUTEX_TIMED || world_spurious();
}

static enum idleness sleep_idle(const struct thread *t, const struct op *op)
{
    return !asleep_at[t->number] ? IDLE_NOT : op->detail & FUTEX_TIMED ? IDLE_TIME : IDLE_SPURIOUS;
}

static bool sleep_may_idle(const struct op *op)
{
    return op->detail & FUTEX_TIMED || world_spurious();
}

/* Asleep with a time limit, and spurious wake-ups: both. */
static unsigned sleep_outcomes(const struct thread *t, const struct op *op)
{
    return asleep_at[t->number] && op->detail & FUTEX_TIMED && world_spurious() ? 2 : 1;
}

static enum performed sleep_perform(struct thread *t, struct op *op, unsigned choice)
{
    bool by_itself = asleep_at[t->number] != 0, times_out = by_itself && op->detail & FUTEX_TIMED && choice == 0;
    if (times_out)
        sync_timed_out(t, op->arg[1]);
    if (by_itself)
        mem_set(&asleep_at[t->number], 0);
    return result(t, op, times_out ? ETIMEDOUT : 0);
}

static void wake_complete(struct op *op)
{
    announced_from(op);
    op->addr2 = (uint64_t)asleep_at;
    op->size2 = sizeof asleep_at;
}

/* arg[0]: how many at most. */
static unsigned wake_outcomes(const struct thread *t, const struct op *op)
{
    (void)t;
    unsigned sleepers = threadset_size(sleepers_at(op->addr));
    return op->arg[0] == 1 && sleepers > 0 ? sleepers : 1;
}

static enum performed wake_perform(struct thread *t, struct op *op, unsigned choice)
{
    threadset woken = sleepers_at(op->addr);
    if (op->arg[0] > 1 && op->arg[0] < threadset_size(woken))
        return world_report(t, FAULT_REFUSED, 0, 0, "futex: waking some of the waiters, neither one nor all, is not supported");
    if (op->arg[0] == 1) {
        for (; choice > 0; choice--)
            woken &= woken - 1;
        woken &= -woken;
    }
    THREADSET_EACH(u, op->arg[0] ? woken : NO_THREADS)
        mem_set(&asleep_at[u], 0);
    t->result[0] = op->arg[0] && op->detail & FUTEX_SYSTEM_CALL ? threadset_size(woken) : 0;
    return PERFORM_RESUME;
}

const struct semantics futex_wait_semantics = {.complete = announced_from, .perform = wait_perform};
const struct semantics futex_sleep_semantics = {
    .enabled = sleep_enabled, .idle = sleep_idle, .may_idle = sleep_may_idle, .outcomes = sleep_outcomes, .perform = sleep_perform};
const struct semantics futex_wake_semantics = {.complete = wake_complete, .outcomes = wake_outcomes, .perform = wake_perform};

/* Stand-ins */

/* Only FUTEX_WAIT says how long, not until when. */
static __attribute__((noinline)) uint64_t wait_until(uint64_t pc, uint32_t *addr, bool relative, uint32_t value,
                                                     const struct timespec *limit)
{
    struct timespec t = ARGUMENT(pc, limit);
    if (t.tv_sec < 0 || t.tv_nsec < 0 || t.tv_nsec >= 1000000000)
        return announce_call_from(pc, libc_fail, EINVAL, (uint64_t)-1, 0);
    uint64_t until = relative ? clock_after(pc, (uint64_t)t.tv_sec, (uint64_t)t.tv_nsec) : clock_until(&t);
    return announce_from(pc, OP_FUTEX_WAIT | ANNOUNCE_DETAIL(FUTEX_SYSTEM_CALL | FUTEX_TIMED), addr, sizeof *addr, value, until, 0);
}

uint64_t futex_call(uint64_t pc, uint32_t *addr, int operation, uint32_t value, const struct timespec *limit, uint32_t mask)
{
    int kind = operation & ~(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME);
    bool all_bits = (kind != FUTEX_WAIT_BITSET && kind != FUTEX_WAKE_BITSET) || mask == FUTEX_BITSET_MATCH_ANY;
    bool waits = kind == FUTEX_WAIT || kind == FUTEX_WAIT_BITSET;
    if (all_bits && waits && limit)
        return wait_until(pc, addr, kind == FUTEX_WAIT, value, limit);
    if (all_bits && waits)
        return announce_from(pc, OP_FUTEX_WAIT | ANNOUNCE_DETAIL(FUTEX_SYSTEM_CALL), addr, sizeof *addr, value, 0, 0);
    if (all_bits && (kind == FUTEX_WAKE || kind == FUTEX_WAKE_BITSET))
        return announce_from(pc, OP_FUTEX_WAKE | ANNOUNCE_DETAIL(FUTEX_SYSTEM_CALL), addr, sizeof *addr, value, 0, 0);
    return probe_refused_from(pc, "this operation of futex");
}

EXPORT int mz_wait_on(const void *addr, uint64_t seen, unsigned size, uint64_t until)
{
    if (!probe_active(NULL))
        return 0;
    if (!until)
        return mz__announce_int(OP_FUTEX_WAIT, addr, size, seen, 0, 0);
    uint64_t moment = clock_until_moment((int64_t)(until / CLOCK_SECOND), (int64_t)(until % CLOCK_SECOND));
    return mz__announce_int(OP_FUTEX_WAIT | ANNOUNCE_DETAIL(FUTEX_TIMED), addr, size, seen, moment, 0);
}

EXPORT void mz_wake_up(const void *addr, int all)
{
    if (probe_active(NULL))
        mz__announce(OP_FUTEX_WAKE, addr, 1, all ? MAX_THREADS : 1, 0, 0);
}
