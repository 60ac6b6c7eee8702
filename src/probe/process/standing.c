/* standing.c - where a process stands on its machine: priorities, processors, its name, another stack for its handlers. No schedule that
 * is explored depends on it, so that what the program asks for is granted without an effect, and what it is told is always the same. */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "probe/argument.h"
#include "probe/refuse.h"

static const struct sched_param no_priority = {.sched_priority = 0};
static const unsigned first_processor = 0;
static const char no_name[16] = "program";

GRANTED(nice, (int increment), (increment))
GRANTED(sched_setaffinity, (pid_t who, size_t size, const cpu_set_t *set), (who, size, set))
GRANTED(sched_getscheduler, (pid_t who), (who)) /* SCHED_OTHER */
GRANTED(sched_getcpu, (void), ())

static inline int granted_if(bool valid)
{
    return valid ? 0 : mz__announce_call_int(libc_fail, EINVAL, (uint64_t)-1, 0);
}

EXPORT int setpriority(__priority_which_t which, id_t who, int priority)
{
    if (!probe_active(NULL))
        return REAL(setpriority)(which, who, priority);
    return granted_if(which <= PRIO_USER);
}

EXPORT int getpriority(__priority_which_t which, id_t who)
{
    if (!probe_active(NULL))
        return REAL(getpriority)(which, who);
    return granted_if(which <= PRIO_USER);
}

EXPORT int sched_setscheduler(pid_t who, int policy, const struct sched_param *p)
{
    if (!probe_active(NULL))
        return REAL(sched_setscheduler)(who, policy, p);
    return granted_if(p && policy >= SCHED_OTHER && policy <= SCHED_IDLE);
}

EXPORT int sched_setparam(pid_t who, const struct sched_param *p)
{
    if (!probe_active(NULL))
        return REAL(sched_setparam)(who, p);
    return granted_if(p);
}

EXPORT int sched_getparam(pid_t who, struct sched_param *to)
{
    if (!probe_active(NULL))
        return REAL(sched_getparam)(who, to);
    return to ? (int)announce_give_from(CALLER, to, &no_priority, sizeof *to, 0) : granted_if(false);
}

EXPORT int getcpu(unsigned *processor, unsigned *node)
{
    if (!probe_active(NULL))
        return REAL(getcpu)(processor, node);
    uint64_t pc = CALLER;
    if (processor)
        announce_give_from(pc, processor, &first_processor, sizeof *processor, 0);
    return node ? (int)announce_give_from(pc, node, &first_processor, sizeof *node, 0) : 0;
}

/* Only what changes nothing that a program could notice. */
STAND_IN(int, prctl, int option, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    if (!probe_active(NULL))
        return REAL_AS(prctl, int (*)(int, uint64_t, uint64_t, uint64_t, uint64_t))(option, a, b, c, d);
    uint64_t pc = CALLER;
    switch (option) {
    case PR_SET_NAME: TEXT_ARGUMENT(pc, (const char *)a); return 0;
    case PR_GET_NAME: return (int)announce_give_from(pc, (void *)a, no_name, sizeof no_name, 0);
    case PR_SET_PDEATHSIG:
    case PR_SET_TIMERSLACK:
    case PR_SET_DUMPABLE:
    case PR_SET_NO_NEW_PRIVS:
    case PR_SET_THP_DISABLE: return 0;
    default: return (int)probe_refused_from(pc, "prctl");
    }
}
