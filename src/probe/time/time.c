/* time.c - clocks, sleeping and yielding.
 *
 * Clocks show 2023-11-14 22:13:20 UTC in the beginning, those that count seconds since some event a thousand, those of processor time
 * none. clock.h says how they move. How long a sleep or a timed wait takes in relation to other threads is not known to a program on a
 * loaded machine either; all orders are explored, whatever the durations say.
 */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "base/page.h"
#include "probe/argument.h"
#include "probe/refuse.h"
#include "probe/thread/cancel.h"
#include "probe/time/clock.h"
#include "world/premise.h"

static const struct timespec resolution = {.tv_sec = 0, .tv_nsec = 1};
static const struct rusage no_usage = {.ru_maxrss = 0};
static const struct sysinfo idle_machine = {.uptime = 1000, .totalram = 8UL << 30, .freeram = 4UL << 30, .procs = 1, .mem_unit = 1};
static const double no_loads[3];

static inline long give_usage(uint64_t pc, void *to, const void *from, size_t size, long result)
{
    premise_met(PREMISE_USAGE, pc);
    return announce_give_from(pc, to, from, size, result);
}

static inline long free_pages(uint64_t pc)
{
    premise_met(PREMISE_USAGE, pc);
    return (long)(idle_machine.freeram / PAGE);
}

/* The only answer of sysconf that changes while a machine runs is that of free memory. */
static inline long configuration(uint64_t pc, int name)
{
    return name == _SC_AVPHYS_PAGES && probe_active(NULL) ? free_pages(pc) : REAL(sysconf)(name);
}

EXPORT long sysconf(int name)
{
    return configuration(CALLER, name);
}

STAND_IN(long, __sysconf, int name)
{
    return configuration(CALLER, name);
}

EXPORT long get_avphys_pages(void)
{
    return probe_active(NULL) ? free_pages(CALLER) : REAL(get_avphys_pages)();
}

/* Clocks */

static uint64_t calendar(uint64_t pc)
{
    return CLOCK_CALENDAR * CLOCK_SECOND + clock_look(pc);
}

static struct timespec as_timespec(uint64_t nanoseconds)
{
    return (struct timespec){.tv_sec = (time_t)(nanoseconds / CLOCK_SECOND), .tv_nsec = (long)(nanoseconds % CLOCK_SECOND)};
}

EXPORT time_t time(time_t *seconds)
{
    if (!probe_active(NULL))
        return REAL(time)(seconds);
    uint64_t pc = CALLER;
    time_t now = (time_t)(calendar(pc) / CLOCK_SECOND);
    return seconds ? announce_give_from(pc, seconds, &now, sizeof now, now) : now;
}

STAND_IN(int, gettimeofday, struct timeval *to, void *zone)
{
    if (!probe_active(NULL))
        return REAL_AS(gettimeofday, int (*)(struct timeval *, void *))(to, zone);
    if (!to)
        return 0;
    uint64_t pc = CALLER;
    struct timespec t = as_timespec(calendar(pc));
    struct timeval now = {.tv_sec = t.tv_sec, .tv_usec = t.tv_nsec / 1000};
    return (int)announce_give_from(pc, to, &now, sizeof now, 0);
}

/* Seconds that a clock shows in the beginning; -1: there is no such clock. Processor time is what has passed. */
static long begins_at(clockid_t clock)
{
    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_REALTIME_ALARM:
    case CLOCK_TAI: return CLOCK_CALENDAR;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME:
    case CLOCK_BOOTTIME_ALARM: return CLOCK_RUNNING;
    case CLOCK_PROCESS_CPUTIME_ID:
    case CLOCK_THREAD_CPUTIME_ID: return 0;
    default: return clock < 0 ? 0 : -1; /* negative: processor time of a process or thread */
    }
}

EXPORT int clock_gettime(clockid_t clock, struct timespec *to)
{
    if (!probe_active(NULL))
        return REAL(clock_gettime)(clock, to);
    long begin = begins_at(clock);
    if (begin < 0)
        return mz__announce_call_int(libc_fail, EINVAL, (uint64_t)-1, 0);
    uint64_t pc = CALLER;
    struct timespec now = as_timespec((uint64_t)begin * CLOCK_SECOND + clock_look(pc));
    return (int)announce_give_from(pc, to, &now, sizeof now, 0);
}

EXPORT int clock_getres(clockid_t clock, struct timespec *unit)
{
    if (!probe_active(NULL))
        return REAL(clock_getres)(clock, unit);
    if (begins_at(clock) < 0)
        return mz__announce_call_int(libc_fail, EINVAL, (uint64_t)-1, 0);
    premise_met(PREMISE_CLOCKS, CALLER);
    return unit ? (int)announce_give_from(CALLER, unit, &resolution, sizeof *unit, 0) : 0;
}

EXPORT int timespec_get(struct timespec *to, int base)
{
    if (!probe_active(NULL))
        return REAL(timespec_get)(to, base);
    if (base != TIME_UTC)
        return 0;
    uint64_t pc = CALLER;
    struct timespec now = as_timespec(calendar(pc));
    return (int)announce_give_from(pc, to, &now, sizeof now, TIME_UTC);
}

EXPORT clock_t clock(void)
{
    return probe_active(NULL) ? (clock_t)(clock_look(CALLER) / (CLOCK_SECOND / CLOCKS_PER_SEC)) : REAL(clock)();
}

