/* sampling_jobs.c - sampling by several processes (-j): each makes a share of the executions, with a seed of its own, and knows its own
 * states.
 *
 * The numbers are those of all together, but for states: those that several have come to would count several times, so they are those of
 * the process that has come to most, and the rest count as processed earlier.
 */
#include "base/reserve.h"
#include "search/drivers/covered.h"
#include "search/drivers/explore.h"
#include "search/engine/limits.h"
#include "search/parallel/worker_group.h"

static bool fits(const struct engine *e, const struct search *s)
{
    return s->is->samples && workers_possible(e);
}

/* Part `number` of a limit; 0: there is none. */
static uint64_t part(uint64_t limit, unsigned number, uint32_t jobs)
{
    return limit / jobs + (number < limit % jobs);
}

static void work(struct engine *e, unsigned number)
{
    struct search_config c = *e->config;
    bool idle = c.max_walks > 0 && number >= c.max_walks; /* there are more processes than executions */
    c.max_walks = part(c.max_walks, number, c.jobs);
    if (c.max_states > 0)
        c.max_states = c.max_states >= c.jobs ? part(c.max_states, number, c.jobs) : 1;
    c.max_memory = (c.max_memory ? c.max_memory : reserve_machine() / 4 * 3) / c.jobs;
    c.jobs = 1;
    bool ready = workers_join(e, number, &workers_apart) && search_apply(e, &c);
    workers_await_all(e);
    if (!ready)
        engine_halt(e, WIRE_LIMIT_MEMORY);
    else if (idle)
        e->left_out = true;
    else
        search_explore(e);
    if (!e->halted)
        engine_check_grown(e);
    enum wire_verdict v = e->grown ? WIRE_NO_VERDICT : search_verdict(e);
    workers_leave(e, v, e->grown || v == WIRE_BUG || v == WIRE_REFUSED);
}

static void raise(uint64_t *most, uint64_t value)
{
    if (value > *most)
        *most = value;
}

/* What each has seen at most is what all have; executions are worth what the bound says only where it was drawn from that. */
static void add_promises(struct wire_counters *counters, const struct wire_worker *workers, unsigned count)
{
    struct wire_sampled *all = &counters->sampled;
    *all = (struct wire_sampled){0};
    counters->walks = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct wire_sampled *one = &workers[i].counters.sampled;
        counters->walks += workers[i].counters.walks;
        all->choices += one->choices;
        all->executions += one->executions;
        all->cuts += one->cuts;
        raise(&all->threads, one->threads);
        raise(&all->steps, one->steps);
        raise(&all->variables, one->variables);
        raise(&all->accesses, one->accesses);
        raise(&all->median, one->median);
    }
    for (unsigned i = 0; i < count; i++) {
        const struct wire_sampled *one = &workers[i].counters.sampled;
        bool as_all = one->threads == all->threads && one->steps == all->steps && one->variables == all->variables;
        if (!as_all || one->accesses != all->accesses || one->median != all->median || one->depth < all->depth)
            continue;
        all->promised = one->promised + (one->depth == all->depth ? all->promised : 0);
        all->depth = one->depth;
    }
}

/* Coverage of all of them, if they have seen the same threads and variables; and the rank of the bug, if one has found
 * one. */
static void add_ranks(struct wire_counters *counters, const struct wire_worker *workers, const struct worker_group *g)
{
    struct wire_ranked *all = &counters->ranked;
    *all = workers[0].counters.ranked;
    for (unsigned i = 1; i < g->size; i++) {
        const struct wire_ranked *one = &workers[i].counters.ranked;
        bool same = one->seen == workers[0].counters.ranked.seen;
        all->pruned += one->pruned;
        for (unsigned k = 0; k < sizeof all->covered; k++) {
            uint8_t *t = (uint8_t *)all->covered + k, other = ((const uint8_t *)one->covered)[k];
            *t = !same ? 0 : other < *t ? other : *t;
            ((uint8_t *)all->certain)[k] &= ((const uint8_t *)one->certain)[k];
        }
    }
    for (unsigned i = 0; i < g->size; i++)
        if (g->box[i].verdict == WIRE_BUG) {
            all->c = workers[i].counters.ranked.c;
            all->v = workers[i].counters.ranked.v;
            all->t = workers[i].counters.ranked.t;
        }
}

static void count_states(struct wire_counters *all, const struct wire_worker *workers, unsigned count)
{
    const struct wire_counters *most = &workers[0].counters;
    for (unsigned i = 1; i < count; i++)
        if (workers[i].counters.states > most->states)
            most = &workers[i].counters;
    all->earlier = all->states - most->states;
    all->states = most->states;
    all->end_states = most->end_states;
    all->deadlocks = most->deadlocks;
}

static void watch(struct engine *e, struct worker_group *g)
{
    if (g->size == 0)
        return;
    workers_count(e, 0, g->size);
    add_promises(e->counters, e->report->workers, g->size);
    add_ranks(e->counters, e->report->workers, g);
    count_states(e->counters, e->report->workers, g->size);
    e->team.elsewhere = 0;
    for (unsigned i = 0; i < g->size; i++)
        e->team.elsewhere += e->report->workers[i].counters.table_bytes;
}

static bool one_has(const struct worker_group *g, enum wire_verdict verdict)
{
    for (unsigned i = 0; i < g->size; i++)
        if (g->box[i].verdict == verdict)
            return true;
    return false;
}

/* A bug counts whatever else has happened. One execution that is the only one is all that there is. */
static void conclude(struct engine *e, struct worker_group *g)
{
    if (g->size == 0) {
        search_alone(e);
        return;
    }
    enum wire_verdict bug = workers_reason(g, true), limit = workers_reason(g, false);
    if (bug != WIRE_NO_VERDICT) {
        engine_halt(e, bug);
        return;
    }
    if (e->halted)
        return;
    if (workers_starts_over(e))
        return;
    if (workers_has_lost(g))
        engine_halt(e, WIRE_WORKER_LOST);
    else if (limit != WIRE_NO_VERDICT && limit != WIRE_PARTIAL && limit != WIRE_COMPLETE)
        engine_halt(e, limit);
    else
        e->left_out = one_has(g, WIRE_PARTIAL);
}

static void run(struct engine *e)
{
    static const struct group_callbacks shares = {.work = work, .watch = watch, .conclude = conclude};
    workers_lead(e, &shares, NULL);
}

const struct parallel_mode mode_sampling = {.fits = fits, .run = run};
