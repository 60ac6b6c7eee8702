/* explore.c - all rounds of a search: its policies and their memory, then its driver, in one process or in several, until all bounds are
 * raised and nothing is left to be resumed; and once more where loops may have been missed.
 */
#include "search/drivers/explore.h"

#include "base/reserve.h"
#include "search/samplers/aside.h"
#include "search/drivers/covered.h"
#include "search/drivers/cycle.h"
#include "search/drivers/dfs.h"
#include "search/engine/engine.h"
#include "search/engine/known_successors.h"
#include "search/engine/parts.h"
#include "search/engine/path_facts.h"
#include "search/engine/race_record.h"
#include "search/engine/reduced.h"
#include "search/policies/rb.h"
#include "search/policies/rb_complete.h"
#include "search/policies/rounds.h"

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
    bool ordered = (c->order && c->order->needs_facts) || (c->then && c->then->needs_facts);
    e->path_facts.kept = e->bounds.count > 0 || c->rb || c->search->is->queues || ordered;
    e->reduction = c->reduction && !c->reduction->is->tries_all ? c->reduction : NULL;
    e->successors.fits = successors_fits(e);
    e->cycles = cycle_wanted(c, e->reduction);
    e->fairly = cycle_wants_fair(e);
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
    if (e->path_facts.kept)
        ready = reserve_like_nodes((void **)&e->path_facts.at, &e->path_facts.bytes, e, sizeof *e->path_facts.at);
    if ((c->order && c->order->needs_ops) || (c->then && c->then->needs_ops))
        ready &= reserve_like_nodes((void **)&e->path_facts.ops, &e->path_facts.op_bytes, e, sizeof *e->path_facts.ops);
    if (c->search->is->queues || c->completion != COMPLETE_NOT) {
        ready &= e->path_tree.steps || path_tree_open(&e->path_tree);
        ready &= e->frontier.items || frontier_open(&e->frontier);
    }
    return ready;
}

static bool open_cycles(struct engine *e)
{
    bool laps = !e->cycles || e->livelock.laps || livelock_open(&e->livelock);
    return laps && (!e->fairly || e->fair.states || fair_open(&e->fair));
}

/* Memory is kept from one search to the next unless it was made for another limit. */
static bool prepare_memory(struct engine *e)
{
    const struct search_config *c = e->config;
    bool tags = e->reduction && (e->reduction->needs & NEEDS_TAGS);
    enum visited_extra extra = e->bounds.count > 0 ? VISITED_NOTES : tags ? VISITED_TAGS : VISITED_PLAIN;
    bool shared = extra == VISITED_PLAIN && e->parallel && e->parallel->shares_states(e);
    if (e->visited.slots && (e->visited_limit != c->max_memory || e->visited_extra != extra || e->visited.shared != shared))
        visited_close(&e->visited);
    bool (*open)(struct visited *v, uint64_t limit, enum visited_extra extra) = shared ? visited_open_shared : visited_open;
    if (!e->visited.slots && !open(&e->visited, c->max_memory, extra))
        return false;
    e->visited_limit = c->max_memory;
    e->visited_extra = extra;
    if (!open_cycles(e))
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

/* Every circle of states is closed on the path of a plain depth-first search, and of no other: states that wait in a queue, or were
 * left and are come back to, are reached on paths that need not have anything to do with each other. */
static bool may_miss_circles(const struct engine *e)
{
    const struct search_config *c = e->config;
    bool plain = c->search->is->depth_first && !c->search->is->composite && e->bounds.count == 0 && !c->rb && !c->backtracking &&
                 c->completion == COMPLETE_NOT;
    bool wanted = e->circles || c->livelock || covered_looks_again(e);
    return wanted && !plain && !e->left_out && e->bounds.cut == 0;
}

/* Everything is explored, once more and depth first. What is counted is what the search has done that was asked for. */
static void look_for_circles(struct engine *e)
{
    struct wire_counters before = *e->counters;
    unsigned bound_count = e->bounds.count;
    uint64_t on_runs = e->on_runs;
    bool cycles = e->cycles, fairly = e->fairly;
    e->cycles = true;
    e->fairly = e->config->livelock;
    if (!open_cycles(e)) {
        engine_halt(e, WIRE_LIMIT_MEMORY);
        return;
    }
    e->bounds.count = 0;
    e->bounds.marks_done = false;
    e->leaving.by = NULL;
    e->on_runs = 0;
    search_count_anew(e);
    engine_forget_states(e);
    search_dfs.run(e);
    e->bounds.count = bound_count;
    e->cycles = cycles;
    e->fairly = fairly;
    if (e->halted)
        return;
    before.heartbeat = e->counters->heartbeat;
    *e->counters = before;
    e->on_runs = on_runs;
}

/* States that early backtracking has left. */
static void resume_all(struct engine *e)
{
    for (rb_complete_begin(e); rb_complete_next(e);)
        dfs_from(e, e->depth, false);
}

const struct parallel_mode *search_mode(const struct engine *e, const struct search *s)
{
    return e->parallel ? e->parallel->mode(e, s) : NULL;
}

/* Returns whether others may follow: several processes make all of them at once. */
static bool explore_round(struct engine *e)
{
    const struct parallel_mode *mode = search_mode(e, e->config->search);
    bool one = !mode || mode->by_driver;
    aside_never(e);
    if (!mode && !e->team.as) /* who searches with others cannot start over alone */
        aside_begin(e);
    if (one)
        e->config->search->run(e);
    else
        mode->run(e);
    return one;
}

void search_explore(struct engine *e)
{
    e->circles = false;
    race_record_begin(e); /* the configuration may be that of a part */
    e->performing = e->reduction && e->reduction->performing ? reduced_performing : e->bounds.involves ? path_facts_performing : NULL;
    rounds_begin(e);
    bool one;
    do {
        one = explore_round(e);
        if (!e->halted && e->config->completion != COMPLETE_NOT)
            resume_all(e);
        if (one)
            covered_note(e);
    } while (one && rounds_next(e));
    if (!e->halted && may_miss_circles(e))
        look_for_circles(e);
    if (!e->halted && covered_misses_loops(e) && e->report->loops_unseen)
        *e->report->loops_unseen = true;
}
