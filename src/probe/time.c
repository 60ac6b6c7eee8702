/* time.c - time stands still, and sleeping means letting others run.
 *
 * If clocks ran, no two states would be equal. So every clock shows a constant: the calendar 2023-11-14 22:13:20 UTC, the
 * others a thousand seconds, processor time none. How long a sleep or a timed wait takes in relation to other threads is
 * not known to a program on a loaded machine either; all orders are explored, whatever the durations say. A loop that waits
 * for a clock to advance never ends, and is found as such.
 */
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "probe/argument.h"
#include "probe/late.h"
#include "probe/refuse.h"
#include "probe/thread.h"

static const struct timespec calendar = {.tv_sec = 1700000000, .tv_nsec = 0};
static const struct timespec elapsed = {.tv_sec = 1000, .tv_nsec = 0};
static const struct timespec resolution = {.tv_sec = 0, .tv_nsec = 1};
static const struct timespec none = {.tv_sec = 0, .tv_nsec = 0};
static const struct timeval calendar_microseconds = {.tv_sec = 1700000000, .tv_usec = 0};
static const struct timeval no_time = {.tv_sec = 0};
static const struct tms no_times = {.tms_utime = 0};
static const struct rusage no_usage = {.ru_maxrss = 0};
static const struct sysinfo idle_machine = {.uptime = 1000, .totalram = 8UL << 30, .freeram = 4UL << 30, .procs = 1, .mem_unit = 1};
static const double no_loads[3];
static const clock_t ticks = 100000; /* a thousand seconds */

static inline long give(void *to, const void *from, size_t size, long result)
{
    return (long)mz__announce(OP_WRITE | ANNOUNCE_DETAIL(WRITE_FROM), to, size, (uint64_t)from, (uint64_t)result, 0);
}

static inline int give_int(void *to, const void *from, size_t size, int result)
{
    return mz__announce_int(OP_WRITE | ANNOUNCE_DETAIL(WRITE_FROM), to, size, (uint64_t)from, (uint64_t)result, 0);
}

/* Clocks */

EXPORT time_t time(time_t *seconds)
{
    if (!probe_active(NULL))
        return REAL(time)(seconds);
    if (!seconds)
        return calendar.tv_sec;
    return give(seconds, &calendar.tv_sec, sizeof *seconds, calendar.tv_sec);
}

STAND_IN(int, gettimeofday, struct timeval *now, void *zone)
{
    if (!probe_active(NULL))
        return REAL_AS(gettimeofday, int (*)(struct timeval *, void *))(now, zone);
    return now ? give_int(now, &calendar_microseconds, sizeof *now, 0) : 0;
}

static const struct timespec *clock_shows(clockid_t clock)
{
    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_REALTIME_ALARM:
    case CLOCK_TAI: return &calendar;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME:
    case CLOCK_BOOTTIME_ALARM: return &elapsed;
    case CLOCK_PROCESS_CPUTIME_ID:
    case CLOCK_THREAD_CPUTIME_ID: return &none;
    default: return clock < 0 ? &none : NULL; /* negative: processor time of a process or thread */
    }
}

EXPORT int clock_gettime(clockid_t clock, struct timespec *now)
{
    if (!probe_active(NULL))
        return REAL(clock_gettime)(clock, now);
    const struct timespec *shown = clock_shows(clock);
    return shown ? give_int(now, shown, sizeof *now, 0) : mz__announce_call_int(libc_fail, EINVAL, (uint64_t)-1, 0);
}

EXPORT int clock_getres(clockid_t clock, struct timespec *unit)
{
    if (!probe_active(NULL))
        return REAL(clock_getres)(clock, unit);
    if (!clock_shows(clock))
        return mz__announce_call_int(libc_fail, EINVAL, (uint64_t)-1, 0);
    return unit ? give_int(unit, &resolution, sizeof *unit, 0) : 0;
}

EXPORT int timespec_get(struct timespec *now, int base)
{
    if (!probe_active(NULL))
        return REAL(timespec_get)(now, base);
    return base == TIME_UTC ? give_int(now, &calendar, sizeof *now, TIME_UTC) : 0;
}

EXPORT clock_t clock(void)
{
    return probe_active(NULL) ? 0 : REAL(clock)();
}

EXPORT clock_t times(struct tms *now)
{
    if (!probe_active(NULL))
        return REAL(times)(now);
    return now ? give(now, &no_times, sizeof *now, ticks) : ticks;
}

/* What would be another number in every run. */

EXPORT int getrusage(__rusage_who_t who, struct rusage *usage)
{
    if (!probe_active(NULL))
        return REAL(getrusage)(who, usage);
    if (who < RUSAGE_CHILDREN || who > RUSAGE_THREAD)
        return mz__announce_call_int(libc_fail, EINVAL, (uint64_t)-1, 0);
    return give_int(usage, &no_usage, sizeof *usage, 0);
}

