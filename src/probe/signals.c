/* signals.c - signals, as far as a program can have them here: ignored or left at their default, and raised against itself.
 *
 * A handler would run in the midst of anything, and is refused. Dispositions are model state and never reach the kernel,
 * for the runtime needs the signals of crashes. Masks have no effect, as no signal ever arrives.
 */
#include <errno.h>
#include <signal.h>
#include <string.h>

#include "probe/errno.h"
#include "probe/families.h"
#include "probe/refuse.h"
#include "world/world.h"

enum { SIGNALS = 65 };

static MODEL uint64_t disposition[SIGNALS]; /* SIG_DFL (0) or SIG_IGN */

_Static_assert(sizeof(sighandler_t) == sizeof(uint64_t), "a disposition is a word");

static bool settable(int number)
{
    return number >= 1 && number < SIGNALS && number != SIGKILL && number != SIGSTOP;
}

static bool exists(int number)
{
    return number >= 1 && number < SIGNALS;
}

static bool is_handler(sighandler_t handler)
{
    return handler != SIG_DFL && handler != SIG_IGN;
}

enum performed libcall_signal(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    uint64_t *of = (uint64_t *)op->addr;
    t->result[0] = *of;
    mem_set(of, op->arg[2]);
    return PERFORM_RESUME;
}

enum performed libcall_sigaction(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    uint64_t *of = (uint64_t *)op->addr;
    struct sigaction before;
    memset(&before, 0, sizeof before);
    before.sa_handler = (sighandler_t)*of;
    const struct sigaction *action = (const struct sigaction *)op->arg[2];
    if (action)
        mem_set(of, (uint64_t)action->sa_handler);
    if (op->arg[0])
        mem_copy((void *)op->arg[0], &before, sizeof before);
    t->result[0] = 0;
    return PERFORM_RESUME;
}

#define SET_DISPOSITION(name)                                                                               \
    STAND_IN(sighandler_t, name, int number, sighandler_t handler)                                          \
    {                                                                                                       \
        if (!probe_active(NULL))                                                                            \
            return REAL_AS(name, sighandler_t (*)(int, sighandler_t))(number, handler);                     \
        if (!settable(number))                                                                              \
            return (sighandler_t)mz__announce_call(libc_fail, EINVAL, (uint64_t)SIG_ERR, 0);                \
        if (is_handler(handler))                                                                            \
            return (sighandler_t)probe_refused("a signal handler");                                         \
        return (sighandler_t)mz__announce(LIBCALL(SIGNAL), &disposition[number], sizeof disposition[0], 0, 0, \
                                          (uint64_t)handler);                                               \
    }
SET_DISPOSITION(signal)
SET_DISPOSITION(__sysv_signal)
SET_DISPOSITION(bsd_signal)

EXPORT int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict before)
{
    if (!probe_active(NULL))
        return REAL(sigaction)(number, action, before);
    if (action ? !settable(number) : !exists(number))
        return mz__announce_call_int(libc_fail, EINVAL, (uint64_t)-1, 0);
    if (action && is_handler(action->sa_handler))
        return probe_refused_int("a signal handler");
    return mz__announce_int(LIBCALL(SIGACTION), &disposition[number], sizeof disposition[0], (uint64_t)before,
                             before ? sizeof *before : 0, (uint64_t)action);
}

/* Masks: each thread has its own, and new ones begin with their creator's. */

static MODEL uint64_t mask[MAX_THREADS];

static const uint64_t never_blocked = (uint64_t)1 << (SIGKILL - 1) | (uint64_t)1 << (SIGSTOP - 1);

void signals_inherit(tid born, tid creator)
{
    mem_set(&mask[born], mask[creator]);
}

/* Body of OP_CALL. arg[0]: how; arg[1]: set or NULL; arg[2]: where the old one goes, or NULL. Returns an error number. */
static enum performed set_mask(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    uint64_t *mine = &mask[t->number], now = *mine;
    announced_from(op);
    if (op->arg[1]) {
        uint64_t set = *(const uint64_t *)op->arg[1];
        switch ((int)op->arg[0]) {
        case SIG_BLOCK: now |= set; break;
        case SIG_UNBLOCK: now &= ~set; break;
        case SIG_SETMASK: now = set; break;
        default: t->result[0] = EINVAL; return PERFORM_RESUME;
        }
    }
    if (op->arg[2]) {
        sigset_t before;
        memset(&before, 0, sizeof before);
        memcpy(&before, mine, sizeof *mine);
        mem_copy((void *)op->arg[2], &before, sizeof before);
    }
    mem_set(mine, now & ~never_blocked);
    return PERFORM_RESUME;
}

EXPORT int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict before)
{
    if (!probe_active(NULL))
        return REAL(pthread_sigmask)(how, set, before);
    return mz__announce_call_int(set_mask, (uint64_t)how, (uint64_t)set, (uint64_t)before);
}

EXPORT int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict before)
{
    if (!probe_active(NULL))
        return REAL(sigprocmask)(how, set, before);
    int error = (int)announce_from(CALLER, OP_CALL, (const void *)(uintptr_t)set_mask, 0, (uint64_t)how, (uint64_t)set, (uint64_t)before);
    return error ? mz__announce_call_int(libc_fail, (uint64_t)error, (uint64_t)-1, 0) : 0;
}

/* Sets are the program's memory: the real functions fill them, within the same step. */

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

/* raise: what the default action does to the program. */

enum performed libcall_raise(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    int number = (int)op->arg[2];
    if (number == 0 || disposition[number] == (uint64_t)SIG_IGN)
        return PERFORM_RESUME;
    if (mask[t->number] >> (number - 1) & 1)
        return world_report(t, FAULT_REFUSED, 0, 0, "raise of a signal that is blocked is not supported");
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

EXPORT int raise(int number)
{
    if (!probe_active(NULL))
        return REAL(raise)(number);
    if (number < 0 || number >= SIGNALS)
        return mz__announce_call_int(libc_fail, EINVAL, (uint64_t)-1, 0);
    return mz__announce_int(LIBCALL(RAISE), &disposition[number], sizeof disposition[0], 0, 0, (uint64_t)number);
}
