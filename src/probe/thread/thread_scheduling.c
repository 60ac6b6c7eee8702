/* thread_scheduling.c - names, processors and policies of running threads (process/scheduling.h), by their identities. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>

#include "probe/argument.h"
#include "probe/process/scheduling.h"
#include "probe/thread/thread_table.h"
#include "world/world.h"

/* Its number, if it runs; negative: it does not. */
static int number_of(uint64_t pc, pthread_t id)
{
    uint64_t addr = (uint64_t)id;
    if (!in_slots(addr) || addr < slot_stack_base(slot_of(addr)))
        return -1;
    tid number = slot_of(addr);
    announce_read_from(pc, &mz__threads[number], THREAD_IDENTITY);
    return mz__threads[number].state == THREAD_ALIVE ? (int)number : -1;
}

EXPORT int pthread_setaffinity_np(pthread_t id, size_t size, const cpu_set_t *wanted)
{
    if (!probe_active(NULL))
        return REAL(pthread_setaffinity_np)(id, size, wanted);
    uint64_t pc = CALLER;
    int number = number_of(pc, id);
    return number < 0 ? ESRCH : scheduling_set_processors(pc, (tid)number, size, wanted);
}

EXPORT int pthread_getaffinity_np(pthread_t id, size_t size, cpu_set_t *to)
{
    if (!probe_active(NULL))
        return REAL(pthread_getaffinity_np)(id, size, to);
    uint64_t pc = CALLER;
    int number = number_of(pc, id), bytes = number < 0 ? -ESRCH : scheduling_get_processors(pc, (tid)number, size, to);
    return bytes < 0 ? -bytes : 0;
}

EXPORT int pthread_setschedparam(pthread_t id, int policy, const struct sched_param *p)
{
    if (!probe_active(NULL))
        return REAL(pthread_setschedparam)(id, policy, p);
    uint64_t pc = CALLER;
    int priority = ARGUMENT(pc, p).sched_priority, number = number_of(pc, id);
    return policy < 0 ? EINVAL : number < 0 ? ESRCH : scheduling_set_policy(pc, (tid)number, policy, priority);
}

EXPORT int pthread_setschedprio(pthread_t id, int priority)
{
    if (!probe_active(NULL))
        return REAL(pthread_setschedprio)(id, priority);
    uint64_t pc = CALLER;
    int number = number_of(pc, id);
    return number < 0 ? ESRCH : scheduling_set_policy(pc, (tid)number, SAME_POLICY, priority);
}

static __attribute__((noinline)) int give_policy(uint64_t pc, pthread_t id, int *policy, struct sched_param *p)
{
    struct sched_param param;
    int number = number_of(pc, id);
    if (number < 0)
        return ESRCH;
    int known = scheduling_get_policy(pc, (tid)number, &param.sched_priority);
    announce_give_from(pc, policy, &known, sizeof known, 0);
    return (int)announce_give_from(pc, p, &param, sizeof param, 0);
}

EXPORT int pthread_getschedparam(pthread_t id, int *policy, struct sched_param *p)
{
    if (!probe_active(NULL))
        return REAL(pthread_getschedparam)(id, policy, p);
    return give_policy(CALLER, id, policy, p);
}

EXPORT int pthread_setname_np(pthread_t id, const char *text)
{
    if (!probe_active(NULL))
        return REAL(pthread_setname_np)(id, text);
    uint64_t pc = CALLER;
    const char *name = TEXT_ARGUMENT(pc, text);
    if (strlen(name) >= NAME_BYTES)
        return ERANGE;
    int number = number_of(pc, id);
    return number < 0 ? ESRCH : scheduling_set_name(pc, (tid)number, name);
}

EXPORT int pthread_getname_np(pthread_t id, char *to, size_t size)
{
    if (!probe_active(NULL))
        return REAL(pthread_getname_np)(id, to, size);
    uint64_t pc = CALLER;
    int number = size < NAME_BYTES ? -1 : number_of(pc, id);
    return size < NAME_BYTES ? ERANGE : number < 0 ? ESRCH : scheduling_get_name(pc, (tid)number, to);
}