EXPORT int sysinfo(struct sysinfo *info)
{
    if (!probe_active(NULL))
        return REAL(sysinfo)(info);
    return give_int(info, &idle_machine, sizeof *info, 0);
}

EXPORT int getloadavg(double loads[], int count)
{
    if (!probe_active(NULL))
        return REAL(getloadavg)(loads, count);
    count = count < 3 ? count : 3;
    return count > 0 ? give_int(loads, &no_loads, (size_t)count * sizeof *loads, count) : 0;
}

/* Sleeping */

static inline int sleep_now(void)
{
    return mz__announce_int(OP_SLEEP, NULL, 0, 0, 0, 0);
}

static inline bool is_duration(const struct timespec *t)
{
    return t->tv_sec >= 0 && t->tv_nsec >= 0 && t->tv_nsec < 1000000000;
}

/* 0, or EINVAL: it is no duration. */
static __attribute__((noinline)) int sleep_for(uint64_t pc, const struct timespec *duration)
{
    struct timespec t = ARGUMENT(pc, duration);
    if (!is_duration(&t))
        return EINVAL;
    uint64_t time = mz__late_wanted ? (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec : 0;
    return (int)announce_from(pc, OP_SLEEP, NULL, 0, time, 0, 0);
}

static inline int fails(uint64_t pc, int error)
{
    return (int)announce_call_from(pc, libc_fail, (uint64_t)error, (uint64_t)-1, 0);
}

EXPORT unsigned sleep(unsigned seconds)
{
    if (!probe_active(NULL))
        return REAL(sleep)(seconds);
    return (unsigned)sleep_now();
}

EXPORT int usleep(useconds_t microseconds)
{
    if (!probe_active(NULL))
        return REAL(usleep)(microseconds);
    return sleep_now();
}

/* Without descriptors it is a way to sleep. */
EXPORT int poll(struct pollfd *descriptors, nfds_t count, int milliseconds)
{
    if (!probe_active(NULL))
        return REAL(poll)(descriptors, count, milliseconds);
    return count == 0 && milliseconds >= 0 ? sleep_now() : probe_refused_int("poll");
}

static __attribute__((noinline)) int sleep_to_the_end(uint64_t pc, int count, struct timeval *left)
{
    struct timeval t = ARGUMENT(pc, left);
    if (count < 0 || t.tv_sec < 0 || t.tv_usec < 0)
        return fails(pc, EINVAL);
    announce_from(pc, OP_SLEEP, NULL, 0, 0, 0, 0);
    return (int)announce_from(pc, OP_WRITE | ANNOUNCE_DETAIL(WRITE_FROM), left, sizeof *left, (uint64_t)&no_time, 0, 0);
}

static inline bool is_sleep(const fd_set *in, const fd_set *out, const fd_set *other, const void *duration)
{
    return !in && !out && !other && duration;
}

/* Likewise. Linux says how much time was left: none. */
EXPORT int select(int count, fd_set *in, fd_set *out, fd_set *other, struct timeval *duration)
{
    if (!probe_active(NULL))
        return REAL(select)(count, in, out, other, duration);
    if (!is_sleep(in, out, other, duration))
        return probe_refused_int("select");
    return sleep_to_the_end(CALLER, count, duration);
}

EXPORT int pselect(int count, fd_set *in, fd_set *out, fd_set *other, const struct timespec *duration, const sigset_t *mask)
{
    if (!probe_active(NULL))
        return REAL(pselect)(count, in, out, other, duration, mask);
    if (!is_sleep(in, out, other, duration) || mask)
        return probe_refused_int("pselect");
    uint64_t pc = CALLER;
    return count >= 0 && sleep_for(pc, duration) == 0 ? 0 : fails(pc, EINVAL);
}

EXPORT int nanosleep(const struct timespec *duration, struct timespec *rest)
{
    if (!probe_active(NULL))
        return REAL(nanosleep)(duration, rest);
    uint64_t pc = CALLER;
    return sleep_for(pc, duration) == 0 ? 0 : fails(pc, EINVAL);
}

EXPORT int clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration, struct timespec *rest)
{
    if (!probe_active(NULL))
        return REAL(clock_nanosleep)(clock, flags, duration, rest);
    return sleep_for(CALLER, duration);
}

EXPORT int thrd_sleep(const struct timespec *duration, struct timespec *rest)
{
    if (!probe_active(NULL))
        return REAL(thrd_sleep)(duration, rest);
    return sleep_for(CALLER, duration) == 0 ? 0 : -2;
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

/* Others run; nothing else happens, but that sleeping is a cancellation point. */
static enum performed perform_sleep(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    late_by(t, op->arg[0]);
    return cancel_due(t, op) ? cancel_act(t) : PERFORM_RESUME;
}

const struct semantics sleep_semantics = {.perform = perform_sleep, .also_reads = cancel_reads};
const struct semantics yield_semantics = {.perform = NULL};
