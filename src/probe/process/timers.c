/* timers.c - timer_create and what belongs to it. Timers can be made, asked and deleted (libraries make one to learn which clocks there
 * are); one that is set to run out would interrupt the program at any time, so that setting it is refused. None ever runs. */
#include <errno.h>
#include <signal.h>
#include <time.h>

#include "probe/argument.h"
#include "probe/errno.h"
#include "probe/process/signals.h"
#include "probe/refuse.h"
#include "world/world.h"

enum { TIMERS = 64 };

static MODEL uint64_t made[TIMERS];
static bool           made_early; /* one was made by libc, before the program began: its number is not known */

static const struct itimerspec does_not_run;

/* The number that a thread gets depends on what others have made and deleted: operations on the table. op.order says which one it is;
 * second: what it writes, if anything; arg[2]: the timer. */
enum { TIMER_CREATE, TIMER_DELETE, TIMER_ASK };

static enum performed create_timer(struct thread *t, const struct op *op)
{
    for (uint64_t k = 0; k < TIMERS; k++) {
        if (made[k])
            continue;
        mem_set((uint64_t *)op->arg[0], k); /* first: it may crash, and nothing may have changed then */
        mem_set(&made[k], 1);
        return PERFORM_RESUME;
    }
    return world_report(t, FAULT_REFUSED, EAGAIN, 0, "more than %d timers are not supported", TIMERS);
}

enum performed libcall_timer(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    t->result[0] = 0;
    if (op->order == TIMER_CREATE)
        return create_timer(t, op);
    uint64_t timer = op->arg[2];
    if (timer >= TIMERS || !made[timer])
        return made_early ? world_report(t, FAULT_REFUSED, EINVAL, 0, "a timer that a constructor of a library made is not supported")
                          : probe_fails(t, EINVAL);
    if (op->order == TIMER_DELETE)
        mem_set(&made[timer], 0);
    else if (op->arg[0])
        mem_copy((void *)op->arg[0], &does_not_run, sizeof does_not_run);
    return PERFORM_RESUME;
}

static inline int on_timer(uint64_t pc, unsigned what, timer_t timer, void *to, size_t size)
{
    return (int)announce_from(pc, LIBCALL(TIMER) | ANNOUNCE_ORDER(what), made, sizeof made, (uint64_t)to, to ? size : 0, (uint64_t)timer);
}

/* 0: timers of this clock can be made. */
static int clock_error(clockid_t clock)
{
    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_MONOTONIC:
    case CLOCK_BOOTTIME:
    case CLOCK_TAI:
    case CLOCK_PROCESS_CPUTIME_ID:
    case CLOCK_THREAD_CPUTIME_ID: return 0;
    case CLOCK_REALTIME_COARSE:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_MONOTONIC_RAW: return EOPNOTSUPP;
    case CLOCK_REALTIME_ALARM:
    case CLOCK_BOOTTIME_ALARM: return EPERM; /* as for all but root */
    default: return EINVAL;
    }
}

static bool event_is_valid(const struct sigevent *event)
{
    switch (event->sigev_notify) {
    case SIGEV_NONE:
    case SIGEV_THREAD: return true;
    case SIGEV_SIGNAL:
    case SIGEV_THREAD_ID: return signal_exists(event->sigev_signo);
    default: return false;
    }
}

EXPORT int timer_create(clockid_t clock, struct sigevent *restrict event, timer_t *restrict timer)
{
    if (!probe_active(NULL)) {
        made_early = true;
        return REAL(timer_create)(clock, event, timer);
    }
    uint64_t pc = CALLER;
    if (clock < 0)
        return (int)probe_refused_from(pc, "timer_create with the clock of another thread or process");
    if (event) {
        struct sigevent wanted = ARGUMENT(pc, event);
        if (!event_is_valid(&wanted))
            return announce_failure_from(pc, EINVAL);
    }
    int error = clock_error(clock);
    return error ? announce_failure_from(pc, error) : on_timer(pc, TIMER_CREATE, NULL, timer, sizeof *timer);
}

EXPORT int timer_delete(timer_t timer)
{
    if (!probe_active(NULL))
        return REAL(timer_delete)(timer);
    return on_timer(CALLER, TIMER_DELETE, timer, NULL, 0);
}

EXPORT int timer_gettime(timer_t timer, struct itimerspec *left)
{
    if (!probe_active(NULL))
        return REAL(timer_gettime)(timer, left);
    return on_timer(CALLER, TIMER_ASK, timer, left, sizeof *left);
}

EXPORT int timer_getoverrun(timer_t timer)
{
    if (!probe_active(NULL))
        return REAL(timer_getoverrun)(timer);
    return on_timer(CALLER, TIMER_ASK, timer, NULL, 0);
}

static bool is_valid(struct timespec t)
{
    return t.tv_sec >= 0 && t.tv_nsec >= 0 && t.tv_nsec < 1000000000;
}

EXPORT int timer_settime(timer_t timer, int flags, const struct itimerspec *restrict wanted, struct itimerspec *restrict before)
{
    if (!probe_active(NULL))
        return REAL(timer_settime)(timer, flags, wanted, before);
    uint64_t pc = CALLER;
    if (!wanted)
        return announce_failure_from(pc, EINVAL);
    struct itimerspec next = ARGUMENT(pc, wanted);
    if (!is_valid(next.it_value) || !is_valid(next.it_interval))
        return announce_failure_from(pc, EINVAL);
    if (next.it_value.tv_sec || next.it_value.tv_nsec)
        return (int)probe_refused_from(pc, "timer_settime of a timer that runs out");
    return on_timer(pc, TIMER_ASK, timer, before, sizeof *before);
}
