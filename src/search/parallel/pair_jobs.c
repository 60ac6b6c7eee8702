/* pair_jobs.c - several processes that explore pairs of threads (-j): each takes the next pair of the list that nobody has taken
 * (pairs.c). */
#include "base/reserve.h"
#include "search/drivers/covered.h"
#include "search/drivers/explore.h"
#include "search/drivers/pairs.h"
#include "search/engine/limits.h"
#include "search/parallel/worker_group.h"

static bool fits(const struct engine *e, const struct search *s)
{
    return s == &search_pairwise && workers_possible(e);
}

static void work(struct engine *e, unsigned number)
{
    struct search_config c = *e->config;
    c.max_memory = (c.max_memory ? c.max_memory : reserve_machine() / 4 * 3) / c.jobs;
    c.jobs = 1;
    if (!workers_join(e, number, &workers_apart) || !search_apply(e, &c))
        engine_halt(e, WIRE_LIMIT_MEMORY);
    else
        pairs_explore(e);
    if (!e->halted)
        engine_check_grown(e);
    enum wire_verdict v = e->grown ? WIRE_NO_VERDICT : search_verdict(e);
    workers_leave(e, v, e->grown || v == WIRE_BUG || v == WIRE_REFUSED);
}

static void watch(struct engine *e, struct worker_group *g)
{
    if (g->size == 0)
        return;
    workers_count(e, 0, g->size);
    e->team.elsewhere = 0;
    for (unsigned i = 0; i < g->size; i++)
        e->team.elsewhere += e->report->workers[i].counters.table_bytes;
}

/* The rest of the list, where no process could be made, is left to this one. */
static void conclude(struct engine *e, struct worker_group *g)
{
    enum wire_verdict bug = workers_reason(g, true), limit = workers_reason(g, false);
    if (g->size == 0)
        pairs_explore(e);
    else if (bug != WIRE_NO_VERDICT)
        engine_halt(e, bug);
    else if (e->halted || workers_starts_over(e))
        return;
    else if (workers_has_lost(g))
        engine_halt(e, WIRE_WORKER_LOST);
    else if (limit != WIRE_NO_VERDICT && limit != WIRE_PARTIAL && limit != WIRE_COMPLETE)
        engine_halt(e, limit);
    else
        e->left_out = true;
}

static void run(struct engine *e)
{
    static const struct group_callbacks pairs = {.work = work, .watch = watch, .conclude = conclude};
    workers_lead(e, &pairs, NULL);
}

const struct parallel_mode mode_pairs = {.fits = fits, .run = run, .by_driver = true};
