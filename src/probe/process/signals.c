/* signals.c - dispositions of signals, as the program sets them; and masks.
 *
 * Dispositions are model state and never reach the kernel, for the runtime needs the signals of crashes. What threads send to each
 * other, and when a handler runs, is in kill.c.
 */
#include "probe/process/signals.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "probe/argument.h"
#include "probe/errno.h"
#include "probe/families.h"
#include "world/outside/outside.h"
#include "world/world.h"

MODEL struct signals mz__signals;

_Static_assert(sizeof(sighandler_t) == sizeof(uint64_t), "a handler is a word");

static bool settable(int number)
{
    return signal_exists(number) && number != SIGKILL && number != SIGSTOP;
}

/* Ignoring a signal also takes away those that were sent and not yet taken: it depends on them, which are then the second object. Whoever
 * else touches what was sent names all of it, so that a part of it will do. */
struct range {
    uint64_t addr, size;
};

static struct range sent_if(sighandler_t handler)
{
    bool ignores = handler == SIG_IGN;
    return ignores ? (struct range){(uint64_t)&mz__signals.sent[TO_PROCESS], sizeof mz__signals.sent[0]} : (struct range){0, 0};
}

static enum performed set_disposition(struct thread *t, struct disposition *of, struct disposition next)
{
    uint64_t bit = signal_bit((int)(of - mz__signals.disposition)), sent = 0;
    for (unsigned i = 0; i <= MAX_THREADS; i++)
        sent |= mz__signals.sent[i] & bit;
    if (sent && next.handler == (uint64_t)SIG_IGN)
        return world_report(t, FAULT_REFUSED, 0, 0, "ignoring a signal that was sent already is not supported");
    outside_given(next.handler);
    mem_set(of, next);
    return PERFORM_RESUME;
}

/* op.order: as System V has it, and not BSD. */
enum { BSD, SYSTEM_V };

enum performed libcall_signal(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    struct disposition *of = (struct disposition *)op->addr;
    struct disposition bsd = {.handler = op->arg[2], .blocks = signal_bit((int)(of - mz__signals.disposition)), .flags = SA_RESTART};
    struct disposition system_v = {.handler = op->arg[2], .flags = SA_RESETHAND | SA_NODEFER};
    t->result[0] = of->handler;
    return set_disposition(t, of, op->order == SYSTEM_V ? system_v : bsd);
}

/* In the stand-in's frame. */
struct sigaction_call {
    const struct sigaction *action; /* or NULL */
    struct sigaction        before;
};

/* arg[2]: the call. */
enum performed libcall_sigaction(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    struct disposition *of = (struct disposition *)op->addr, next = *of;
    struct sigaction_call *call = (struct sigaction_call *)op->arg[2];
    struct sigaction before;
    memset(&before, 0, sizeof before);
    before.sa_handler = (sighandler_t)of->handler;
    before.sa_flags = (int)of->flags;
    memcpy(&before.sa_mask, &of->blocks, sizeof of->blocks);
    const struct sigaction *action = call->action;
    if (action) {
        next = (struct disposition){.handler = (uint64_t)action->sa_handler, .flags = (uint64_t)(uint32_t)action->sa_flags};
        memcpy(&next.blocks, &action->sa_mask, sizeof next.blocks);
    }
    mem_copy(&call->before, &before, sizeof before);
    t->result[0] = 0;
    return action ? set_disposition(t, of, next) : PERFORM_RESUME;
}

#define SET_DISPOSITION(name, how)                                                                          \
    STAND_IN(sighandler_t, name, int number, sighandler_t handler)                                          \
    {                                                                                                       \
        if (!probe_active(NULL))                                                                            \
            return REAL_AS(name, sighandler_t (*)(int, sighandler_t))(number, handler);                     \
        if (!settable(number))                                                                              \
            return (sighandler_t)mz__announce_call(libc_fail, EINVAL, (uint64_t)SIG_ERR, 0);                \
        struct range sent = sent_if(handler);                                                               \
        return (sighandler_t)mz__announce(LIBCALL(SIGNAL) | ANNOUNCE_ORDER(how), &mz__signals.disposition[number], \
                                          sizeof(struct disposition), sent.addr, sent.size, (uint64_t)handler); \
    }
SET_DISPOSITION(signal, BSD)
SET_DISPOSITION(bsd_signal, BSD)
SET_DISPOSITION(__sysv_signal, SYSTEM_V)

static __attribute__((noinline)) int act_from(uint64_t pc, int number, const struct sigaction *given, struct sigaction *before)
{
    struct sigaction action;
    if (given)
        action = ARGUMENT(pc, given);
    struct sigaction_call call = {.action = given ? &action : NULL};
    struct range sent = sent_if(given ? action.sa_handler : SIG_DFL);
    announce_from(pc, LIBCALL(SIGACTION), &mz__signals.disposition[number], sizeof(struct disposition), sent.addr, sent.size,
                  (uint64_t)&call);
    if (before)
        announce_from(pc, OP_WRITE | ANNOUNCE_DETAIL(WRITE_FROM), before, sizeof *before, (uint64_t)&call.before, 0, 0);
    return 0;
}

EXPORT int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict before)
{
    if (!probe_active(NULL))
        return REAL(sigaction)(number, action, before);
    if (action ? !settable(number) : !signal_exists(number))
        return mz__announce_call_int(libc_fail, EINVAL, (uint64_t)-1, 0);
    return act_from(CALLER, number, action, before);
}

/* Masks: each thread has its own. */

