/* kill.c - signals that the program sends to itself, and waiting for them.
 *
 * One that its receiver blocks stays there until somebody takes it (sigwait) or it is unblocked. One that is not blocked acts at once.
 * A handler runs in the thread that sends the signal to itself, or unblocks it, as a function that it calls. In any other thread it
 * would run in the midst of anything: that is refused. A thread that waits for signals which nobody sends waits for the world outside;
 * property/deadlock.c says so.
 */
#include "probe/process/signals.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/syscall.h>

#include "base/raw.h"
#include "probe/argument.h"
#include "probe/errno.h"
#include "probe/families.h"
#include "probe/process/process_number.h"
#include "probe/refuse.h"
#include "probe/thread/cancel.h"
#include "probe/thread/thread_table.h"
#include "probe/time/clock.h"
#include "world/race/race.h"
#include "world/state/tcb.h"
#include "world/world.h"

/* ---- sending ------------------------------------------------------------------------------------------------------- */

/* Filled by start_handler for the thread that goes on in run_handler; nothing comes between. */
static struct delivery {
    struct disposition disposition;
    uint64_t           pc, before; /* of the call; the mask */
    siginfo_t          info;
} starting;

static void describe(siginfo_t *out, int number, int code)
{
    memset(out, 0, sizeof *out);
    out->si_signo = number;
    out->si_code = code;
    out->si_pid = PROCESS;
    out->si_uid = (uid_t)raw_syscall(SYS_getuid, 0, 0, 0, 0, 0, 0);
}

/* On the program's stack. The context that was interrupted is not there to be looked at. */
static int run_handler(struct thread *t)
{
    struct delivery d = starting;
    if (d.disposition.flags & SA_SIGINFO)
        ((void (*)(int, siginfo_t *, void *))d.disposition.handler)(d.info.si_signo, &d.info, NULL);
    else
        ((void (*)(int))d.disposition.handler)(d.info.si_signo);
    announce_from(d.pc, OP_SIGMASK, &mz__signals.mask[t->number], sizeof(uint64_t), SIG_SETMASK, (uint64_t)&d.before, 0);
    return 0;
}

static enum performed start_handler(struct thread *t, const struct op *op, int number, int code)
{
    struct disposition *d = &mz__signals.disposition[number];
    uint64_t *mask = &mz__signals.mask[t->number], itself = d->flags & SA_NODEFER ? 0 : signal_bit(number);
    starting = (struct delivery){.disposition = *d, .pc = op->pc, .before = *mask};
    describe(&starting.info, number, code);
    mem_set(mask, (*mask | d->blocks | itself) & ~signals_never_blocked);
    if (d->flags & SA_RESETHAND)
        mem_set(&d->handler, (uint64_t)SIG_DFL);
    t->resume_at = (uint64_t)run_handler;
    return PERFORM_RESUME;
}

enum performed signal_act(struct thread *t, const struct op *op, int number, int code)
{
    if (signal_has_handler(number))
        return start_handler(t, op, number, code);
    if (mz__signals.disposition[number].handler == (uint64_t)SIG_IGN)
        return PERFORM_RESUME;
    switch (number) {
    case SIGCHLD:
    case SIGURG:
    case SIGWINCH:
    case SIGCONT: return PERFORM_RESUME;
    case SIGSTOP:
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU: return world_report(t, FAULT_REFUSED, 0, 0, "raise of a signal that stops the process is not supported");
    case SIGABRT: return world_report(t, FAULT_ABORT, number, 0, "the program raised SIGABRT");
    default:
        world_report(t, FAULT_CRASH, number, 0, "the program raised signal %d", number);
        mz__world.fault.pc = op->pc - 1; /* the place of a crash is an instruction, here the call, and not where it returns to */
        return PERFORM_FAULT;
    }
}

/* Do all who could get it block it? */
static bool is_blocked(unsigned receiver, uint64_t bit)
{
    if (receiver != TO_PROCESS)
        return mz__signals.mask[receiver] & bit;
    uint64_t all = bit;
    THREADSET_EACH(t, mz__world.live)
        all &= mz__signals.mask[t];
    return all;
}

