/* ranked.c - executions ranked by the preemptions c, variables v and threads t that a bug needs: Bindal, Bansal, Lal, "Variable and Thread
 * Bounding for Systematic Testing of Multithreaded Programs", ISSTA 2013, algorithm 1.
 *
 *     lines   of algorithm 1                          here
 *             for each set of variables               next_set(): by growing (c, v, t), ranks.h
 *     6-10    threadPrios, workQueue                  next_root(): the permutations of the rank
 *     11-22   while, currBound, nextWorkQueue         next_item(), next_derived(): what has `bound` preemptions waits as its parent and
 *                                                     the number of accesses of that
 *     23-33   Search(w), which executes to the end    walk_sample(), with ranked_run.c: from the root each time
 *     34-40   nextWorkQueue.Push                      end(): of an execution that can have one more preemption
 *
 * The executions of a rank find, with probability 1 - epsilon at least, every bug that needs no more than c preemptions, after accesses
 * to v variables, and an order of t threads: the permutations have all orders of every t + c of the n + c fragments, and they are the
 * same for all sets of variables. That holds for the threads and variables that were seen. A variable more has its sets explored, at
 * every rank; a thread more begins everything anew.
 */
#include "search/drivers/ranked.h"

#include "base/reserve.h"
#include "search/samplers/walk.h"

enum { PROFILE_EXECUTIONS = 10 };

/* --- sets of variables ---------------------------------------------------------------------------------------------- */

static void begin_anew(struct engine *e, struct ranked *r)
{
    const struct search_config *c = e->config;
    r->threads = r->identities.count;
    r->rank = NULL;
    ranks_begin(&r->ranks, &(struct ranks_scope){.c = c->most_c, .v = c->most_v, .t = c->most_t, .threads = r->threads,
        .epsilon = c->epsilon, .seed = ranked_mix(4, e->seed)});
}

/* Several processes share the sets (sampling_jobs.c): whose they are does not depend on the order in which each has met variables. */
static bool is_ours(const struct engine *e, uint64_t set_key)
{
    return !e->team.as || set_key % *e->team.workers == e->team.worker;
}

/* The first rank that has something to explore, be it one that needs more than was asked for. */
static struct rank *open_rank(const struct engine *e, struct ranked *r)
{
    struct rank *open = ranks_open(&r->ranks);
    while (!open && e->config->rising && ranks_rise(&r->ranks))
        open = ranks_open(&r->ranks);
    return open;
}

/* The next set that this process has to explore, at the first rank that has one. */
static bool next_set(struct engine *e, struct ranked *r)
{
    while ((r->rank = open_rank(e, r)) != NULL) {
        r->set_key = 1;
        for (unsigned i = 0; i < r->rank->v; i++) {
            r->set[i] = r->ranks.order[r->rank->next[i]];
            r->set_key += ranked_mix(2, r->profile->at[r->set[i]].key);
        }
        r->set_key = ranked_mix(3, r->set_key);
        r->count = r->parent = r->parents = r->bound = 0;
        r->item = (struct work){.parent = (uint32_t)r->rank->from};
        if (is_ours(e, r->set_key) && r->rank->from < r->rank->to)
            return true;
        ranks_advance(r->rank);
    }
    return false;
}

/* --- work items ----------------------------------------------------------------------------------------------------- */

/* One for each permutation; r->item.parent is the next. */
static bool next_root(struct ranked *r)
{
    return r->bound == 0 && r->item.parent < r->rank->to;
}

/* After a later access than before, or of the next parent. */
static bool next_derived(struct ranked *r)
{
    for (; r->parent < r->parents; r->parent++, r->item.position = 0) {
        const struct work *parent = &r->work[r->parent];
        uint32_t last = r->item.position > parent->position ? r->item.position : parent->position;
        if (last < parent->accesses) {
            r->item = (struct work){.parent = (uint32_t)r->parent, .position = last + 1};
            return true;
        }
    }
    return false;
}

/* False: the set is explored. */
static bool next_item(struct ranked *r)
{
    while (r->bound == 0 ? !next_root(r) : !next_derived(r)) {
        if (r->bound == r->rank->c || r->parents == r->count)
            return false;
        r->bound++;
        r->parent = r->parents;
        r->parents = r->count;
        r->item = (struct work){0};
    }
    return true;
}

