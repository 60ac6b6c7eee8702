/* search.c - a whole search: walks that find out what is shared, the guard, the driver, and all of it again when more proves
 * to be shared.
 */
#include "search/search.h"

#include <string.h>

#include "base/raw.h"
#include "base/reserve.h"
#include "base/text.h"
#include "search/complete.h"
#include "search/compose.h"
#include "search/cycle.h"
#include "search/determinism.h"
#include "search/engine.h"
#include "search/preemptions.h"
#include "search/walk.h"

static void set_phase(struct engine *e, enum wire_phase phase)
{
    if (e->report->phase)
        e->report->phase(e->report->host, phase);
}

/* --- setting up ------------------------------------------------------------------------------------------------------- */

static void add_bound(struct engine *e, struct bounding b)
{
    b.limit = b.from;
    b.step = b.step ? b.step : 1;
    e->bounds.each[e->bounds.count++] = b;
}

/* search_refusal() has seen to it that there are no more than MAX_BOUNDS. */
static void set_policies(struct engine *e)
{
    const struct search_config *c = e->config;
    e->bounds.count = 0;
    e->bounds.involves = false;
    for (unsigned i = 0; i < MAX_BOUNDS; i++) {
        const struct bound_config *b = &c->bounds[i];
        if (b->bound)
            add_bound(e, (struct bounding){.bound = b->bound, .from = b->from, .to = b->to, .step = b->step});
        e->bounds.involves |= b->bound && bound_is_remembered(b->bound);
    }
    if (c->max_depth != 0 && c->search->is->takes_bounds)
        add_bound(e, (struct bounding){.bound = &bound_depth, .from = (uint32_t)c->max_depth});
    e->rb.C = c->rb;
    if (c->rb && !c->rb_paper)
        add_bound(e, (struct bounding){.bound = rb_bound(c->rb), .soft = true});
    e->bounds.marks_done = c->rb && !c->rb_paper;
    bool ordered = (c->order && c->order->needs_tracks) || (c->then && c->then->needs_tracks);
    e->track.kept = e->bounds.count > 0 || c->rb || c->search->is->queues || ordered;
    e->reduction = c->reduction && !c->reduction->is->tries_all ? c->reduction : NULL;
    e->ahead.fits = ahead_fits(e);
    e->cycles = cycle_wanted(c, e->reduction);
}

/* An array like nodes. */
static bool reserve_like_nodes(void **array, size_t *bytes, const struct engine *e, size_t size)
{
    *bytes = e->node_bytes / sizeof *e->nodes * size;
    return *array || (*array = reserve(bytes, *bytes)) != NULL;
}

static bool prepare_policies(struct engine *e)
{
    const struct search_config *c = e->config;
    bool ready = true;
    if (e->track.kept)
        ready = reserve_like_nodes((void **)&e->track.at, &e->track.bytes, e, sizeof *e->track.at);
    if ((c->order && c->order->needs_ops) || (c->then && c->then->needs_ops))
        ready &= reserve_like_nodes((void **)&e->track.ops, &e->track.op_bytes, e, sizeof *e->track.ops);
    if (c->search->is->queues || c->completion != COMPLETE_NOT) {
        ready &= e->trail.steps || trail_open(&e->trail);
        ready &= e->frontier.items || frontier_open(&e->frontier);
    }
    return ready;
}

/* Several processes share the work of such a search; a composite one leaves that to its parts, samples are shares.c's, and pairs
 * pairs.c's. */
static bool is_shared(const struct search *s)
{
    return s->is->takes_jobs && !s->is->composite && !s->is->samples && !s->is->pairs;
}

/* Memory is kept from one search to the next unless it was made for another limit. */
static bool prepare_memory(struct engine *e)
{
    const struct search_config *c = e->config;
    bool tags = e->reduction && (e->reduction->needs & NEEDS_TAGS);
    enum visited_extra extra = e->bounds.count > 0 ? VISITED_NOTES : tags ? VISITED_TAGS : VISITED_PLAIN;
    bool divided = (c->jobs > 1 || c->ranks > 1) && is_shared(c->search) && !e->reduction && !c->rivals[0]; /* division.c */
    bool shared = divided && extra == VISITED_PLAIN;
    if (e->visited.slots && (e->visited_limit != c->max_memory || e->visited_extra != extra || e->visited.shared != shared))
        visited_close(&e->visited);
    bool (*open)(struct visited *v, uint64_t limit, enum visited_extra extra) = shared ? visited_open_shared : visited_open;
    if (!e->visited.slots && !open(&e->visited, c->max_memory, extra))
        return false;
    e->visited_limit = c->max_memory;
    e->visited_extra = extra;
    if (e->cycles && !e->livelock.laps && !livelock_open(&e->livelock))
        return false;
    e->max_nodes = e->node_bytes / sizeof *e->nodes - 1;
    if (e->max_nodes > e->report->path_capacity)
        e->max_nodes = e->report->path_capacity;
    if (e->cycles && e->max_nodes > e->livelock.capacity - 1)
        e->max_nodes = e->livelock.capacity - 1;
    return (!e->reduction || reduced_open(e)) && prepare_policies(e);
}

