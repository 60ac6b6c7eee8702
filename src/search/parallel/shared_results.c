/* shared_results.c - results shared among processes, each of which explores everything with the same reduction: a state that one has
 * finished the others need not explore (reduce/shared_facts.h says why that is sound). They start at the root, and part ways where they
 * may (sum.c); whoever has finished the root ends the search.
 *
 * The table of facts grows as that of a division does (work_stealing.c). Each process has a visited set of its own besides, of those states
 * that it has not finished and some of those that it has; when that is full the latter are dropped.
 *
 * What each has found out about the program is put together in the end: if it shows more than one of them knew everything starts over. Who
 * has died has told nothing of that, though others may have gone by its facts: then the leader searches alone.
 *
 * What one process has finished before them (portfolio.c: auto) are facts, too, and nothing of it is explored again but the path on which
 * it was.
 *
 * With a checkpoint there may be one worker only; the leader puts down what is finished (checkpointing.h). Likewise where there are other
 * machines, to which the leader tells it (rank_results.h).
 */
#include "search/parallel/shared_results.h"

#include "base/raw.h"
#include "base/reserve.h"
#include "search/drivers/covered.h"
#include "search/drivers/explore.h"
#include "search/engine/limits.h"
#include "search/parallel/checkpointing.h"
#include "search/parallel/rank_results.h"
#include "search/parallel/several.h"
#include "search/parallel/work_stealing.h"
#include "search/parallel/worker_group.h"

enum { OWN_LINES = 1 << 13 /* of a visited set that is not worth while to be kept smaller */ };

bool shared_results_wanted(const struct search_config *c, const struct reduction *r)
{
    bool several = c->jobs > 1 || c->checkpoint_milliseconds || c->ranks > 1 || c->hands_over;
    return several && r && r->sharing && !c->rivals[0] && !c->order;
}

static bool fits(const struct engine *e, const struct search *s)
{
    return workers_takes(s) && shared_results_wanted(e->config, e->reduction) && workers_possible(e);
}

/* --- a worker ------------------------------------------------------------------------------------------------------- */

enum visited_result shared_results_insert(struct engine *e, enum arrival kind)
{
    const struct reduction_sharing *by = e->reduction->sharing;
    struct visited *own = &e->visited;
    uint32_t tag;
    bool full = own->count >= own->room && own->lines >= OWN_LINES, on_run = kind == ARRIVED_LONG; /* which may be a cycle */
    if (full && !on_run && by->to_keep(e->reducing.self) < own->room / 2)
        by->collect(&e->reducing);
    visited_prefetch(&e->several->facts.table, e->at.digest);
    enum visited_result result = visited_insert(own, e->at.digest);
    if (result != VISITED_NEW || kind == ARRIVED_LONG || !by->finished_elsewhere(&e->reducing, e->at.digest, &tag))
        return result;
    visited_set_tag(own, tag);
    return VISITED_KNOWN;
}

static void work(struct engine *e, unsigned number)
{
    static const struct teamwork sharing = {.insert = shared_results_insert, .tick = workers_tick};
    struct search_config c = *e->config;
    struct worker_group *group = e->several->lead;
    uint64_t earlier = e->counters->earlier;
    c.jobs = 1;
    c.checkpoint_milliseconds = 0; /* that is for the leader, likewise messages */
    c.ranks = 0;
    if (c.max_states != 0)
        c.max_states = c.max_states > earlier ? c.max_states - earlier : 1;
    e->several->facts.lock = (struct lock){&group->lock, number + 1};
    e->several->facts.worker = number;
    e->several->facts.more_room = workers_more_room;
    e->several->facts.host = e;
    e->several->facts.table.count = e->several->facts.table.room = 0;
    e->several->table_generation = group->generation;
    e->reducing.facts = &e->several->facts;
    e->reduction->sharing->join(e->reducing.self, e->several->facts.lock);
    if (workers_join(e, number, &sharing)) {
        e->team.often = e->several->facts.ranks > 1;
        e->config = &c;
        search_explore(e);
    } else {
        engine_halt(e, WIRE_LIMIT_MEMORY);
    }
    if (!e->halted)
        engine_check_grown(e);
    enum wire_verdict v = e->grown ? WIRE_NO_VERDICT : search_verdict(e);
    workers_leave(e, v, v != WIRE_STOPPED);
}

/* --- the leader ------------------------------------------------------------------------------------------------------ */

static const struct group_callbacks together;

static void watch(struct engine *e, struct worker_group *g)
{
    uint64_t bytes = visited_bytes(&e->several->facts.table), most = e->config->max_memory;
    workers_count(e, 0, g->size);
    if (checkpointing_due(e) || rank_results_due(e))
        workers_ask(g);
    workers_rest(e, g, &together);
    for (unsigned i = 0; i < g->size; i++)
        bytes += e->report->workers[i].counters.table_bytes;
    e->team.elsewhere = bytes;
    if (most != 0 && bytes + e->counters->path_bytes > most && !e->halted)
        engine_halt(e, WIRE_LIMIT_MEMORY);
}

