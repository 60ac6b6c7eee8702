/* signals.c - signals, as far as a program can have them here: ignored or left at their default, and raised against itself.
 *
 * A handler would run in the midst of anything, and is refused. Dispositions are model state and never reach the kernel,
 * for the runtime needs the signals of crashes. Masks have no effect, as no signal ever arrives.
 */
#include <errno.h>
#include <signal.h>
#include <string.h>

#include "probe/errno.h"
#include "probe/refuse.h"
#include "world/world.h"

enum { SIGNALS = 65 };

static MODEL uint64_t disposition[SIGNALS]; /* SIG_DFL (0) or SIG_IGN */

_Static_assert(sizeof(sighandler_t) == sizeof(uint64_t), "a disposition is a word");

static bool settable(int number)
{
    return number >= 1 && number < SIGNALS && number != SIGKILL && number != SIGSTOP;
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
    if (!settable(number))
        return mz__announce_call_int(libc_fail, EINVAL, (uint64_t)-1, 0);
    if (action && is_handler(action->sa_handler))
        return probe_refused_int("a signal handler");
    return mz__announce_int(LIBCALL(SIGACTION), &disposition[number], sizeof disposition[0], (uint64_t)before,
                             before ? sizeof *before : 0, (uint64_t)action);
}

/* Masks: every signal is always unblocked, and it does not matter. */

static const sigset_t no_signals;

#define SET_MASK(name)                                                                                      \
    EXPORT int name(int how, const sigset_t *restrict set, sigset_t *restrict before)                       \
    {                                                                                                       \
        if (!probe_active(NULL))                                                                            \
            return REAL(name)(how, set, before);                                                            \
        if (!before)                                                                                        \
            return 0;                                                                                       \
        return mz__announce_int(OP_WRITE | ANNOUNCE_DETAIL(WRITE_FROM), before, sizeof *before,            \
                                 (uint64_t)&no_signals, 0, 0);                                              \
    }
SET_MASK(sigprocmask)
SET_MASK(pthread_sigmask)

/* raise: what the default action does to the program. */

enum performed libcall_raise(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    int number = (int)op->arg[2];
    if (number == 0 || disposition[number] == (uint64_t)SIG_IGN)
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

EXPORT int raise(int number)
{
    if (!probe_active(NULL))
        return REAL(raise)(number);
    if (number < 0 || number >= SIGNALS)
        return mz__announce_call_int(libc_fail, EINVAL, (uint64_t)-1, 0);
    return mz__announce_int(LIBCALL(RAISE), &disposition[number], sizeof disposition[0], 0, 0, (uint64_t)number);
}
