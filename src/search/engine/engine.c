/* engine.c - what all drivers share: taking a transition, meeting states, limits, findings.
 *
 * The hot path is engine_take() and engine_meet(): one step, one digest, one probe of the table. The digest comes first,
 * so that the table's line is on its way while the enabled set is computed. Time, the stop flag and the growth of the
 * visible set are looked at once in ENGINE_TICK steps.
 */
#include "search/engine/engine.h"

#include <string.h>

#include "base/circuit.h"
#include "base/raw.h"
#include "base/reserve.h"
#include "property/deadlock.h"

bool engine_open(struct engine *e)
{
    *e = (struct engine){0};
    e->node_bytes = reserve_machine() / 2;
    e->nodes = reserve(&e->node_bytes, 1 << 20);
    return e->nodes != NULL && ahead_open(e);
}

void engine_close(struct engine *e)
{
    reserve_release(e->nodes, e->node_bytes);
    ahead_close(e);
    if (e->visited.slots)
        visited_close(&e->visited);
    if (e->livelock.laps)
        livelock_close(&e->livelock);
    waiting_close(e);
    endless_close(e);
    profile_close(&e->profile);
    reserve_release(e->track.at, e->track.bytes);
    reserve_release(e->track.ops, e->track.op_bytes);
    trail_close(&e->trail);
    frontier_close(&e->frontier);
    reduced_close(e);
    together_close(e);
    claims_close(e);
    crew_close(e);
    *e = (struct engine){0};
}

void engine_halt(struct engine *e, enum wire_verdict verdict)
{
    e->halted = true;
    e->verdict = verdict;
}

void engine_forget_states(struct engine *e)
{
    visited_clear(&e->visited);
    ahead_forget(e);
    if (e->reduction)
        reduced_forget(e);
    frontier_clear(&e->frontier);
    trail_clear(&e->trail);
    waiting_clear(e);
    if (e->livelock.laps)
        livelock_clear(&e->livelock);
}

static bool out_of_memory(const struct engine *e)
{
    const struct wire_counters *c = e->counters;
    bool led = e->team.elsewhere != 0; /* then those who use it see to that themselves */
    return !led && e->config->max_memory != 0 && c->table_bytes + c->path_bytes > e->config->max_memory;
}

/* A replay keeps to the visible set that its schedule was made with. */
void engine_check_grown(struct engine *e)
{
    if (e->config->search->is->replays || !e->lts->grown || !e->lts->grown(e->lts->self))
        return;
    engine_start_over(e);
}

void engine_start_over(struct engine *e)
{
    e->halted = e->grown = true;
    if (e->report->forget && e->faults->count > 0) {
        e->report->forget(e->report->host);
        e->faults->count = e->faults->dropped = e->faults->failed_ends = e->faults->cuts = 0;
        e->faults->one_failed = e->faults->one_cut = false;
    }
}

void engine_count(struct engine *e)
{
    struct wire_counters *c = e->counters;
    c->heartbeat++;
    c->nanoseconds = raw_nanoseconds() - e->started;
    c->table_bytes = visited_bytes(&e->visited) + reduced_bytes(e) + e->team.elsewhere;
    c->depth = e->depth;
    c->pruned = e->reducing.pruned;
    c->retraversed = e->reducing.retraversed;
    c->executions = e->reducing.executions;
    c->lacked = reduced_lacked(e) + e->reducing.lacked;
    size_t kept = e->config->light ? sizeof *e->path : sizeof *e->nodes;
    kept += e->reduction ? e->reduction->node_bytes : 0;
    uint64_t path = c->max_depth * kept + (e->lts->bytes ? e->lts->bytes(e->lts->self) : 0);
    path += trail_bytes(&e->trail) + frontier_bytes(&e->frontier);
    if (path > c->path_bytes)
        c->path_bytes = path;
}

void engine_tick(struct engine *e)
{
    bool often = e->team.crew || (e->team.peers && e->facts.ranks > 1);
    e->fuel = often ? CREW_TICK : ENGINE_TICK;
    if (often && e->counters->steps % ENGINE_TICK >= CREW_TICK && !CREW_LOAD(e->team.peers->stop)) {
        crew_tick(e); /* that is all that others wait for */
        return;
    }
    engine_count(e);
    if (e->report->stop && __atomic_load_n(e->report->stop, __ATOMIC_ACQUIRE))
        engine_halt(e, WIRE_STOPPED);
    else if (e->allowed != 0 && e->counters->nanoseconds >= e->allowed)
        engine_halt(e, WIRE_LIMIT_TIME);
    else if (out_of_memory(e))
        engine_halt(e, WIRE_LIMIT_MEMORY);
    else if (e->rounds.end != 0 && e->counters->nanoseconds >= e->rounds.end)
        e->halted = e->rounds.over = true;
    else
        engine_check_grown(e);
    if (e->team.peers && e->team.table && !e->halted)
        crew_tick(e);
}

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
    for (const struct fault *noticed; l->notice && (noticed = l->notice(l->self)) != NULL;)
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
static enum arrival settle(struct engine *e)
{
    const struct lts *l = e->lts;
    enum arrival kind = ARRIVED_LONG;
    tid t = 0;
    look_up_soon(e);
    struct digest first = e->at.digest;
    for (unsigned run = 0;; run++) {
        threadset enabled = l->enabled(l->self);
        e->at.enabled = enabled;
        e->at.could |= enabled;
        if (l->idle && *l->idle && !e->blind && !waiting_judge(e))
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
                if (e->ahead.fits && kind <= ARRIVED_DEADLOCK && !e->blind)
                    ahead_passed(e, first);
            }
            return kind;
        }
        if (!perform(e, t, 0, &kind))
            return kind;
    }
}