/* --- running ---------------------------------------------------------------------------------------------------------- */

void search_count_anew(struct engine *e)
{
    struct wire_counters *c = e->counters;
    c->states = c->transitions = c->revisits = c->foreseen = c->steps = c->end_states = c->deadlocks = 0;
    c->overtaking = 0;
    c->depth = c->max_depth = c->assumed = 0;
    c->rounds = c->again = c->left_early = c->filtered = c->jumps = c->jump_levels = c->longest_jump = c->replayed = 0;
    e->reducing.pruned = e->reducing.retraversed = e->reducing.executions = e->reducing.lacked = 0;
}

/* To the root, with nothing known; what counts the search, not the process, counts from 0 again. */
static void reset(struct engine *e)
{
    search_count_anew(e);
    e->counters->earlier = e->team.elsewhere = e->counters->path_bytes = 0;
    e->rounds.end = e->on_runs = e->bounds.cut = 0;
    e->halted = e->grown = e->left_out = e->rounds.over = false;
    e->rounds.most_states = UINT64_MAX;
    e->fuel = ENGINE_TICK;
    e->verdict = WIRE_NO_VERDICT;
    e->faults->one_failed = e->faults->one_well = e->faults->one_cut = false;
    endless_forget(e);
    engine_forget_states(e);
}

static void prepare(struct engine *e)
{
    set_phase(e, WIRE_WALKS);
    e->blind = true;
    if (e->lts->grown)
        walk_infer(e);
    if (!e->halted && e->config->guard_determinism && !e->config->light)
        guard_determinism(e);
    e->blind = false;
}

bool search_apply(struct engine *e, const struct search_config *c)
{
    e->config = c;
    set_policies(e);
    return prepare_memory(e);
}

void search_alone(struct engine *e)
{
    search_count_anew(e);
    e->counters->rounds = 1;
    e->on_runs = 0;
    engine_forget_states(e);
    e->config->search->run(e);
}

/* States that wait in a queue are on no path: loops are looked for when all is explored. */
static bool looks_again(const struct engine *e)
{
    const struct search_config *c = e->config;
    return c->search->is->queues && !c->endless && c->jobs <= 1 && c->ranks <= 1 && e->counters->revisits > 0;
}

/* Every circle of states is closed on the path of a plain depth-first search, and of no other: states that wait in a queue, or were
 * left and are come back to, are reached on paths that need not have anything to do with each other. */
static bool may_miss_circles(const struct engine *e)
{
    const struct search_config *c = e->config;
    bool plain = c->search->is->depth_first && !c->search->is->composite && e->bounds.count == 0 && !c->rb && !c->backtracking &&
                 c->completion == COMPLETE_NOT;
    bool wanted = e->circles || c->livelock || looks_again(e);
    return wanted && !plain && !e->left_out && e->bounds.cut == 0;
}

/* Everything is explored, once more and depth first. What is counted is what the search has done that was asked for. */
static void look_for_circles(struct engine *e)
{
    struct wire_counters before = *e->counters;
    unsigned bound_count = e->bounds.count;
    uint64_t on_runs = e->on_runs;
    if (!e->livelock.laps && !livelock_open(&e->livelock)) {
        engine_halt(e, WIRE_LIMIT_MEMORY);
        return;
    }
    bool cycles = e->cycles;
    e->cycles = true;
    e->bounds.count = 0;
    e->bounds.marks_done = false;
    e->leaving.by = NULL;
    e->on_runs = 0;
    search_count_anew(e);
    engine_forget_states(e);
    search_dfs.run(e);
    e->bounds.count = bound_count;
    e->cycles = cycles;
    if (e->halted)
        return;
    before.heartbeat = e->counters->heartbeat;
    *e->counters = before;
    e->on_runs = on_runs;
}

/* Loops are seen by reductions that look for ends, and on the path of a depth-first search. Where the state space is explored in parts
 * nobody sees them. */