static void add_up(struct engine *e, const struct worker_group *g)
{
    struct reducing *r = &e->reducing;
    r->pruned = e->several->before.pruned;
    r->retraversed = r->lacked = 0;
    for (unsigned i = 0; i < g->size; i++) {
        const struct wire_counters *one = &e->report->workers[i].counters;
        r->pruned += one->pruned;
        r->retraversed += one->retraversed;
        r->lacked += one->lacked;
        e->counters->sampled.executions += one->sampled.executions;
        e->on_runs += g->box[i].on_runs;
    }
}

/* Work that was handed over is used up, or there is none. */
static void forget_handed_over(struct engine *e)
{
    e->reducing.handed_over = false;
    e->several->before = (struct wire_counters){0};
}

static bool has_said(const struct worker_group *g, enum wire_verdict verdict)
{
    for (unsigned i = 0; i < g->size; i++)
        if (g->box[i].verdict == verdict)
            return true;
    return false;
}

/* Has somebody died whose facts others may have gone by? */
static bool has_lost_facts(const struct worker_group *g)
{
    for (unsigned i = 0; i < g->size; i++)
        if (g->box[i].state != BOX_GONE)
            return true;
    return false;
}

/* Some limit has been reached, and what all know of the program is what their facts were made with. */
static bool ends_halfway(const struct worker_group *g, bool over)
{
    return !over && g->size > 0 && !workers_has_lost(g) && !g->grown;
}

static void at_rest(struct engine *e, struct worker_group *g)
{
    if (checkpointing_due(e))
        checkpointing_save(e, g, false);
    if (rank_results_due(e))
        rank_results_exchange(e, g);
}

static uint64_t due(const struct engine *e)
{
    return rank_results_wanted(e) ? e->several->results.next : UINT64_MAX;
}

/* A bug counts whatever else has happened; then that the root is finished, unless more proved to be visible. */
static void conclude(struct engine *e, struct worker_group *g)
{
    enum wire_verdict bug = workers_reason(g, true);
    bool complete = has_said(g, WIRE_COMPLETE);
    add_up(e, g);
    forget_handed_over(e);
    if (ends_halfway(g, complete || bug != WIRE_NO_VERDICT))
        checkpointing_save(e, g, true);
    if (bug != WIRE_NO_VERDICT) {
        engine_halt(e, bug);
        return;
    }
    if (e->halted && !complete)
        return;
    e->halted = false;
    e->verdict = WIRE_NO_VERDICT;
    rank_results_learn(e);
    if (g->size == 0 || has_lost_facts(g))
        search_alone(e);
    else if (!workers_starts_over(e) && !complete)
        engine_halt(e, workers_reason(g, false));
}

static bool open_facts(struct engine *e)
{
    struct facts *f = &e->several->facts;
    size_t bytes = FACT_HINTS * sizeof *f->hints;
    if (f->table.slots && f->table_limit != e->config->max_memory)
        visited_close(&f->table);
    f->table_limit = e->config->max_memory;
    if (!f->hints)
        f->hints = reserve_shared(&bytes, bytes);
    if (f->table.slots)
        visited_clear(&f->table);
    return f->hints && (f->table.slots || visited_open_shared(&f->table, e->config->max_memory, VISITED_TAGS));
}

/* All that is finished among some entries of the visited set. */
static bool add_finished(struct engine *e, const struct digest *some, uint64_t count, uint64_t *added)
{
    bool fits = true;
    for (uint64_t i = 0; i < count && fits; i++) {
        uint32_t tag = (uint32_t)some[i].hi;
        bool new = false;
        fits = tag == 0 || facts_add(&e->several->facts, some[i], tag, &new);
        *added += new;
    }
    return fits;
}

/* An entry of a state that is open has the mark of facts that are kept (components.c). The others count from where this one has come to. */
void shared_results_hand_over(struct engine *e)
{
    enum { AT_ONCE = 256 };
    struct digest some[AT_ONCE];
    uint64_t at = 0, added = 0, count;
    bool fit = e->config->jobs > 1 && !e->config->checkpoint_milliseconds && e->config->ranks <= 1 && e->reducing.shared &&
               fits(e, &search_dfs) && open_facts(e);
    while (fit && (count = visited_mark_tags(&e->visited, &at, FACT_KEPT, some, AT_ONCE)) > 0)
        fit = add_finished(e, some, count, &added);
    if (!fit)
        return;
    e->several->before = *e->counters;
    e->several->before.states = added;
    e->several->before.pruned = e->reducing.pruned;
    e->several->before.path_bytes = 0;
    e->counters->states -= added;
    e->reducing.handed_over = true;
}

void shared_results_close(struct engine *e)
{
    if (e->several->facts.table.slots)
        visited_close(&e->several->facts.table);
    reserve_release(e->several->facts.hints, FACT_HINTS * sizeof *e->several->facts.hints);
    rank_results_close(e);
    e->several->facts = (struct facts){0};
}

static const struct group_callbacks together = {.work = work, .watch = watch, .conclude = conclude, .at_rest = at_rest, .due = due};

static void run(struct engine *e)
{
    if (!e->reducing.handed_over && !open_facts(e)) {
        engine_halt(e, WIRE_LIMIT_MEMORY);
        return;
    }
    e->several->facts.workers = e->config->jobs;
    checkpointing_begin(e);
    if (!rank_results_begin(e)) {
        engine_halt(e, WIRE_LIMIT_MEMORY);
        return;
    }
    workers_lead(e, &together, &e->several->facts.table);
}

const struct parallel_mode mode_shared_results = {.fits = fits, .run = run};