enum arrival engine_start(struct engine *e)
{
    e->depth = 0;
    *e->report->path_count = 0;
    e->lts->rewind(e->lts->self, &e->root);
    e->at.moved = e->at.could = NO_THREADS;
    e->at.mover = 0; /* set-up is done by the first thread */
    e->track.variable = PROFILE_NONE;
    e->at.chose = false;
    return settle(e);
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
    return perform(e, t, choice, &kind) ? settle(e) : kind;
}

enum arrival engine_run_on(struct engine *e)
{
    return settle(e);
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

static bool unmatched(const struct engine *e)
{
    return e->reduction && (e->reduction->needs & NEEDS_NO_MATCHING);
}

/* Where states are not matched, only with one on the same run. */
static enum met meet_on_run(struct engine *e, struct circuit *run)
{
    if (!circuit_closed(run, e->at.digest))
        return MET_NEW;
    e->left_out = true;
    return MET_KNOWN;
}

enum arrival engine_pass_long(struct engine *e, enum arrival kind)
{
    struct circuit run = {0};
    for (uint64_t steps = LONG_RUN; kind == ARRIVED_LONG; steps += LONG_RUN) {
        enum met met = unmatched(e) ? meet_on_run(e, &run) : engine_meet(e, kind);
        if (met == MET_FULL)
            return ARRIVED_HALT;
        if (met == MET_KNOWN) {
            if (e->config->livelock)
                judge_endless(e, steps);
            else
                endless_judge_run(e, steps);
            return e->halted ? ARRIVED_HALT : ARRIVED_KNOWN;
        }
        kind = engine_run_on(e);
    }
    return kind;
}

void engine_out_of_states(struct engine *e)
{
    const struct wire_counters *c = e->counters;
    e->halted = true;
    if (e->config->max_states != 0 && e->counters->earlier + c->states + e->on_runs >= e->config->max_states)
        e->verdict = WIRE_LIMIT_STATES;
    else
        e->rounds.over = true;
}

enum met meet_new(struct engine *e, enum arrival kind)
{
    struct wire_counters *c = e->counters;
    if (c->states + e->on_runs >= e->rounds.most_states) {
        engine_out_of_states(e);
        return MET_FULL;
    }
    if (kind == ARRIVED_LONG) {
        e->on_runs++;
        return MET_NEW;
    }
    c->states++;
    if (kind == ARRIVED_END) {
        c->end_states++;
        c->overtaking += e->at.overtakes;
    } else if (kind == ARRIVED_DEADLOCK) {
        c->deadlocks++;
    }
    return MET_NEW;
}

static bool on_path(const struct engine *e)
{
    for (uint64_t i = 0; i < e->depth; i++)
        if (digest_equal(e->nodes[i].mark.digest, e->at.digest))
            return true;
    return false;
}

/* A deadlock of all threads, or the end of the program, is told when it is reached. So what is left are threads that are stuck
 * while others go round in circles. */
void engine_judge_stuck(struct engine *e, enum arrival kind)
{
    const struct fault *f = e->lts->stuck ? e->lts->stuck(e->lts->self) : NULL;
    if (f && (kind == ARRIVED_LONG || kind == ARRIVED_KNOWN || e->config->search->is->replays || on_path(e)))
        engine_found(e, f);
    else if (f && e->team.crew)
        crew_needs_one_path(e); /* the circle may go through states that others expand */
    else if (f)
        e->circles = true;
}

static enum visited_result insert_beside_others(struct engine *e, enum arrival kind)
{
    return e->team.crew       ? crew_insert(e, kind)
           : e->reducing.facts ? together_insert(e, kind)
                               : visited_insert(&e->visited, e->at.digest);
}

static enum met meet_plain(struct engine *e, enum arrival kind)
{
    enum visited_result result = e->team.peers ? insert_beside_others(e, kind) : visited_insert(&e->visited, e->at.digest);
    if (result == VISITED_FULL) {
        if (!e->halted)
            engine_halt(e, WIRE_LIMIT_MEMORY);
        return MET_FULL;
    }
    bool new = result == VISITED_NEW;
    e->counters->revisits += !new;
    return new ? meet_new(e, kind) : MET_KNOWN;
}

/* States are not matched: but a path that has come back to where it was would go round in circles for ever. */
static enum met meet_unmatched(struct engine *e, enum arrival kind)
{
    if (!on_path(e))
        return meet_new(e, kind);
    e->left_out = true;
    e->counters->revisits++;
    return MET_KNOWN;
}

enum met engine_meet(struct engine *e, enum arrival kind)
{
    if (kind == ARRIVED_CHOICE && unmatched(e))
        return meet_unmatched(e, kind);
    enum met met = e->bounds.count > 0 ? meet_noted(e, kind) : meet_plain(e, kind);
    if (met == MET_KNOWN && kind != ARRIVED_END && kind != ARRIVED_DEADLOCK)
        engine_judge_stuck(e, kind);
    return met;
}

/* --- findings --------------------------------------------------------------------------------------------------- */

static bool already_found(struct engine *e, const struct fault *f)
{
    uint64_t hash = fault_identity(f);
    struct faults *known = e->faults;
    for (uint64_t i = 0; i < known->count; i++)
        if (known->hash[i] == hash)
            return true;
    if (known->count < WIRE_MAX_FINDINGS)
        known->hash[known->count] = hash;
    return false;
}

/* A schedule means what it says only for the visible set that it was made with. If that has grown on the way, the fault is
 * left for the search that starts over with the larger set. `number`: of those like it; may be NULL. */
static bool keep_finding(struct engine *e, const struct fault *f, uint64_t most, uint64_t *number)
{
    engine_check_grown(e);
    if (e->grown)
        return false;
    crew_lock(e);
    if (already_found(e, f)) {
        /* once is enough */
    } else if (e->faults->count >= most) {
        e->faults->dropped++;
    } else {
        e->faults->count++;
        if (number)
            ++*number;
        e->report->found(e->report->host, f, e->depth);
    }
    crew_unlock(e);
    return true;
}

static bool is_sought(const struct engine *e, const struct fault *f)
{
    const struct fault *sought = e->config->sought;
    return !sought || fault_ends_search(f) || fault_identity(f) == fault_identity(sought);
}

void engine_noticed(struct engine *e, const struct fault *f)
{
    if (!is_sought(e, f))
        return;
    bool kept = keep_finding(e, f, WIRE_MAX_RACES, NULL);
    if (kept && e->config->sought)
        engine_halt(e, WIRE_BUG);
}

/* The first one has a place among the findings, whatever else was found; the others leave room for bugs. */
static void cut_path(struct engine *e, const struct fault *f)
{
    struct faults *known = e->faults;
    e->cuts++;
    if (is_sought(e, f) && keep_finding(e, f, known->cuts == 0 ? WIRE_MAX_FINDINGS : WIRE_MAX_RACES, &known->cuts))
        CREW_STORE(known->one_cut, true);
}

void engine_found(struct engine *e, const struct fault *f)
{
    if (fault_cuts(f)) {
        cut_path(e, f);
        return;
    }
    e->errors++;
    if (!is_sought(e, f) || !keep_finding(e, f, WIRE_MAX_BUGS, NULL))
        return;
    if (fault_ends_search(f))
        engine_halt(e, WIRE_REFUSED);
    else if (!e->config->all_faults)
        engine_halt(e, WIRE_BUG);
}

/* Whether an end with a status other than 0 is a fault shows when another one has 0, be that before or after: until then it is a
 * finding that counts for nothing. */
static void judge_end(struct engine *e)
{
    struct faults *known = e->faults;
    const struct fault *failed = e->lts->failed ? e->lts->failed(e->lts->self) : NULL;
    if (!failed) {
        CREW_STORE(known->one_well, true);
        if (e->report->ended_well)
            *e->report->ended_well = true;
    } else if (known->failed_ends >= MOST_FAILED_ENDS || keep_finding(e, failed, WIRE_MAX_RACES, &known->failed_ends)) {
        CREW_STORE(known->one_failed, true);
    }
    if (CREW_LOAD(known->one_failed) && CREW_LOAD(known->one_well) && !e->halted && !e->config->all_faults)
        engine_halt(e, WIRE_BUG);
}

void engine_judge(struct engine *e, enum arrival kind)
{
    if (kind == ARRIVED_FAULT) {
        engine_found(e, e->lts->fault(e->lts->self));
    } else if (kind == ARRIVED_END) {
        judge_end(e);
    } else if (kind == ARRIVED_DEADLOCK) {
        struct fault f;
        deadlock_describe(e->lts, &f);
        engine_found(e, &f);
    }
}