static bool misses_loops(const struct engine *e)
{
    const struct search_config *c = e->config;
    bool seeks_ends = e->reduction && e->reduction->seeks_ends, states = c->search->is->depth_first || c->search->is->queues;
    return states && !seeks_ends && !e->cycles && !looks_again(e) && !c->endless && !c->search->is->composite && !c->search->is->replays &&
           e->counters->revisits > 0;
}

/* A reduction as it is printed in a paper may lose what there is; others may have had to leave something out. */
static bool partly(const struct engine *e)
{
    return e->reduction && (e->reduction->keeps == 0 || e->reducing.partial);
}

enum wire_verdict search_verdict(const struct engine *e)
{
    return e->verdict != WIRE_NO_VERDICT ? e->verdict
           : e->left_out || partly(e)    ? WIRE_PARTIAL
           : e->bounds.cut > 0                  ? WIRE_LIMIT_DEPTH
                                         : WIRE_COMPLETE;
}

/* What the search has covered, where that is not everything: all within its bounds, or, where early backtracking has left parts out,
 * all above the threshold. */
static void claim(const struct engine *e, bool partial, char *out, size_t size)
{
    size_t used = 0;
    if (partial && e->rounds.covered > 0) {
        rb_claim(e->rb.C, e->rounds.covered, out, size);
        used = strlen(out);
    }
    for (unsigned i = 0; i < e->bounds.count; i++) {
        const struct bounding *b = &e->bounds.each[i];
        unsigned long limit = b->limit;
        if (b->soft || (partial && e->rb.C && e->rounds.covered == 0))
            continue;
        used += text_format(out + used, size - used, "%s", used ? " and " : "");
        used += b->bound->up_to
                    ? text_format(out + used, size - used, "%s %lu", b->bound->up_to, limit)
                : limit != 1 && b->bound->things
                    ? text_format(out + used, size - used, "within %lu %s", limit, b->bound->things)
                    : text_format(out + used, size - used, "within %lu %s%s", limit, b->bound->thing, limit == 1 ? "" : "s");
        used += text_format(out + used, size - used, "%s%s", b->bound->of ? " of " : "", b->bound->of ? b->bound->of : "");
    }
}

/* It is there as a whole, or not at all. */
static void note_within(struct engine *e, const char *within)
{
    struct wire_covered *c = e->report->covered;
    if (!c)
        return;
    c->states = 0;
    text_copy(c->within, sizeof c->within, within);
    c->loops_unseen = misses_loops(e);
    c->states = within[0] ? e->counters->states : 0;
}

/* A round has ended, and others follow: what it has explored within its bounds, or above its threshold, stands. */
static void note_covered(struct engine *e)
{
    char within[sizeof e->report->covered->within] = "";
    enum wire_verdict verdict = search_verdict(e);
    rounds_note_threshold(e);
    bool partial = verdict == WIRE_PARTIAL && e->rounds.covered > 0;
    if (e->halted || (verdict != WIRE_LIMIT_DEPTH && !partial))
        return;
    claim(e, partial, within, sizeof within);
    note_within(e, within);
}

void search_note_depth(struct engine *e, uint64_t depth)
{
    char within[40];
    if (e->halted || e->left_out || e->reduction || e->bounds.count || e->rb.C || e->team.crew)
        return;
    text_format(within, sizeof within, "to depth %lu", (unsigned long)depth);
    note_within(e, within);
}

/* All rounds of one run. */
void search_explore(struct engine *e)
{
    e->circles = false;
    e->performing = e->reduction && e->reduction->performing ? reduced_performing : e->bounds.involves ? track_performing : NULL;
    rounds_begin(e);
    do {
        if (is_shared(e->config->search) && together_fits(e))
            together_run(e);
        else if (is_shared(e->config->search) && contest_fits(e))
            contest_run(e);
        else if (division_fits(e))
            division_run(e);
        else if (shares_fit(e))
            shares_run(e);
        else
            e->config->search->run(e);
        if (!e->halted && e->config->completion != COMPLETE_NOT)
            complete_run(e);
        note_covered(e);
    } while (rounds_next(e));
    if (!e->halted && may_miss_circles(e))
        look_for_circles(e);
    if (!e->halted && misses_loops(e) && e->report->loops_unseen)
        *e->report->loops_unseen = true;
}

