/* late.c - see late.h. */
#include "probe/late.h"

enum { CALENDAR_SECONDS = 1700000000, ELAPSED_SECONDS = 1000 }; /* what clocks show: time.c */
static const uint64_t second = 1000000000;

static MODEL uint64_t late[MAX_THREADS]; /* nanoseconds */

bool mz__late_wanted;

/* A deadline does not say of which clock it is: those of the calendar are much later. */
uint64_t late_until(const struct timespec *deadline)
{
    int64_t shown = deadline->tv_sec < CALENDAR_SECONDS / 2 ? ELAPSED_SECONDS : CALENDAR_SECONDS;
    int64_t seconds = deadline->tv_sec - shown;
    return mz__late_wanted && seconds >= 0 ? (uint64_t)seconds * second + (uint64_t)deadline->tv_nsec : 0;
}

void late_by(const struct thread *t, uint64_t nanoseconds)
{
    if (mz__late_wanted && late[t->number] != nanoseconds)
        mem_set(&late[t->number], nanoseconds);
}

/* arg[0]: whether the calendar is meant. */
static enum performed now_body(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    t->result[0] = (uint64_t)(op->arg[0] ? CALENDAR_SECONDS : ELAPSED_SECONDS) * second + late[t->number];
    late_by(t, 0);
    return PERFORM_RESUME;
}

/* Nanoseconds, for std::chrono's clocks. */
EXPORT uint64_t mz_now(int calendar);
EXPORT uint64_t mz_now(int calendar)
{
    if (probe_active(NULL))
        return mz__announce_call(now_body, (uint64_t)calendar, 0, 0);
    mz__late_wanted = true;
    return (uint64_t)(calendar ? CALENDAR_SECONDS : ELAPSED_SECONDS) * second;
}
