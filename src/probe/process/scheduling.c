/* scheduling.c - see scheduling.h. Who may ask for what is decided as Linux does, by the capability CAP_SYS_NICE and the limits of the
 * process that the search runs in; the program begins with the usual policy, niceness 0, and the processors of that process. */
#include "probe/process/scheduling.h"

#include <errno.h>
#include <linux/capability.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/raw.h"
#include "base/text.h"
#include "probe/argument.h"
#include "probe/process/process_number.h"
#include "probe/refuse.h"
#include "probe/thread/thread_table.h"
#include "world/premise.h"

/* All zero: as the program began. */
static MODEL struct scheduling {
    char     name[NAME_BYTES];
    uint64_t processors[PROCESSORS / 64];
    uint32_t policy, priority;
    uint32_t libc_policy, libc_priority; /* as libc remembers them for pthread_getschedparam, + 1; 0: it has not asked yet */
    int64_t  niceness;
} schedulings[MAX_THREADS];

void scheduling_inherit(tid born, tid creator)
{
    if (memcmp(&schedulings[born], &schedulings[creator], sizeof *schedulings) != 0)
        mem_copy(&schedulings[born], &schedulings[creator], sizeof *schedulings);
}

/* ---- on the engine's stack: `of` is the thread's attributes ------------------------------------------------------------------- */

static int set_name(uint64_t of, uint64_t name)
{
    struct scheduling *s = (struct scheduling *)of;
    memset(s->name, 0, sizeof s->name);
    text_copy(s->name, sizeof s->name, (const char *)name);
    return 0;
}

static int get_name(uint64_t of, uint64_t to)
{
    const struct scheduling *s = (const struct scheduling *)of;
    char name[NAME_BYTES] = "";
    text_copy(name, sizeof name, s->name[0] ? s->name : program_invocation_short_name);
    memcpy((char *)to, name, sizeof name);
    return 0;
}

/* Processors of the process; negative: an error. */
static long real_processors(size_t size, uint64_t to[PROCESSORS / 64])
{
    memset(to, 0, PROCESSORS / 8);
    return raw_syscall(SYS_sched_getaffinity, 0, (long)(size < PROCESSORS / 8 ? size : PROCESSORS / 8), (long)to, 0, 0, 0);
}

struct processors {
    size_t   size;
    uint64_t set[PROCESSORS / 64];
};

static int set_processors(uint64_t of, uint64_t wanted)
{
    struct scheduling *s = (struct scheduling *)of;
    const struct processors *w = (const struct processors *)wanted;
    uint64_t real[PROCESSORS / 64], any = 0;
    if (real_processors(sizeof real, real) < 0)
        return EINVAL;
    for (int i = 0; i < PROCESSORS / 64; i++)
        any |= real[i] &= w->set[i];
    if (!any)
        return EINVAL;
    memcpy(s->processors, real, sizeof real);
    return 0;
}

/* 0: none was asked for. */
static uint64_t any_processor(const struct scheduling *s)
{
    uint64_t any = 0;
    for (int i = 0; i < PROCESSORS / 64; i++)
        any |= s->processors[i];
    return any;
}

static int get_processors(uint64_t of, uint64_t to)
{
    const struct scheduling *s = (const struct scheduling *)of;
    struct processors *p = (struct processors *)to;
    long bytes = real_processors(p->size, p->set);
    if (bytes > 0 && any_processor(s))
        memcpy(p->set, s->processors, (size_t)bytes);
    return (int)bytes;
}

static bool has_capability(void)
{
    struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[2] = {{0}};
    return raw_syscall(SYS_capget, (long)&head, (long)data, 0, 0, 0, 0) == 0 && data[0].effective >> CAP_SYS_NICE & 1;
}

static int64_t limit_of(int resource)
{
    struct rlimit limit = {0};
    raw_syscall(SYS_prlimit64, 0, resource, 0, (long)&limit, 0, 0);
    return limit.rlim_cur > INT32_MAX ? INT32_MAX : (int64_t)limit.rlim_cur;
}

static bool may_be_nice(int64_t niceness)
{
    return 20 - niceness <= limit_of(RLIMIT_NICE) || has_capability();
}

static bool is_real_time(uint32_t policy)
{
    return policy == SCHED_FIFO || policy == SCHED_RR;
}

