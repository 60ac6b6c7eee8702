/* clock.c - see clock.h. */
#include "probe/time/clock.h"

#include "probe/libc.h"
#include "world/premise.h"

enum { EXACT_MOVES = 4, LEAP_BITS = 6, LAST_BIT = 60, MOST_LOOKS = 16 };

static const uint64_t last = (uint64_t)1 << LAST_BIT; /* 36 years */

static MODEL struct {
    uint64_t elapsed; /* nanoseconds */
    uint32_t moves;   /* at most EXACT_MOVES */
    uint32_t overdue; /* it should show more than it can */
} shown;

static MODEL uint64_t looks[MAX_THREADS]; /* of each thread, since it waited for something */

/* ---- moving, on the engine's stack ---------------------------------------------------------------------------------- */

static uint64_t leap_beyond(uint64_t elapsed)
{
    uint64_t to = (uint64_t)1 << (LAST_BIT % LEAP_BITS);
    while (to < elapsed)
        to <<= LEAP_BITS;
    return to;
}

void clock_reach(const struct thread *t, uint64_t elapsed)
{
    clock_waited(t);
    if (!mz__world.clocks || elapsed <= shown.elapsed || shown.overdue)
        return;
    world_touches(t, &shown, sizeof shown, true);
    if (elapsed > last)
        mem_set(&shown.overdue, 1u);
    else
        mem_set(&shown.elapsed, shown.moves < EXACT_MOVES ? elapsed : leap_beyond(elapsed));
    if (shown.moves < EXACT_MOVES)
        mem_set(&shown.moves, shown.moves + 1);
}

void clock_pass(const struct thread *t, uint64_t nanoseconds)
{
    clock_reach(t, nanoseconds < last ? shown.elapsed + nanoseconds : last + 1);
}

void clock_waited(const struct thread *t)
{
    if (looks[t->number])
        mem_set(&looks[t->number], 0);
}

int clock_moves(const struct thread *t, const struct op *op, struct access out[SEMANTICS_ALSO])
{
    (void)t, (void)op;
    out[0] = (struct access){(uint64_t)&shown, sizeof shown, true};
    return mz__world.clocks;
}

uint64_t clock_until_moment(int64_t seconds, int64_t nanoseconds)
{
    int64_t from_now = seconds - (seconds < CLOCK_CALENDAR / 2 ? CLOCK_RUNNING : CLOCK_CALENDAR);
    if (from_now < 0 || nanoseconds < 0)
        return 0;
    return (uint64_t)from_now > last / CLOCK_SECOND ? last + 1 : (uint64_t)from_now * CLOCK_SECOND + (uint64_t)nanoseconds;
}

uint64_t clock_until(const struct timespec *deadline)
{
    return clock_until_moment(deadline->tv_sec, deadline->tv_nsec);
}

/* ---- looking, on the program's -------------------------------------------------------------------------------------- */

uint64_t clock_after(uint64_t pc, uint64_t seconds, uint64_t nanoseconds)
{
    if (!mz__world.clocks)
        return 0;
    announce_read_from(pc, &shown, sizeof shown);
    uint64_t most = last / CLOCK_SECOND;
    return seconds > most ? last + 1 : shown.elapsed + seconds * CLOCK_SECOND + nanoseconds;
}

/* Returns how often the thread has looked, this time included. */
static enum performed count_look(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    announced_from(op);
    premise_met(PREMISE_CLOCKS, op->pc);
    mem_set(&looks[t->number], looks[t->number] + 1);
    t->result[0] = looks[t->number];
    return PERFORM_RESUME;
}

uint64_t clock_look(uint64_t pc)
{
    if (announce_call_from(pc, count_look, 0, 0, 0) >= MOST_LOOKS)
        announce_from(pc, OP_SLEEP | ANNOUNCE_DETAIL(SLEEP_LOOKING), NULL, 0, CLOCK_SECOND >> 10, 0, 0);
    else
        announce_read_from(pc, &shown, sizeof shown);
    if (shown.overdue) {
        wire_note_place(mz__world.wire->clock_stopped, pc);
        announce_from(pc, OP_ASSUME, NULL, 0, 0, 0, 0);
    }
    return shown.elapsed;
}

/* Nanoseconds, for std::chrono's clocks. */
EXPORT uint64_t mz_now(int calendar);
EXPORT uint64_t mz_now(int calendar)
{
    uint64_t begin = (uint64_t)(calendar ? CLOCK_CALENDAR : CLOCK_RUNNING) * CLOCK_SECOND;
    return probe_active(NULL) ? begin + clock_look(CALLER) : begin;
}