static void tell_run(struct engine *e, const struct numbered *at, uint64_t seed)
{
    const struct wire_counters *c = e->counters;
    struct wire_run run = {.seed = seed, .transitions = c->transitions, .depth = c->max_depth, .series = at->series};
    run.verdict = e->faults->one_cut ? wire_cut(search_verdict(e)) : search_verdict(e);
    engine_count(e);
    run.states = c->earlier + c->states;
    run.nanoseconds = c->nanoseconds;
    run.bytes = c->table_bytes + c->path_bytes;
    if (run.verdict == WIRE_BUG)
        run.path = *e->report->path_count; /* e->depth may be that of the node to which the search has gone back */
    for (uint64_t i = 1; i < run.path; i++)
        run.switches += e->path[i].thread != e->path[i - 1].thread;
    if (run.path > 0 && e->config->runs > 0)
        run.preemptions = preemptions_on_path(e, run.path);
    if (e->report->ran)
        e->report->ran(e->report->host, at->run, &run);
}

bool search_ends_all_runs(const struct engine *e)
{
    return e->grown || e->verdict == WIRE_STOPPED || e->verdict == WIRE_REFUSED;
}

/* The runs that were asked for, each from the root with nothing known and a seed of its own. */
void search_all_runs(struct engine *e, struct numbered *at)
{
    uint64_t runs = e->config->runs ? e->config->runs : 1;
    for (uint64_t i = 0; i < runs; i++, at->run++) {
        uint64_t seed = e->config->seed + i;
        reset(e);
        if (at->run > 0)
            e->started = raw_nanoseconds();
        e->seed = seed;
        rng_seed(&e->rng, seed);
        search_explore(e);
        if (!e->halted)
            engine_check_grown(e);
        if (search_ends_all_runs(e))
            return;
        tell_run(e, at, seed);
    }
}

/* Everything, until more proves to be visible. */
static void attempt(struct engine *e)
{
    reset(e);
    e->counters->sampled = (struct wire_sampled){0}; /* all runs together find that out */
    e->counters->ranked = (struct wire_ranked){0};
    if (e->report->covered)
        *e->report->covered = (struct wire_covered){0};
    profile_clear(&e->profile);
    if (!e->config->search->is->replays && !e->config->sought && !e->config->unprepared)
        prepare(e);
    if (e->halted)
        return;
    set_phase(e, WIRE_EXPLORE);
    if (e->config->series)
        series_run(e);
    else
        search_all_runs(e, &(struct numbered){0});
    e->performing = NULL;
}

static enum wire_verdict conclude(struct engine *e)
{
    struct search_report *r = e->report;
    engine_count(e);
    if (e->counters->states == 0 && e->on_runs > 0)
        e->counters->states = 1; /* one execution that goes on for ever: it is in some state */
    r->ended_by = search_verdict(e);
    if (r->ended_by == WIRE_COMPLETE && r->covered)
        *r->covered = (struct wire_covered){0};
    if (r->ended_by == WIRE_PARTIAL || r->ended_by == WIRE_LIMIT_DEPTH)
        claim(e, r->ended_by == WIRE_PARTIAL, r->message, sizeof r->message);
    bool one_well = r->ended_well && *r->ended_well;
    if (e->faults->cuts > 0)
        r->ended_by = wire_cut(r->ended_by);
    r->findings = e->faults->count - e->faults->cuts - (one_well ? 0 : e->faults->failed_ends);
    r->dropped = e->faults->dropped;
    bool of_its_own = r->ended_by == WIRE_REFUSED || r->ended_by == WIRE_REPLAYED || r->ended_by == WIRE_REPLAY_LOST;
    return r->findings > 0 && !of_its_own ? WIRE_BUG : r->ended_by;
}

enum wire_verdict search_run(struct engine *e, const struct search_config *c, struct search_report *r)
{
    e->lts = c->lts;
    e->report = r;
    e->counters = r->counters;
    e->path = r->path;
    e->verdict = WIRE_NO_VERDICT;
    e->performing = NULL;
    e->blind = false;
    e->rounds.covered = 0;
    e->leaving.by = NULL;
    e->team.crew = e->team.peers = NULL;
    e->team.table = NULL;
    e->faults = &e->own_faults;
    *e->faults = (struct faults){0};
    r->findings = r->dropped = r->first = 0;
    r->message[0] = '\0';
    if (!search_apply(e, c))
        return r->ended_by = WIRE_LIMIT_MEMORY;
    e->seed = c->seed;
    rng_seed(&e->rng, e->seed);
    e->started = raw_nanoseconds();
    e->allowed = c->max_milliseconds * 1000000;
    e->root = e->lts->mark(e->lts->self);
    e->keeping = (struct keeping){0};
    keeping_learn(e);
    for (attempt(e); e->grown; attempt(e))
        e->counters->restarts++;
    return conclude(e);
}