static bool may_have(const struct scheduling *s, uint32_t policy, uint32_t priority)
{
    if (s->policy == SCHED_IDLE && policy != SCHED_IDLE && !may_be_nice(s->niceness))
        return false;
    if (!is_real_time(policy))
        return true;
    int64_t most = limit_of(RLIMIT_RTPRIO);
    bool risen = priority > s->priority && priority > most;
    return !((policy != s->policy && most == 0) || risen) || has_capability();
}

/* wanted: policy, or SAME_POLICY, and in the upper half the priority */
static int set_policy(uint64_t of, uint64_t wanted)
{
    struct scheduling *s = (struct scheduling *)of;
    uint32_t policy = (int32_t)wanted == SAME_POLICY ? s->policy : (uint32_t)wanted, priority = (uint32_t)(wanted >> 32);
    bool known = policy <= SCHED_BATCH || policy == SCHED_IDLE;
    if (!known || (is_real_time(policy) ? priority < 1 || priority > 99 : priority != 0))
        return EINVAL;
    if (!may_have(s, policy, priority))
        return EPERM;
    s->policy = policy;
    s->priority = priority;
    return 0;
}

/* By functions of <pthread.h>, for which libc remembers what it has asked for. */
static int set_policy_by_libc(uint64_t of, uint64_t wanted)
{
    struct scheduling *s = (struct scheduling *)of;
    int error = set_policy(of, wanted);
    if (error)
        return error;
    s->libc_priority = s->priority + 1;
    if ((int32_t)wanted != SAME_POLICY)
        s->libc_policy = s->policy + 1;
    return 0;
}

static int ask_by_libc(uint64_t of, uint64_t unused)
{
    struct scheduling *s = (struct scheduling *)of;
    (void)unused;
    s->libc_priority = s->libc_priority ? s->libc_priority : s->priority + 1;
    s->libc_policy = s->libc_policy ? s->libc_policy : s->policy + 1;
    return 0;
}

static int set_niceness(uint64_t of, uint64_t wanted)
{
    struct scheduling *s = (struct scheduling *)of;
    int64_t niceness = (int64_t)wanted < -20 ? -20 : (int64_t)wanted > 19 ? 19 : (int64_t)wanted;
    if (niceness < s->niceness && !may_be_nice(niceness))
        return EACCES;
    s->niceness = niceness;
    return 0;
}

/* ---- for stand-ins --------------------------------------------------------------------------------------------------------------- */

static int set(uint64_t pc, tid number, int (*how)(uint64_t, uint64_t), uint64_t value)
{
    struct scheduling *s = &schedulings[number];
    return (int)announce_from(pc, LIBCALL(SET_ATTRIBUTE), s, sizeof *s, value, 0, (uint64_t)how);
}

static const struct scheduling *ask(uint64_t pc, tid number)
{
    announce_read_from(pc, &schedulings[number], sizeof *schedulings);
    return &schedulings[number];
}

int scheduling_set_name(uint64_t pc, tid number, const char *name)
{
    return set(pc, number, set_name, (uint64_t)TEXT_ARGUMENT(pc, name));
}

int scheduling_get_name(uint64_t pc, tid number, char *to)
{
    struct scheduling *s = &schedulings[number];
    return (int)announce_from(pc, LIBCALL(GET_ATTRIBUTE), s, sizeof *s, (uint64_t)to, NAME_BYTES, (uint64_t)get_name);
}

int scheduling_set_processors(uint64_t pc, tid number, size_t size, const cpu_set_t *wanted)
{
    struct processors p = {.size = size < PROCESSORS / 8 ? size : PROCESSORS / 8};
    announce_read_from(pc, wanted, p.size);
    for (size_t i = 0; i < p.size; i++)
        ((char *)p.set)[i] = ((const char *)wanted)[i];
    return set(pc, number, set_processors, (uint64_t)&p);
}

int scheduling_get_processors(uint64_t pc, tid number, size_t size, cpu_set_t *to)
{
    struct processors p = {.size = size};
    const struct scheduling *s = &schedulings[number];
    int bytes = (int)announce_from(pc, LIBCALL(GET_ATTRIBUTE), s, sizeof *s, (uint64_t)&p, sizeof p, (uint64_t)get_processors);
    if (bytes > 0)
        announce_give_from(pc, to, p.set, size < sizeof p.set ? size : sizeof p.set, 0);
    return bytes;
}