void signals_inherit(tid born, tid creator)
{
    mem_set(&mz__signals.mask[born], mz__signals.mask[creator]);
    mem_set(&mz__signals.sent[born], 0);
    other_stack_none(born);
}

/* arg[0]: how; arg[1]: set, kept by the stand-in, or NULL. Returns an error number. What does not unblock anything looks at nothing but
 * the mask: whatever was sent to a thread that does not block it has acted already. */
static void complete_sigmask(struct op *op)
{
    announced_from(op);
    if (!op->arg[1] || (int)op->arg[0] == SIG_BLOCK)
        return;
    op->addr2 = (uint64_t)&mz__signals;
    op->size2 = offsetof(struct signals, mask);
}

/* What was sent before acts when it is unblocked, and whoever comes first takes what was sent to the process. */
static enum performed unblocked(struct thread *t, const struct op *op, uint64_t now)
{
    uint64_t own = mz__signals.sent[t->number] & ~now, others = mz__signals.sent[TO_PROCESS] & ~now, sent = own | others;
    if (!sent)
        return PERFORM_RESUME;
    int number = __builtin_ctzll(sent) + 1;
    bool several = sent & (sent - 1) || own & others;
    mem_set(&mz__signals.sent[t->number], mz__signals.sent[t->number] & now);
    mem_set(&mz__signals.sent[TO_PROCESS], mz__signals.sent[TO_PROCESS] & now);
    return several ? world_report(t, FAULT_REFUSED, 0, 0, "unblocking several signals that were sent is not supported")
                   : signal_act(t, op, number, own ? SI_TKILL : SI_USER);
}

static enum performed perform_sigmask(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    uint64_t *mine = &mz__signals.mask[t->number], now = *mine;
    if (op->arg[1]) {
        uint64_t set = *(const uint64_t *)op->arg[1];
        switch ((int)op->arg[0]) {
        case SIG_BLOCK: now |= set; break;
        case SIG_UNBLOCK: now &= ~set; break;
        case SIG_SETMASK: now = set; break;
        default: t->result[0] = EINVAL; return PERFORM_RESUME;
        }
    }
    now &= ~signals_never_blocked;
    uint64_t before[] = {*mine, mz__signals.sent[t->number], mz__signals.sent[TO_PROCESS]};
    mem_set(mine, now);
    enum performed result = unblocked(t, op, now);
    if (result == PERFORM_FAULT) { /* which changes nothing: it may be performed once more */
        mem_set(mine, before[0]);
        mem_set(&mz__signals.sent[t->number], before[1]);
        mem_set(&mz__signals.sent[TO_PROCESS], before[2]);
    }
    return result;
}

const struct semantics sigmask_semantics = {.complete = complete_sigmask, .perform = perform_sigmask};

/* The new set is read first, and the old one written, as nobody but the thread itself changes it. */
static __attribute__((noinline)) int change_mask(uint64_t pc, int how, const sigset_t *set, sigset_t *before)
{
    uint64_t *mine = &mz__signals.mask[mz__hot.running->number], wanted = set ? ARGUMENT(pc, (const uint64_t *)set) : 0;
    bool known = how == SIG_BLOCK || how == SIG_UNBLOCK || how == SIG_SETMASK;
    if (before && (known || !set)) {
        sigset_t now;
        memset(&now, 0, sizeof now);
        memcpy(&now, mine, sizeof *mine);
        announce_from(pc, OP_WRITE | ANNOUNCE_DETAIL(WRITE_FROM), before, sizeof *before, (uint64_t)&now, 0, 0);
    }
    return (int)announce_from(pc, OP_SIGMASK, mine, sizeof *mine, (uint64_t)how, set ? (uint64_t)&wanted : 0, 0);
}

EXPORT int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict before)
{
    if (!probe_active(NULL))
        return REAL(pthread_sigmask)(how, set, before);
    return change_mask(CALLER, how, set, before);
}

EXPORT int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict before)
{
    if (!probe_active(NULL))
        return REAL(sigprocmask)(how, set, before);
    int error = change_mask(CALLER, how, set, before);
    return error ? mz__announce_call_int(libc_fail, (uint64_t)error, (uint64_t)-1, 0) : 0;
}

/* Sets are the program's memory: the real functions fill and read them, within the same step. */

#define FILL_SET(name)                                                                    \
    EXPORT int name(sigset_t *set)                                                        \
    {                                                                                     \
        if (probe_inside())                                                               \
            announce_from(CALLER, OP_WRITE, set, sizeof *set, 0, 0, 0);                   \
        return REAL(name)(set);                                                           \
    }
FILL_SET(sigemptyset)
FILL_SET(sigfillset)

#define CHANGE_SET(name)                                                                  \
    EXPORT int name(sigset_t *set, int number)                                            \
    {                                                                                     \
        if (probe_inside())                                                               \
            announce_from(CALLER, OP_UPDATE, set, sizeof *set, 0, 0, 0);                  \
        return REAL(name)(set, number);                                                   \
    }
CHANGE_SET(sigaddset)
CHANGE_SET(sigdelset)

EXPORT int sigismember(const sigset_t *set, int number)
{
    if (probe_inside())
        announce_read_from(CALLER, set, sizeof(uint64_t));
    return REAL(sigismember)(set, number);
}

EXPORT int sigisemptyset(const sigset_t *set)
{
    if (probe_inside())
        announce_read_from(CALLER, set, sizeof(uint64_t));
    return REAL(sigisemptyset)(set);
}
