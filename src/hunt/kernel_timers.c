/* kernel_timers.c - timers and time-outs that the kernel keeps: no sleep is skipped beyond their end, and what the program has read off its
 * clocks is made a time of the kernel's. */
#include <errno.h>

#include "hunt/program_clock.h"
#include "hunt/real.h"
#include "hunt/scheduler.h"

static bool is_set(const struct timespec *t) { return t->tv_sec || t->tv_nsec; }

static struct itimerspec set_timer(clockid_t clock, bool absolute, const struct itimerspec *given)
{
    struct itimerspec set = *given;
    if (!hunt_wire || !clock_is_valid(&given->it_value) || !is_set(&given->it_value))
        return set;
    clock_await_kernel(absolute ? clock_deadline(clock, &given->it_value) : clock_after(&given->it_value));
    if (absolute)
        set.it_value = clock_to_kernel(&given->it_value);
    return set;
}

/* The clock of a timer cannot be asked for: by another one than the real-time clock an absolute time seems to be over. */
EXPORT int timer_settime(timer_t timer, int flags, const struct itimerspec *restrict new, struct itimerspec *restrict old)
{
    struct itimerspec set;
    if (new)
        set = set_timer(CLOCK_REALTIME, flags & TIMER_ABSTIME, new);
    return REAL(timer_settime)(timer, flags, new ? &set : NULL, old);
}

EXPORT int timerfd_settime(int fd, int flags, const struct itimerspec *new, struct itimerspec *old)
{
    struct itimerspec set;
    if (new)
        set = set_timer(CLOCK_REALTIME, flags & TFD_TIMER_ABSTIME, new);
    return REAL(timerfd_settime)(fd, flags, new ? &set : NULL, old);
}

EXPORT int setitimer(__itimer_which_t which, const struct itimerval *restrict new, struct itimerval *restrict old)
{
    struct timespec first = {0};
    if (new)
        first = (struct timespec){.tv_sec = new->it_value.tv_sec, .tv_nsec = new->it_value.tv_usec * 1000};
    if (hunt_wire && which == ITIMER_REAL && clock_is_valid(&first) && is_set(&first))
        clock_await_kernel(clock_after(&first));
    return REAL(setitimer)(which, new, old);
}

EXPORT unsigned alarm(unsigned seconds)
{
    struct timespec first = {.tv_sec = seconds};
    if (hunt_wire && seconds)
        clock_await_kernel(clock_after(&first));
    return REAL(alarm)(seconds);
}

EXPORT useconds_t ualarm(useconds_t microseconds, useconds_t interval)
{
    struct timespec first = {.tv_sec = microseconds / 1000000, .tv_nsec = microseconds % 1000000 * 1000};
    if (hunt_wire && microseconds)
        clock_await_kernel(clock_after(&first));
    return REAL(ualarm)(microseconds, interval);
}

/* --- calls with a time-out, made outside ------------------------------------------------------------------------------------- */

/* X(result, name, parameters, arguments), in which `until` is absolute. */
#define TIMED_CALLS(X) \
    X(ssize_t, mq_timedreceive, (mqd_t queue, char *restrict m, size_t n, unsigned *restrict priority, \
      const struct timespec *restrict until), (queue, m, n, priority, until)) \
    X(int, mq_timedsend, (mqd_t queue, const char *m, size_t n, unsigned priority, const struct timespec *until), \
      (queue, m, n, priority, until))

#define DEFINE_TIMED_CALL(type, name, parameters, arguments)           \
    EXPORT type name parameters                                        \
    {                                                                  \
        struct timespec kernels;                                       \
        if (!clock_is_valid(until) || !hunt_point(HUNT_KERNEL, NULL, HUNT_CALLER)) \
            return REAL(name) arguments;                               \
        kernels = clock_to_kernel(until);                              \
        until = &kernels;                                              \
        HUNT_OUTSIDE(type, REAL(name) arguments);                      \
    }
TIMED_CALLS(DEFINE_TIMED_CALL)