int scheduling_set_policy(uint64_t pc, tid number, int policy, int priority)
{
    if (policy < 0 && policy != SAME_POLICY)
        return EINVAL;
    return set(pc, number, set_policy_by_libc, (uint32_t)policy | (uint64_t)(uint32_t)priority << 32);
}

int scheduling_get_policy(uint64_t pc, tid number, int *priority)
{
    set(pc, number, ask_by_libc, 0);
    *priority = (int)schedulings[number].libc_priority - 1;
    return (int)schedulings[number].libc_policy - 1;
}

/* A thread by the number that the kernel has for it, 0 for the caller; false: there is none. */
static bool find(uint64_t pc, int64_t who, tid *number)
{
    *number = who == 0 ? mz__hot.running->number : (tid)(who - PROCESS);
    if (who == 0)
        return true;
    if (who < PROCESS || who >= PROCESS + MAX_THREADS)
        return false;
    announce_read_from(pc, &mz__threads[*number], THREAD_IDENTITY);
    return mz__threads[*number].state == THREAD_ALIVE;
}

static int result(uint64_t pc, int error)
{
    return error ? announce_failure_from(pc, error) : 0;
}

/* ---- stand-ins ------------------------------------------------------------------------------------------------------------------- */

static __attribute__((noinline)) int give_processors(uint64_t pc, pid_t who, size_t size, cpu_set_t *to)
{
    tid number;
    int bytes = find(pc, who, &number) ? scheduling_get_processors(pc, number, size, to) : -ESRCH;
    return result(pc, bytes < 0 ? -bytes : 0);
}

EXPORT int sched_getaffinity(pid_t who, size_t size, cpu_set_t *to)
{
    if (!probe_active(NULL))
        return REAL(sched_getaffinity)(who, size, to);
    return give_processors(CALLER, who, size, to);
}

static __attribute__((noinline)) int take_processors(uint64_t pc, pid_t who, size_t size, const cpu_set_t *wanted)
{
    tid number;
    return result(pc, find(pc, who, &number) ? scheduling_set_processors(pc, number, size, wanted) : ESRCH);
}

EXPORT int sched_setaffinity(pid_t who, size_t size, const cpu_set_t *wanted)
{
    if (!probe_active(NULL))
        return REAL(sched_setaffinity)(who, size, wanted);
    return take_processors(CALLER, who, size, wanted);
}

static int take_policy(uint64_t pc, pid_t who, int policy, const struct sched_param *p)
{
    tid number;
    if (!p || who < 0 || (policy < 0 && policy != SAME_POLICY))
        return announce_failure_from(pc, EINVAL);
    int priority = ARGUMENT(pc, p).sched_priority;
    uint64_t wanted = (uint32_t)policy | (uint64_t)(uint32_t)priority << 32;
    return result(pc, find(pc, who, &number) ? set(pc, number, set_policy, wanted) : ESRCH);
}

EXPORT int sched_setscheduler(pid_t who, int policy, const struct sched_param *p)
{
    if (!probe_active(NULL))
        return REAL(sched_setscheduler)(who, policy, p);
    uint64_t pc = CALLER;
    return policy == SAME_POLICY ? announce_failure_from(pc, EINVAL) : take_policy(pc, who, policy, p);
}

EXPORT int sched_setparam(pid_t who, const struct sched_param *p)
{
    if (!probe_active(NULL))
        return REAL(sched_setparam)(who, p);
    return take_policy(CALLER, who, SAME_POLICY, p);
}

/* The policy; negative: an error, and errno is set. */
static int policy_of(uint64_t pc, pid_t who, int *priority)
{
    tid number;
    if (who < 0)
        return announce_failure_from(pc, EINVAL);
    if (!find(pc, who, &number))
        return announce_failure_from(pc, ESRCH);
    *priority = (int)ask(pc, number)->priority;
    return (int)schedulings[number].policy;
}

EXPORT int sched_getscheduler(pid_t who)
{
    if (!probe_active(NULL))
        return REAL(sched_getscheduler)(who);
    int priority;
    return policy_of(CALLER, who, &priority);
}

