/* program_clock.c - clocks, sleeping and yielding. */
#include "hunt/program_clock.h"

#include <errno.h>
#include <sys/time.h>

#include "hunt/hunt_answers.h"
#include "hunt/children.h"
#include "hunt/real.h"
#include "hunt/scheduler.h"

static uint64_t skipped;
static uint64_t kernel_timer = HUNT_NEVER; /* the earliest end of a timer of the kernel, which cannot be skipped */

enum { SECOND = 1000000000 };

/* By the function that the program reads its clocks with: the kernel's own answer may be a bit behind it. */
uint64_t hunt_now(void)
{
    struct timespec now;
    REAL(clock_gettime)(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * SECOND + (uint64_t)now.tv_nsec + skipped;
}

void hunt_skip_to(uint64_t time)
{
    uint64_t now = hunt_now();
    if (time > now)
        skipped += time - now;
}

bool hunt_may_skip(uint64_t time)
{
    return !hunt_wire->real_time && !children_were_started() && (kernel_timer == HUNT_NEVER || time < kernel_timer);
}

void clock_await_kernel(uint64_t time)
{
    kernel_timer = time < kernel_timer ? time : kernel_timer;
}

bool clock_is_valid(const struct timespec *t)
{
    return t && t->tv_nsec >= 0 && t->tv_nsec < SECOND;
}

bool clock_is_known(clockid_t clock)
{
    return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_BOOTTIME;
}

static bool moves(clockid_t clock)
{
    return clock_is_known(clock) || clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_MONOTONIC_COARSE ||
           clock == CLOCK_TAI;
}

static uint64_t nanoseconds(const struct timespec *t)
{
    const time_t most = 8 * (time_t)SECOND; /* 250 years */
    return t->tv_sec < 0 ? 0 : (uint64_t)(t->tv_sec < most ? t->tv_sec : most) * SECOND + (uint64_t)t->tv_nsec;
}

static struct timespec span_of(uint64_t time)
{
    return (struct timespec){.tv_sec = (time_t)(time / SECOND), .tv_nsec = (long)(time % SECOND)};
}

uint64_t clock_after(const struct timespec *span)
{
    return span ? hunt_now() + nanoseconds(span) : HUNT_NEVER;
}

uint64_t clock_after_ms(int milliseconds)
{
    return milliseconds < 0 ? HUNT_NEVER : hunt_now() + (uint64_t)milliseconds * 1000000;
}

uint64_t clock_deadline(clockid_t clock, const struct timespec *until)
{
    struct timespec now;
    REAL(clock_gettime)(clock, &now);
    uint64_t there = nanoseconds(&now) + skipped, then = nanoseconds(until);
    return hunt_now() + (then > there ? then - there : 0);
}

/* Not 0, which often means something else. */
struct timespec clock_to_kernel(const struct timespec *until)
{
    uint64_t then = nanoseconds(until);
    if (!skipped || !then)
        return *until;
    return span_of(then > skipped ? then - skipped : 1);
}

static void add_skipped(struct timespec *t)
{
    t->tv_sec += (time_t)(skipped / SECOND);
    t->tv_nsec += (long)(skipped % SECOND);
    if (t->tv_nsec >= SECOND) {
        t->tv_nsec -= SECOND;
        t->tv_sec++;
    }
}

EXPORT int clock_gettime(clockid_t clock, struct timespec *t)
{
    int result = REAL(clock_gettime)(clock, t);
    if (result == 0 && skipped && moves(clock))
        add_skipped(t);
    if (result == 0)
        answers_take(HUNT_CLOCK, t, sizeof *t);
    return result;
}

EXPORT int gettimeofday(struct timeval *restrict t, void *restrict zone)
{
    int result = REAL(gettimeofday)(t, zone);
    if (result == 0 && skipped) {
        struct timespec exact = {.tv_sec = t->tv_sec, .tv_nsec = t->tv_usec * 1000};
        add_skipped(&exact);
        *t = (struct timeval){.tv_sec = exact.tv_sec, .tv_usec = exact.tv_nsec / 1000};
    }
    if (result == 0)
        answers_take(HUNT_CLOCK, t, sizeof *t);
    return result;
}

EXPORT int timespec_get(struct timespec *t, int base)
{
    int result = REAL(timespec_get)(t, base);
    if (result == TIME_UTC && skipped)
        add_skipped(t);
    if (result == TIME_UTC)
        answers_take(HUNT_CLOCK, t, sizeof *t);
    return result;
}

EXPORT time_t time(time_t *result)
{
    struct timespec now = {.tv_sec = REAL(time)(NULL)};
    if (skipped) {
        REAL(clock_gettime)(CLOCK_REALTIME, &now);
        add_skipped(&now);
    }
    answers_take(HUNT_CLOCK, &now.tv_sec, sizeof now.tv_sec);
    if (result)
        *result = now.tv_sec;
    return now.tv_sec;
}

/* --- sleeping: over when nobody else can move ------------------------------------------------------------------------------- */

/* What is left of the time; 0: it is over. */
static uint64_t sleep_until(uint64_t deadline)
{
    int error = errno;
    pthread_testcancel();
    enum hunt_end end = hunt_wait(NULL, deadline, HUNT_HEARS, false);
    pthread_testcancel();
    errno = error;
    uint64_t now = hunt_now();
    return end == HUNT_INTERRUPTED && deadline > now ? deadline - now : 0;
}

EXPORT int nanosleep(const struct timespec *span, struct timespec *left)
{
    if (!clock_is_valid(span) || span->tv_sec < 0 || !hunt_point(HUNT_SLEEP, NULL, HUNT_CALLER))
        return REAL(nanosleep)(span, left);
    uint64_t rest = sleep_until(clock_after(span));
    if (!rest)
        return 0;
    if (left)
        *left = span_of(rest);
    errno = EINTR;
    return -1;
}

EXPORT int clock_nanosleep(clockid_t clock, int flags, const struct timespec *span, struct timespec *left)
{
    if (!clock_is_valid(span) || !clock_is_known(clock) || span->tv_sec < 0 || !hunt_point(HUNT_SLEEP, NULL, HUNT_CALLER))
        return REAL(clock_nanosleep)(clock, flags, span, left);
    uint64_t rest = sleep_until(flags & TIMER_ABSTIME ? clock_deadline(clock, span) : clock_after(span));
    if (rest && left && !(flags & TIMER_ABSTIME))
        *left = span_of(rest);
    return rest ? EINTR : 0;
}

EXPORT int usleep(useconds_t microseconds)
{
    struct timespec span = span_of((uint64_t)microseconds * 1000);
    if (!hunt_point(HUNT_SLEEP, NULL, HUNT_CALLER))
        return REAL(usleep)(microseconds);
    if (!sleep_until(clock_after(&span)))
        return 0;
    errno = EINTR;
    return -1;
}

EXPORT unsigned sleep(unsigned seconds)
{
    struct timespec span = {.tv_sec = seconds};
    if (!hunt_point(HUNT_SLEEP, NULL, HUNT_CALLER))
        return REAL(sleep)(seconds);
    return (unsigned)((sleep_until(clock_after(&span)) + SECOND - 1) / SECOND);
}

EXPORT int thrd_sleep(const struct timespec *span, struct timespec *left)
{
    if (!clock_is_valid(span) || !hunt_point(HUNT_SLEEP, NULL, HUNT_CALLER))
        return REAL(thrd_sleep)(span, left);
    uint64_t rest = sleep_until(clock_after(span));
    if (rest && left)
        *left = span_of(rest);
    return rest ? -1 : 0;
}

/* The thread is lowered first, so that the decision is for others, if there are any. */
EXPORT int sched_yield(void)
{
    hunt_yield();
    if (!hunt_point(HUNT_YIELD, NULL, HUNT_CALLER))
        return REAL(sched_yield)();
    return 0;
}

EXPORT void thrd_yield(void)
{
    hunt_yield();
    if (!hunt_point(HUNT_YIELD, NULL, HUNT_CALLER))
        REAL(thrd_yield)();
}
