/* search.c - a whole search: walks that find out what is shared, the guard, the driver, and all of it again when more proves
 * to be shared.
 */
#include "search/search.h"

#include "base/raw.h"
#include "search/engine.h"

/* A reduction is refused where it would lose what it claims to keep. */
const char *search_refusal(const struct search_config *c)
{
    const struct reduction *r = c->reduction;
    if (!r)
        return NULL;
    if ((r->needs & NEEDS_DEPTH_FIRST) && !(c->search->gives & NEEDS_DEPTH_FIRST))
        return "the reduction needs a depth-first search";
    if ((r->needs & NEEDS_EVERYTHING) && c->filter)
        return "the reduction would take what the filter leaves out for explored";
    if ((r->needs & NEEDS_EVERYTHING) && c->backtracking)
        return "the reduction would take what early backtracking leaves out for explored";
    if ((r->needs & NEEDS_EVERYTHING) && c->max_depth != 0)
        return "the reduction would take what lies below the depth limit for explored";
    if (c->livelock && !(r->keeps & KEEPS_LIVELOCKS))
        return "the reduction loses livelocks";
    return NULL;
}

static void tell_reduction(struct engine *e, tid t)
{
    e->config->reduction->performing(e->lts, t);
}

static void set_phase(struct engine *e, enum wire_phase phase)
{
    if (e->report->phase)
        e->report->phase(e->report->host, phase);
}

/* Memory is kept from one search to the next unless it was made for another limit. */
static bool prepare_memory(struct engine *e)
{
    const struct search_config *c = e->config;
    bool notes = c->max_depth != 0;
    if (e->visited.slots && (e->visited_limit != c->max_memory || e->visited_notes != notes))
        visited_close(&e->visited);
    if (!e->visited.slots && !visited_open(&e->visited, c->max_memory, notes))
        return false;
    e->visited_limit = c->max_memory;
    e->visited_notes = notes;
    if (c->livelock && !e->livelock.laps && !livelock_open(&e->livelock))
        return false;
    e->max_nodes = e->node_bytes / sizeof *e->nodes - 1;
    if (e->max_nodes > e->report->path_capacity)
        e->max_nodes = e->report->path_capacity;
    if (c->livelock && e->max_nodes > e->livelock.capacity - 1)
        e->max_nodes = e->livelock.capacity - 1;
    return true;
}

/* To the root, with nothing known; what counts the search, not the process, counts from 0 again. */
static void reset(struct engine *e)
{
    struct wire_counters *c = e->counters;
    c->states = c->transitions = c->revisits = c->foreseen = c->steps = c->end_states = c->deadlocks = 0;
    c->depth = c->max_depth = c->assumed = 0;
    e->unexpanded = e->on_runs = 0;
    e->halted = e->grown = e->left_out = false;
    e->fuel = ENGINE_TICK;
    visited_clear(&e->visited);
    ahead_reset(e);
    if (e->livelock.laps)
        livelock_clear(&e->livelock);
}

static void prepare(struct engine *e)
{
    set_phase(e, WIRE_WALKS);
    e->blind = true;
    if (e->lts->grown)
        walk_infer(e);
    if (!e->halted && e->config->guard_determinism)
        guard_determinism(e);
    e->blind = false;
}

static void attempt(struct engine *e)
{
    reset(e);
    if (e->config->search->prepares)
        prepare(e);
    if (e->halted)
        return;
    reset(e);
    set_phase(e, WIRE_EXPLORE);
    if (e->config->reduction && e->config->reduction->performing)
        e->performing = tell_reduction;
    e->config->search->run(e);
    e->performing = NULL;
    if (!e->halted)
        engine_check_grown(e);
}

static enum wire_verdict conclude(struct engine *e)
{
    struct search_report *r = e->report;
    engine_count(e);
    if (e->counters->states == 0 && e->on_runs > 0)
        e->counters->states = 1; /* one execution that goes on for ever: it is in some state */
    r->ended_by = e->verdict != WIRE_NO_VERDICT ? e->verdict
                  : e->left_out                 ? WIRE_PARTIAL
                  : e->unexpanded > 0           ? WIRE_LIMIT_DEPTH
                                                : WIRE_COMPLETE;
    bool of_its_own = r->ended_by == WIRE_REFUSED || r->ended_by == WIRE_REPLAYED || r->ended_by == WIRE_REPLAY_LOST;
    return r->findings > 0 && !of_its_own ? WIRE_BUG : r->ended_by;
}

enum wire_verdict search_run(struct engine *e, const struct search_config *c, struct search_report *r)
{
    e->lts = c->lts;
    e->config = c;
    e->report = r;
    e->counters = r->counters;
    e->path = r->path;
    e->verdict = WIRE_NO_VERDICT;
    e->performing = NULL;
    e->blind = false;
    r->findings = r->dropped = 0;
    r->message[0] = '\0';
    if (!prepare_memory(e))
        return r->ended_by = WIRE_LIMIT_MEMORY;
    rng_seed(&e->rng, c->seed);
    e->started = raw_nanoseconds();
    e->allowed = c->max_milliseconds * 1000000;
    e->root = e->lts->mark(e->lts->self);
    for (attempt(e); e->grown; attempt(e))
        e->counters->restarts++;
    return conclude(e);
}