/* Is t, which sends it and does not block it, the only one who can get it? */
static bool only_reaches(const struct thread *t, unsigned receiver, uint64_t bit)
{
    if (receiver != TO_PROCESS)
        return receiver == t->number;
    THREADSET_EACH(u, mz__world.live)
        if (!(mz__signals.mask[u] & bit) != (u == t->number))
            return false;
    return true;
}

/* arg[0]: the thread, or 0: the process; arg[2]: the signal. */
static void complete_kill(struct op *op)
{
    bool one = in_slots(op->arg[0]);
    op->addr2 = (uint64_t)&mz__threads[one ? slot_of(op->arg[0]) : 0];
    op->size2 = one ? THREAD_IDENTITY : sizeof mz__threads;
}

static enum performed perform_kill(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    int number = (int)op->arg[2];
    unsigned receiver = op->arg[0] ? slot_of(op->arg[0]) : TO_PROCESS;
    if (op->arg[0] && (!in_slots(op->arg[0]) || mz__threads[receiver].state == THREAD_FREE))
        return world_report(t, FAULT_MISUSE, ESRCH, 0, "signal to a thread that does not exist any more");
    if (number == 0 || (op->arg[0] && mz__threads[receiver].state != THREAD_ALIVE))
        return PERFORM_RESUME;
    if (!is_blocked(receiver, signal_bit(number))) {
        if (signal_has_handler(number) && !only_reaches(t, receiver, signal_bit(number)))
            return world_report(t, FAULT_REFUSED, 0, 0, "a signal whose handler would run in another thread is not supported");
        return signal_act(t, op, number, op->arg[0] ? SI_TKILL : SI_USER);
    }
    mem_set(&mz__signals.sent[receiver], mz__signals.sent[receiver] | signal_bit(number));
    return PERFORM_RESUME;
}

const struct semantics kill_semantics = {.complete = complete_kill, .perform = perform_kill, .also_touches = thread_number_read};

EXPORT int raise(int number)
{
    if (!probe_active(NULL))
        return REAL(raise)(number);
    if (number != 0 && !signal_exists(number))
        return mz__announce_call_int(libc_fail, EINVAL, (uint64_t)-1, 0);
    return mz__announce_int(OP_KILL, &mz__signals, sizeof mz__signals, tcb_self(mz__hot.running->tp), 0, (uint64_t)number);
}

EXPORT int pthread_kill(pthread_t thread, int number)
{
    if (!probe_active(NULL))
        return REAL(pthread_kill)(thread, number);
    if (number != 0 && !signal_exists(number))
        return EINVAL;
    return mz__announce_int(OP_KILL, &mz__signals, sizeof mz__signals, (uint64_t)thread, 0, (uint64_t)number);
}

EXPORT int kill(pid_t process, int number)
{
    if (!probe_active(NULL))
        return REAL(kill)(process_real(process), number);
    if (process != PROCESS)
        return probe_refused_int("kill of another process");
    if (number != 0 && !signal_exists(number))
        return mz__announce_call_int(libc_fail, EINVAL, (uint64_t)-1, 0);
    return mz__announce_int(OP_KILL, &mz__signals, sizeof mz__signals, 0, 0, (uint64_t)number);
}

/* ---- waiting ------------------------------------------------------------------------------------------------------- */

enum { WAIT_NUMBER, WAIT_INFO, WAIT_TIMED }; /* op.detail */

static uint64_t sent_to(const struct thread *t, uint64_t set)
{
    return (mz__signals.sent[t->number] | mz__signals.sent[TO_PROCESS]) & set;
}

/* arg[0]: the set; arg[1]: where the number or the description goes, or NULL; arg[2]: how long it waits. */
static void complete_sigwait(struct op *op)
{
    op->addr2 = op->arg[1];
    op->size2 = !op->arg[1] ? 0 : op->detail == WAIT_NUMBER ? sizeof(int) : sizeof(siginfo_t);
}

/* One with a time limit is always enabled: it may time out. Waiting is a cancellation point. */
static bool sigwait_enabled(const struct thread *t, const struct op *op)
{
    return op->detail == WAIT_TIMED || sent_to(t, op->arg[0]) || cancel_due(t, op);
}