EXPORT clock_t times(struct tms *to)
{
    enum { TICKS = 100 };
    if (!probe_active(NULL))
        return REAL(times)(to);
    uint64_t pc = CALLER;
    clock_t passed = (clock_t)(clock_look(pc) / (CLOCK_SECOND / TICKS)), ticks = CLOCK_RUNNING * TICKS + passed;
    struct tms now = {.tms_utime = passed};
    return to ? announce_give_from(pc, to, &now, sizeof now, ticks) : ticks;
}

/* What would be another number in every run. */

EXPORT int getrusage(__rusage_who_t who, struct rusage *usage)
{
    if (!probe_active(NULL))
        return REAL(getrusage)(who, usage);
    if (who < RUSAGE_CHILDREN || who > RUSAGE_THREAD)
        return mz__announce_call_int(libc_fail, EINVAL, (uint64_t)-1, 0);
    return (int)give_usage(CALLER, usage, &no_usage, sizeof *usage, 0);
}

EXPORT int sysinfo(struct sysinfo *info)
{
    if (!probe_active(NULL))
        return REAL(sysinfo)(info);
    return (int)give_usage(CALLER, info, &idle_machine, sizeof *info, 0);
}

EXPORT int getloadavg(double loads[], int count)
{
    if (!probe_active(NULL))
        return REAL(getloadavg)(loads, count);
    count = count < 3 ? count : 3;
    return count > 0 ? (int)give_usage(CALLER, loads, &no_loads, (size_t)count * sizeof *loads, count) : 0;
}

/* Sleeping */

static __attribute__((noinline)) int sleep_for(uint64_t pc, uint64_t seconds, uint64_t nanoseconds)
{
    return (int)announce_from(pc, OP_SLEEP, NULL, 0, clock_after(pc, seconds, nanoseconds), 0, 0);
}

static inline bool is_duration(const struct timespec *t)
{
    return t->tv_sec >= 0 && t->tv_nsec >= 0 && t->tv_nsec < 1000000000;
}

/* 0, or EINVAL: it is no duration. */
static __attribute__((noinline)) int sleep_as_said(uint64_t pc, const struct timespec *duration)
{
    struct timespec t = ARGUMENT(pc, duration);
    if (!is_duration(&t))
        return EINVAL;
    return sleep_for(pc, (uint64_t)t.tv_sec, (uint64_t)t.tv_nsec);
}

static __attribute__((noinline)) int sleep_until(uint64_t pc, const struct timespec *deadline)
{
    struct timespec t = ARGUMENT(pc, deadline);
    if (!is_duration(&t))
        return EINVAL;
    return (int)announce_from(pc, OP_SLEEP, NULL, 0, clock_until(&t), 0, 0);
}

EXPORT unsigned sleep(unsigned seconds)
{
    if (!probe_active(NULL))
        return REAL(sleep)(seconds);
    return (unsigned)sleep_for(CALLER, seconds, 0);
}

EXPORT int usleep(useconds_t microseconds)
{
    if (!probe_active(NULL))
        return REAL(usleep)(microseconds);
    return sleep_for(CALLER, 0, (uint64_t)microseconds * 1000);
}

EXPORT int nanosleep(const struct timespec *duration, struct timespec *rest)
{
    if (!probe_active(NULL))
        return REAL(nanosleep)(duration, rest);
    uint64_t pc = CALLER;
    return sleep_as_said(pc, duration) == 0 ? 0 : announce_failure_from(pc, EINVAL);
}

EXPORT int clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration, struct timespec *rest)
{
    if (!probe_active(NULL))
        return REAL(clock_nanosleep)(clock, flags, duration, rest);
    if (!(flags & TIMER_ABSTIME))
        return sleep_as_said(CALLER, duration);
    return sleep_until(CALLER, duration);
}

EXPORT int thrd_sleep(const struct timespec *duration, struct timespec *rest)
{
    if (!probe_active(NULL))
        return REAL(thrd_sleep)(duration, rest);
    return sleep_as_said(CALLER, duration) == 0 ? 0 : -2;
}

/* Yielding */

static inline int yield(void)
{
    return mz__announce_int(OP_YIELD, NULL, 0, 0, 0, 0);
}

EXPORT int sched_yield(void)
{
    if (!probe_active(NULL))
        return REAL(sched_yield)();
    return yield();
}

STAND_IN(int, pthread_yield, void)
{
    if (!probe_active(NULL))
        return REAL(sched_yield)();
    return yield();
}

EXPORT void thrd_yield(void)
{
    if (!probe_active(NULL))
        REAL(thrd_yield)();
    else
        yield();
}

/* Others run, and time passes. Sleeping is a cancellation point. */
static enum performed perform_sleep(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    if (op->detail != SLEEP_LOOKING && cancel_due(t, op))
        return cancel_act(t);
    if (op->detail == SLEEP_LOOKING)
        clock_pass(t, op->arg[0]);
    else
        clock_reach(t, op->arg[0]);
    return PERFORM_RESUME;
}

/* Who sleeps or yields in a loop looks whether others have done something. */
static enum idleness sleep_idle(const struct thread *t, const struct op *op)
{
    return op->detail != SLEEP_LOOKING && cancel_due(t, op) ? IDLE_NOT : IDLE_POLL;
}

static enum idleness yield_idle(const struct thread *t, const struct op *op)
{
    (void)t, (void)op;
    return IDLE_POLL;
}

/* It is always able to go on, whatever others do. */
static bool never_by_time(const struct op *op)
{
    (void)op;
    return false;
}

const struct semantics sleep_semantics = {
    .idle = sleep_idle, .may_idle = never_by_time, .perform = perform_sleep, .also_reads = cancel_reads, .also_touches = clock_moves};
const struct semantics yield_semantics = {.idle = yield_idle, .may_idle = never_by_time};