static __attribute__((noinline)) int give_priority(uint64_t pc, pid_t who, struct sched_param *to)
{
    struct sched_param p;
    if (!to)
        return announce_failure_from(pc, EINVAL);
    return policy_of(pc, who, &p.sched_priority) < 0 ? -1 : (int)announce_give_from(pc, to, &p, sizeof p, 0);
}

EXPORT int sched_getparam(pid_t who, struct sched_param *to)
{
    if (!probe_active(NULL))
        return REAL(sched_getparam)(who, to);
    return give_priority(CALLER, who, to);
}

/* The lowest processor that the thread may run on: it runs there. */
static unsigned processor_of(uint64_t pc)
{
    struct processors p = {.size = sizeof p.set};
    const struct scheduling *s = &schedulings[mz__hot.running->number];
    premise_met(PREMISE_PROCESSOR, pc);
    announce_from(pc, LIBCALL(GET_ATTRIBUTE), s, sizeof *s, (uint64_t)&p, sizeof p, (uint64_t)get_processors);
    unsigned i = 0;
    while (i < PROCESSORS - 1 && !(p.set[i / 64] >> i % 64 & 1))
        i++;
    return i;
}

EXPORT int sched_getcpu(void)
{
    return probe_active(NULL) ? (int)processor_of(CALLER) : REAL(sched_getcpu)();
}

static __attribute__((noinline)) int give_processor(uint64_t pc, unsigned *processor, unsigned *node)
{
    unsigned number = processor_of(pc), first = 0;
    if (processor)
        announce_give_from(pc, processor, &number, sizeof number, 0);
    return node ? (int)announce_give_from(pc, node, &first, sizeof first, 0) : 0;
}

EXPORT int getcpu(unsigned *processor, unsigned *node)
{
    if (!probe_active(NULL))
        return REAL(getcpu)(processor, node);
    return give_processor(CALLER, processor, node);
}

/* Niceness is a thread's own in Linux. Of groups and users: refused. */
static int niceness_of_others(uint64_t pc, __priority_which_t which)
{
    return which > PRIO_USER ? announce_failure_from(pc, EINVAL) : (int)probe_refused_from(pc, "the niceness of a group or user");
}

EXPORT int setpriority(__priority_which_t which, id_t who, int niceness)
{
    if (!probe_active(NULL))
        return REAL(setpriority)(which, who, niceness);
    uint64_t pc = CALLER;
    tid number;
    if (which != PRIO_PROCESS)
        return niceness_of_others(pc, which);
    return result(pc, find(pc, who, &number) ? set(pc, number, set_niceness, (uint64_t)(int64_t)niceness) : ESRCH);
}

EXPORT int getpriority(__priority_which_t which, id_t who)
{
    if (!probe_active(NULL))
        return REAL(getpriority)(which, who);
    uint64_t pc = CALLER;
    tid number;
    if (which != PRIO_PROCESS)
        return niceness_of_others(pc, which);
    premise_met(PREMISE_NICENESS, pc);
    return find(pc, who, &number) ? (int)ask(pc, number)->niceness : announce_failure_from(pc, ESRCH);
}

EXPORT int nice(int increment)
{
    if (!probe_active(NULL))
        return REAL(nice)(increment);
    uint64_t pc = CALLER;
    tid number = mz__hot.running->number;
    premise_met(PREMISE_NICENESS, pc);
    int error = set(pc, number, set_niceness, (uint64_t)(ask(pc, number)->niceness + increment));
    return error ? announce_failure_from(pc, EPERM) : (int)schedulings[number].niceness;
}

/* Only what changes nothing that a program could notice. */
STAND_IN(int, prctl, int option, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    if (!probe_active(NULL))
        return REAL_AS(prctl, int (*)(int, uint64_t, uint64_t, uint64_t, uint64_t))(option, a, b, c, d);
    uint64_t pc = CALLER;
    switch (option) {
    case PR_SET_NAME: return scheduling_set_name(pc, mz__hot.running->number, (const char *)a);
    case PR_GET_NAME: return scheduling_get_name(pc, mz__hot.running->number, (char *)a);
    case PR_SET_PDEATHSIG:
    case PR_SET_TIMERSLACK:
    case PR_SET_DUMPABLE:
    case PR_SET_NO_NEW_PRIVS:
    case PR_SET_THP_DISABLE: return 0;
    default: return (int)probe_refused_from(pc, "prctl");
    }
}
