/* partition.c - a partition of one state space among workers, as their leader sees it: worker_group.h says how. */
#include "search/drivers/explore.h"
#include "search/engine/limits.h"
#include "search/parallel/rank_partition.h"
#include "search/parallel/rank_results.h"
#include "search/parallel/rank_stealing.h"
#include "search/parallel/several.h"
#include "search/parallel/work_stealing.h"
#include "search/parallel/worker_group.h"

static bool fits(const struct engine *e, const struct search *s)
{
    (void)s; /* search_apply() has asked for it */
    return e->visited.shared && workers_possible(e);
}

static const struct group_callbacks division;

static bool nobody_else_has_work(const struct engine *e)
{
    return !rank_partition_wanted(e) || e->several->partition.over;
}

/* Other machines are told nothing any more, and wait for what the dead worker had: there is nothing left to be concluded. */
static bool somebody_has_died(const struct worker_group *g)
{
    for (unsigned i = 0; i < g->size; i++)
        if (g->box[i].dead && g->box[i].state != BOX_GONE)
            return true;
    return false;
}

static void watch(struct engine *e, struct worker_group *g)
{
    bool told = rank_partition_wanted(e);
    workers_count(e, 0, g->size);
    if (told && somebody_has_died(g))
        SHARED_STORE(g->stop, 1);
    if (told) {
        rank_partition_count(e);
        rank_stealing_hand_out(e, g);
        rank_partition_ask(e, g);
    }
    workers_rest(e, g, &division);
    if (told)
        rank_stealing_hand_out(e, g); /* those that have come just now */
    if (workers_are_idle(g) && nobody_else_has_work(e))
        SHARED_STORE(g->over, 1);
}

static void at_rest(struct engine *e, struct worker_group *g)
{
    if (rank_partition_wanted(e))
        rank_partition_exchange(e, g);
}

static uint64_t due(const struct engine *e)
{
    return rank_partition_wanted(e) ? e->several->partition.next : UINT64_MAX;
}

/* A bug counts whatever else has happened: the decisions that lead to it are known. */
static void conclude(struct engine *e, struct worker_group *g)
{
    enum wire_verdict bug = workers_reason(g, true), limit = workers_reason(g, false);
    for (unsigned i = 0; i < g->size; i++)
        e->on_runs += g->box[i].on_runs;
    if (e->halted)
        return;
    if (bug != WIRE_NO_VERDICT) {
        engine_halt(e, bug);
        return;
    }
    if (g->alone || g->size == 0) {
        search_alone(e);
        return;
    }
    rank_results_learn(e);
    if (workers_starts_over(e))
        return;
    if (limit != WIRE_NO_VERDICT)
        engine_halt(e, limit);
    else if (workers_has_lost(g) || (rank_partition_wanted(e) && !e->several->partition.over))
        engine_halt(e, WIRE_WORKER_LOST);
}

static const struct group_callbacks division = {
    .work = workers_steal_work, .watch = watch, .conclude = conclude, .at_rest = at_rest, .due = due};

static void run(struct engine *e)
{
    if (rank_partition_wanted(e) && !rank_partition_begin(e)) {
        engine_halt(e, WIRE_LIMIT_MEMORY);
        return;
    }
    workers_lead(e, &division, &e->visited);
}

const struct parallel_mode mode_partition = {.fits = fits, .run = run};
