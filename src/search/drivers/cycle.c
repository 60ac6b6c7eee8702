/* cycle.c - livelocks on the path of a search: property/livelock.h says what counts as one.
 *
 * A transition back to a state on the path closes a cycle, which may be fair. Where every state is explored once, all fair cycles are found
 * besides, by components (property/fair_cycles.h): the path is continued with the way to the cycle and once around it, which is then judged
 * as any other.
 *
 * Elsewhere, if a cycle is not fair, threads may still be able to go round for ever when all of them take part (two threads, each spinning
 * on a flag that nobody sets, make two small unfair cycles). So the path is continued for a while with every thread in its turn; if that
 * closes a fair cycle, the schedule found leads to it and once around it.
 */
#include "search/drivers/cycle.h"

#include "search/engine/endless.h"
#include "search/engine/engine.h"

/* --- the path ----------------------------------------------------------------------------------------------------------- */

static void look_for_room(struct engine *e)
{
    if (e->fair.full)
        engine_halt(e, WIRE_LIMIT_MEMORY);
}

static void enter_lap(struct engine *e)
{
    livelock_enter(&e->livelock, e->depth, e->at.digest);
}

static void took_lap(struct engine *e)
{
    livelock_took(&e->livelock, e->depth - 1, e->at.moved, e->at.could, e->at.chose);
}

void cycle_entered(struct engine *e)
{
    enter_lap(e);
    if (e->fairly)
        fair_enter(&e->fair, e->at.digest);
}

void cycle_took_step(struct engine *e, enum met met)
{
    took_lap(e);
    if (!e->fairly)
        return;
    struct wire_decision d = e->path[e->depth - 1];
    fair_took(&e->fair, e->at.digest, met != MET_KNOWN, e->at.chose,
              &(struct fair_edge){.moved = e->at.moved, .could = e->at.could, .thread = d.thread, .choice = d.choice});
    look_for_room(e);
}

/* --- continuing it ------------------------------------------------------------------------------------------------------- */

/* Decisions made in turn before giving up. */
enum { MOST_TURNS = 256 };

/* The first thread of a set after thread `last`, going round. */
static tid next_turn(threadset set, tid last)
{
    threadset later = set & ~(threadset_below(last) | threadset_of(last));
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
        enter_lap(e);
        if (engine_take(e, last, 0, 1) != ARRIVED_CHOICE)
            return false;
        took_lap(e);
        if (livelock_closed(&e->livelock, e->depth - 1, e->at.digest, e->lts, f))
            return true;
    }
    return false;
}

/* From the last choice point of the path, where a component is finished, to the fair cycle that was found in it, and around. */
static bool take_walk(struct engine *e, struct fault *f)
{
    const struct fair_cycles *g = &e->fair;
    for (uint32_t i = 0; i < g->walk_count; i++) {
        const struct fair_edge *edge = &g->edges[g->walk[i]];
        if (i > 0)
            enter_lap(e);
        unsigned choices = e->lts->outcomes(e->lts->self, edge->thread);
        if (engine_pass_long(e, engine_take(e, edge->thread, edge->choice, choices)) != ARRIVED_CHOICE)
            return false;
        took_lap(e);
    }
    return livelock_closed(&e->livelock, e->depth - 1, e->at.digest, e->lts, f);
}

/* The continuation of the path is no part of the search, which neither counts it nor stays where it leads. The laps
 * from `floor` on are its. */
static void judge_onward(struct engine *e, uint64_t floor, bool (*onward)(struct engine *e, struct fault *f))
{
    struct fault f;
    struct wire_counters before = *e->counters;
    uint64_t depth = e->depth;
    void (*performing)(struct engine *e, tid t) = e->performing;
    e->performing = NULL;
    bool found = onward(e, &f);
    e->performing = performing;
    e->counters->transitions = before.transitions;
    e->counters->steps = before.steps;
    e->counters->max_depth = before.max_depth;
    if (found)
        engine_found(e, &f);
    while (e->depth > floor)
        livelock_leave(&e->livelock, --e->depth);
    e->depth = depth;
}

void cycle_left(struct engine *e)
{
    if (e->fairly && !e->halted && fair_found(&e->fair)) {
        engine_back(e, &e->nodes[e->depth]);
        judge_onward(e, e->depth + 1, take_walk);
    }
    if (e->fairly)
        fair_leave(&e->fair);
    livelock_leave(&e->livelock, e->depth);
}

/* --- judging ------------------------------------------------------------------------------------------------------------- */

/* The loop that has closed is taken to end, and those are that wait in loops beside it, or to be meant. */
static void note_loop(const struct engine *e)
{
    bool out = lts_way_out(e->lts, e->at.mover);
    endless_note(e, e->at.mover, out ? e->report->endless : e->report->unending);
    THREADSET_EACH(t, out ? NO_THREADS : lts_in_loops(e->lts))
        if (lts_way_out(e->lts, t))
            endless_note(e, t, e->report->endless);
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
    else if (!e->config->search->replays && !e->fairly)
        judge_onward(e, e->depth, take_turns);
}
