/* cycle.c - livelocks on the path of a search: property/livelock.h says what counts as one.
 *
 * A transition back to a state on the path closes a cycle. If that is not fair, threads may still be able to go round for
 * ever when all of them take part (two threads, each spinning on a flag that nobody sets, make two small unfair cycles).
 * So the path is continued for a while with every thread in its turn; if that closes a fair cycle, the schedule found
 * leads to it and once around it.
 */
#include "search/drivers/cycle.h"

#include "search/engine/engine.h"

/* Decisions made in turn before giving up. */
enum { MOST_TURNS = 256 };

/* The first thread of a set after thread `last`, going round. */
static tid next_turn(threadset set, tid last)
{
    threadset later = set & ~(2 * threadset_of(last) - 1);
    return threadset_first(threadset_any(later) ? later : set);
}

/* From a choice point on the path, by turns. Leaves the path longer than it was. */
static bool take_turns(struct engine *e, struct fault *f)
{
    tid last = e->path[e->depth - 1].thread;
    for (unsigned turn = 0; turn < MOST_TURNS; turn++) {
        last = next_turn(e->at.enabled, last);
        if (e->lts->outcomes(e->lts->self, last) != 1)
            return false;
        cycle_enter(e);
        if (engine_take(e, last, 0, 1) != ARRIVED_CHOICE)
            return false;
        cycle_took(e);
        if (livelock_closed(&e->livelock, e->depth - 1, e->at.digest, e->lts, f))
            return true;
    }
    return false;
}

/* Turns are no part of the search: it neither counts them nor stays where they lead. */
static void judge_turns(struct engine *e)
{
    struct fault f;
    struct wire_counters before = *e->counters;
    uint64_t depth = e->depth;
    bool found = take_turns(e, &f);
    e->counters->transitions = before.transitions;
    e->counters->steps = before.steps;
    e->counters->max_depth = before.max_depth;
    if (found)
        engine_found(e, &f);
    while (e->depth > depth)
        livelock_leave(&e->livelock, --e->depth);
}

/* The loop that has closed is taken to end. If it is not meant to, those are that wait in loops beside it. */
static void note_loop(const struct engine *e)
{
    const struct lts *l = e->lts;
    threadset round = lts_way_out(l, e->at.mover) ? threadset_of(e->at.mover) : lts_in_loops(l);
    THREADSET_EACH(t, e->report->endless ? round : NO_THREADS)
        if (lts_way_out(l, t))
            wire_note_place(e->report->endless, l->next(l->self, t)->pc);
}

void cycle_judge(struct engine *e)
{
    struct fault f;
    if (e->depth == 0 || !livelock_on_path(&e->livelock, e->at.digest))
        return;
    if (!e->config->livelock) {
        note_loop(e);
        return;
    }
    if (livelock_closed(&e->livelock, e->depth - 1, e->at.digest, e->lts, &f))
        engine_found(e, &f);
    else if (!e->config->search->replays)
        judge_turns(e);
}
