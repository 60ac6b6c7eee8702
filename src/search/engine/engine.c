/* engine.c - taking a transition, up to the next choice point or an end.
 *
 * The hot path is engine_take() and engine_match(): one step, one digest, one probe of the table. The digest comes first,
 * so that the table's line is on its way while the enabled set is computed. Time, the stop flag and the growth of the
 * visible set are looked at once in ENGINE_TICK steps.
 */
#include "search/engine/engine.h"

#include "base/circuit.h"
#include "search/engine/endless.h"
#include "search/engine/race_record.h"
#include "search/engine/lost_wakeups.h"

/* One step. False if the path ends with it: *kind says why. */
static inline bool perform(struct engine *e, tid t, unsigned choice, enum arrival *kind)
{
    const struct lts *l = e->lts;
    if (e->performing)
        e->performing(e, t);
    e->at.moved |= threadset_of(t);
    e->at.mover = t;
    e->counters->steps++;
    e->counters->heartbeat++;
    l->step(l->self, t, choice);
    for (const struct fault *noticed; (noticed = lts_noticed(l)) != NULL;)
        engine_noticed(e, noticed);
    if (l->fault(l->self)) {
        *kind = ARRIVED_FAULT;
        return false;
    }
    if (--e->fuel == 0)
        engine_tick(e);
    if (e->halted) {
        *kind = ARRIVED_HALT;
        return false;
    }
    return true;
}

static inline void look_up_soon(struct engine *e)
{
    if (e->blind)
        return;
    e->at.digest = e->lts->digest(e->lts->self);
    visited_prefetch(&e->visited, e->at.digest);
}

static enum arrival nobody_moves(const struct lts *l)
{
    switch (l->end(l->self)) {
    case LTS_RUNNING: return ARRIVED_DEADLOCK;
    case LTS_ASSUMED: return ARRIVED_ASSUMED;
    default:          return ARRIVED_END;
    }
}

/* Is there one successor only? Then *t is the thread that makes it. */
static inline bool single(const struct lts *l, threadset enabled, tid *t)
{
    if (threadset_several(enabled))
        return false;
    *t = threadset_first(enabled);
    return l->outcomes(l->self, *t) == 1;
}

/* From the current state on to where there is a choice, or none. The state after a choice point is mostly a choice point
 * itself, so its digest is taken before it is known to be needed; on a run of single successors it is not. */
static enum arrival settle(struct engine *e, bool stepped)
{
    const struct lts *l = e->lts;
    enum arrival kind = ARRIVED_LONG;
    tid t = 0;
    look_up_soon(e);
    struct digest first = e->at.digest;
    if (e->recording && stepped)
        race_record_step(e, first, e->depth > 0);
    for (unsigned run = 0;; run++) {
        threadset enabled = l->enabled(l->self);
        if (e->recording)
            race_record_waits(e, run > 0);
        e->at.enabled = enabled;
        e->at.could |= enabled;
        if (lts_is_idle(l) && !e->blind && !lost_wakeups_judge(e))
            return ARRIVED_HALT;
        if (!threadset_any(enabled)) {
            kind = nobody_moves(l);
            e->at.overtakes = run == 0 && threadset_any(e->at.could & ~e->at.moved);
        } else if (e->config->every_step || !single(l, enabled, &t)) {
            kind = ARRIVED_CHOICE;
        }
        if (kind != ARRIVED_LONG || run == LONG_RUN) {
            if (run > 0) {
                look_up_soon(e);
                if (e->recording)
                    race_record_step(e, e->at.digest, false);
                if (e->successors.fits && kind <= ARRIVED_DEADLOCK && !e->blind)
                    passed_note(&e->successors.passed, first);
            }
            return kind;
        }
        if (!perform(e, t, 0, &kind)) {
            if (e->recording)
                race_record_cut(e, false);
            return kind;
        }
    }
}