static enum idleness sigwait_idle(const struct thread *t, const struct op *op)
{
    return sent_to(t, op->arg[0]) || cancel_due(t, op) ? IDLE_NOT : IDLE_TIME;
}

static bool sigwait_may_idle(const struct op *op)
{
    return op->detail == WAIT_TIMED;
}

/* Here glibc does not tell signals to a thread from those to the process. */
static void give_description(siginfo_t *to, int number)
{
    siginfo_t info;
    describe(&info, number, SI_USER);
    mem_copy(to, &info, sizeof info);
}

/* The lowest one; what was sent to the thread comes before what was sent to the process. */
static enum performed perform_sigwait(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    if (cancel_due(t, op))
        return cancel_act(t);
    uint64_t own = mz__signals.sent[t->number] & op->arg[0], all = own ? own : sent_to(t, op->arg[0]);
    if (!all) {
        world_timed_out(t);
        clock_reach(t, op->arg[2]);
        race_unordered();
        return probe_fails(t, EAGAIN);
    }
    int number = __builtin_ctzll(all) + 1;
    uint64_t *from = &mz__signals.sent[own ? t->number : TO_PROCESS];
    if (op->detail == WAIT_NUMBER) /* first: this may crash, and nothing may have changed then */
        mem_set((int *)op->arg[1], number);
    else if (op->arg[1])
        give_description((siginfo_t *)op->arg[1], number);
    mem_set(from, *from & ~signal_bit(number));
    t->result[0] = op->detail == WAIT_NUMBER ? 0 : (uint64_t)number;
    return PERFORM_RESUME;
}

const struct semantics sigwait_semantics = {
    .enabled = sigwait_enabled, .idle = sigwait_idle, .may_idle = sigwait_may_idle, .complete = complete_sigwait,
    .perform = perform_sigwait, .also_reads = cancel_reads,
};

static __attribute__((noinline)) int wait_for(uint64_t pc, unsigned how, const sigset_t *set, void *out, const struct timespec *limit)
{
    uint64_t wanted = ARGUMENT(pc, (const uint64_t *)set);
    uint64_t time = 0;
    if (limit) {
        struct timespec t = ARGUMENT(pc, limit);
        if (t.tv_sec < 0 || t.tv_nsec < 0 || t.tv_nsec >= 1000000000)
            return (int)announce_call_from(pc, libc_fail, EINVAL, (uint64_t)-1, 0);
        time = clock_after(pc, (uint64_t)t.tv_sec, (uint64_t)t.tv_nsec);
    }
    return (int)announce_from(pc, OP_SIGWAIT | ANNOUNCE_DETAIL(how), &mz__signals.sent, sizeof mz__signals.sent, wanted, (uint64_t)out,
                              time);
}

EXPORT int sigwait(const sigset_t *restrict set, int *restrict number)
{
    if (!probe_active(NULL))
        return REAL(sigwait)(set, number);
    return wait_for(CALLER, WAIT_NUMBER, set, number, NULL);
}

EXPORT int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info)
{
    if (!probe_active(NULL))
        return REAL(sigwaitinfo)(set, info);
    return wait_for(CALLER, WAIT_INFO, set, info, NULL);
}

EXPORT int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info, const struct timespec *restrict limit)
{
    if (!probe_active(NULL))
        return REAL(sigtimedwait)(set, info, limit);
    return wait_for(CALLER, limit ? WAIT_TIMED : WAIT_INFO, set, info, limit);
}

enum performed libcall_sigpending(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    sigset_t set;
    uint64_t sent = sent_to(t, mz__signals.mask[t->number]);
    memset(&set, 0, sizeof set);
    memcpy(&set, &sent, sizeof sent);
    mem_copy((void *)op->arg[0], &set, sizeof set);
    t->result[0] = 0;
    return PERFORM_RESUME;
}

EXPORT int sigpending(sigset_t *set)
{
    if (!probe_active(NULL))
        return REAL(sigpending)(set);
    return mz__announce_int(LIBCALL(SIGPENDING), &mz__signals.sent, sizeof mz__signals.sent, (uint64_t)set, sizeof *set, 0);
}