/* Digest of the threads and variables that were seen, in whatever order. */
static uint64_t seen(const struct ranked *r)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < r->identities.count; i++)
        sum += ranked_mix(5, r->identities.key[i]);
    for (uint32_t i = 0; i < r->profile->count; i++)
        sum += ranked_mix(6, r->profile->at[i].key);
    return sum;
}

static void publish(struct engine *e, struct ranked *r)
{
    struct wire_counters *c = e->counters;
    c->ranked.seen = seen(r);
    c->sampled.threads = r->identities.count;
    c->sampled.variables = r->ranks.variables;
    c->sampled.cuts = r->cuts + r->identities.full;
    ranks_cover(&r->ranks, &c->ranked);
}

static bool more(struct engine *e)
{
    struct ranked *r = e->own;
    if (r->profiled < PROFILE_EXECUTIONS)
        return true;
    while (!r->rank || !next_item(r)) {
        if (r->rank)
            ranks_advance(r->rank);
        bool some = next_set(e, r);
        publish(e, r);
        if (!some)
            return false;
    }
    return true;
}

/* --- executions ----------------------------------------------------------------------------------------------------- */

static void begin(struct engine *e)
{
    struct ranked *r = e->own;
    ranked_run_begin(e, r->profiled < PROFILE_EXECUTIONS);
}

static void profiled(struct engine *e, struct ranked *r)
{
    if (++r->profiled < PROFILE_EXECUTIONS)
        return;
    ranks_sort(&r->ranks, r->profile);
    begin_anew(e, r);
}

/* As printed: was there an execution with this graph? */
static bool repeats_graph(struct engine *e, const struct ranked *r)
{
    uint64_t graph = ranked_mix(ranked_mix(r->set_key, r->run.graph), r->rank->c);
    enum visited_result result = visited_insert(&e->visited, (struct digest){graph, ranked_mix(graph, r->run.graph)});
    if (result == VISITED_FULL)
        engine_halt(e, WIRE_LIMIT_MEMORY);
    return result == VISITED_KNOWN;
}

/* Derived executions are found by the accesses of an execution. */
static void keep(struct engine *e, struct ranked *r)
{
    if (e->config->ranked_pruning == PRUNING_PRINTED && repeats_graph(e, r))
        r->run.pruned = true;
    e->counters->ranked.pruned += r->run.pruned;
    if (r->bound < r->rank->c) {
        if (r->count == r->capacity) {
            engine_halt(e, WIRE_LIMIT_MEMORY);
            return;
        }
        struct work done = r->item;
        done.accesses = r->run.pruned ? 0 : r->run.accesses;
        r->work[r->count++] = done;
    }
    r->item.parent += r->bound == 0;
}

static void end(struct engine *e, bool whole)
{
    struct ranked *r = e->own;
    bool grown = r->identities.count > r->threads || r->ranks.met < r->profile->count;
    r->cuts += !whole && !r->run.pruned;
    ranks_meet(&r->ranks, r->profile);
    if (r->profiled < PROFILE_EXECUTIONS)
        profiled(e, r);
    else if (r->identities.count > r->threads)
        begin_anew(e, r);
    else
        keep(e, r);
    if (grown || r->cuts > 0)
        publish(e, r); /* less is covered than was */
}

/* --- the whole ------------------------------------------------------------------------------------------------------ */

static void explore(struct engine *e, struct ranked *r)
{
    r->profile = &e->profile;
    e->own = r;
    e->performing = ranked_run_performing;
    walk_sample(e, &(struct sampling){.more = more, .begin = begin, .pick = ranked_run_pick, .cut = ranked_run_cut, .end = end});
    e->performing = NULL;
    e->own = NULL;
}

static void run(struct engine *e)
{
    size_t own = sizeof(struct ranked), order_bytes = PROFILE_MOST * sizeof(uint32_t), works = reserve_machine() / 8;
    struct ranked *r = reserve(&own, own);
    uint32_t *order = reserve(&order_bytes, order_bytes);
    struct work *work = reserve(&works, 1 << 20);
    if (!r || !order || !work || !profile_open(&e->profile, e->config->whole_arrays ? BY_WHOLE : BY_ELEMENT)) {
        engine_halt(e, WIRE_LIMIT_MEMORY);
    } else {
        r->ranks.order = order;
        r->work = work;
        r->capacity = works / sizeof *work < UINT32_MAX ? works / sizeof *work : UINT32_MAX;
        explore(e, r);
    }
    reserve_release(work, works);
    reserve_release(order, order_bytes);
    reserve_release(r, own);
}

const struct search search_ranked = {.is = &search_kind_ranked, .run = run};