enum arrival engine_start(struct engine *e)
{
    e->depth = 0;
    *e->report->path_count = 0;
    e->lts->rewind(e->lts->self, &e->root);
    e->at.moved = e->at.could = NO_THREADS;
    e->at.mover = 0; /* set-up is done by the first thread */
    e->path_facts.variable = PROFILE_NONE;
    e->at.chose = false;
    e->at.number = RACE_NOWHERE;
    return settle(e, true);
}

enum arrival engine_take(struct engine *e, tid t, unsigned choice, unsigned choices)
{
    enum arrival kind = ARRIVED_HALT;
    if (e->depth >= e->max_nodes) {
        engine_halt(e, WIRE_LIMIT_MEMORY);
        return kind;
    }
    e->path[e->depth++] = (struct wire_decision){(uint16_t)t, (uint16_t)choice};
    *e->report->path_count = e->depth;
    if (e->depth > e->counters->max_depth)
        e->counters->max_depth = e->depth;
    e->counters->transitions++;
    e->at.moved = NO_THREADS;
    e->at.could = e->at.enabled;
    e->at.chose = choices > 1;
    if (perform(e, t, choice, &kind))
        return settle(e, true);
    if (e->recording)
        race_record_cut(e, true);
    return kind;
}

enum arrival engine_run_on(struct engine *e)
{
    return settle(e, false);
}

void engine_back(struct engine *e, const struct node *n)
{
    e->lts->rewind(e->lts->self, &n->mark);
    e->at.enabled = n->enabled;
}

/* A run of single successors has come to a state that some such run has been at. If it was this one, which has made
 * `steps` steps so far, then that many more steps go round a cycle and come back to the state. */
static void judge_endless(struct engine *e, uint64_t steps)
{
    const struct lts *l = e->lts;
    struct digest start = e->at.digest;
    enum arrival kind;
    tid t;
    e->at.moved = NO_THREADS;
    while (steps-- > 0 && single(l, l->enabled(l->self), &t) && perform(e, t, 0, &kind)) {
        if (digest_equal(l->digest(l->self), start)) {
            struct fault f;
            livelock_endless(l, e->at.moved, &f);
            engine_found(e, &f);
            return;
        }
    }
}

/* Match only with a state on the same run where states are not matched. Likewise where it matters to which choice point
 * a run leads. */
static enum met meet_on_run(struct engine *e, struct circuit *run)
{
    if (!circuit_closed(run, e->at.digest))
        return MET_NEW;
    e->left_out |= matching_is_off(e);
    return MET_KNOWN;
}

/* Behind a schedule no more is followed than was asked for. */
static bool is_far_enough(const struct engine *e, uint64_t steps)
{
    const struct search_config *c = e->config;
    return c->run_on > 0 && e->depth >= c->schedule_count && steps > c->run_on * LONG_RUN;
}

enum arrival engine_pass_long(struct engine *e, enum arrival kind)
{
    struct circuit run = {0};
    for (uint64_t steps = LONG_RUN; kind == ARRIVED_LONG; steps += LONG_RUN) {
        enum met met = matching_is_off(e) || e->config->livelock ? meet_on_run(e, &run) : engine_match(e, kind);
        if (met == MET_FULL)
            return ARRIVED_HALT;
        if (met == MET_KNOWN) {
            if (e->config->livelock)
                judge_endless(e, steps);
            else
                endless_judge_run(e, steps);
            return e->halted ? ARRIVED_HALT : ARRIVED_KNOWN;
        }
        if (is_far_enough(e, steps))
            return kind;
        e->counters->run = steps;
        kind = engine_run_on(e);
    }
    if (!e->halted)
        e->counters->run = 0;
    return kind;
}

void engine_push(struct engine *e)
{
    struct node *n = &e->nodes[e->depth];
    n->mark = e->lts->mark(e->lts->self);
    n->enabled = e->at.enabled;
    n->done = NO_THREADS;
    n->foreseen = NO_THREADS;
    n->thread = n->choice = n->choices = n->first = 0;
    n->number = e->at.number;
}
