/* portfolio.c - a short portfolio that finds easy bugs, and then the complete search: most preemptions first, random walks, the best-ranked
 * configurations of DFS-RB (table 4 of the paper), preemption bounds 0 to 2, depth first. Their order is that of suite/results/study.md:
 * what finds the suite's bugs soonest comes first.
 *
 * The parts are limited by states and not by time, so that a seed gives the same run. What is shared between them is what has
 * been found out about shared memory; each begins with nothing visited, and what is counted in the end is the last one alone.
 * The first one that explores everything, or finds a bug, ends it.
 *
 * "auto" is what is done when nothing else is asked for. Most programs have few states: so it begins with the complete search, and
 * where that does not come to its end soon the others have about as many states in all before it begins anew. Several processes that go by
 * what they have finished (shared_results.c) begin anew at once: one more process looks for easy bugs beside them, and only after a while,
 * because many a program is explored by then.
 */
#include "search/drivers/portfolio.h"

#include "model/rb_tuple.h"
#include "search/drivers/explore.h"
#include "search/engine/endless.h"
#include "search/engine/limits.h"
#include "search/policies/rounds.h"

struct part {
    const struct search *search;
    const char          *rb;          /* configuration, or NULL */
    const struct order  *order;       /* or NULL */
    uint32_t             preemptions; /* 0 to so many; 0: no bound */
    uint64_t             states;      /* most of them; 0: no limit */
    uint64_t             walks;
};

enum { WALK_STEPS = 2000, FEW = 20000, THRESHOLDS = 5 /* in I */, AUTO_SHARE = 4, LOOKS_AFTER = 8 * FEW };

static const struct part parts[] = {
    {.search = &search_dfs, .states = AUTO_SHARE * FEW}, /* of "auto" only */
    {.search = &search_dfs, .order = &order_preemptions, .states = FEW / 2},
    {.search = &search_walk, .states = FEW, .walks = 100},
    {.search = &search_dfs, .rb = "<I,pl,d,Lb,0.75,1.5>", .states = FEW},
    {.search = &search_dfs, .rb = "<I,pl,d,Lb,0.90^r,1.2>", .states = FEW},
    {.search = &search_dfs, .rb = "<I,pl,ncs,F,1-r/5,1>", .states = FEW},
    {.search = &search_dfs, .preemptions = 2, .states = 2 * FEW},
    {.search = &search_dfs},
};
enum { PARTS = sizeof parts / sizeof *parts };

/* What the part makes of the configuration. */
static struct search_config configure(const struct engine *e, const struct part *p, uint64_t states, struct rb_tuple *rb)
{
    const struct search_config *whole = e->config;
    struct search_config c = *whole;
    char why[80];
    uint64_t until = states ? e->counters->earlier + states : 0;
    c.search = p->search;
    c.jobs = p->states ? 1 : whole->jobs;
    c.checkpoint_milliseconds = p->states ? 0 : whole->checkpoint_milliseconds;
    c.ranks = p->states ? 0 : whole->ranks;
    c.max_walks = p->walks;
    c.walk_steps = WALK_STEPS;
    c.max_states = whole->max_states != 0 && (until == 0 || whole->max_states < until) ? whole->max_states : until;
    if (p->rb && rb_parse(p->rb, rb, why, sizeof why)) {
        c.rb = rb;
        c.rb_states = states / THRESHOLDS;
    }
    if (p->search->is->samples || p->rb || p->preemptions || p->order) {
        c.reduction = NULL; /* these are for the complete search */
        c.order = p->order; /* not that of rivals.c */
    }
    if (p->preemptions)
        c.bounds[0] = (struct bound_config){&bound_preemptions, 0, p->preemptions, 1};
    return c;
}

/* Has the part come to its limit, and not the whole? Then the next one follows. */
static bool goes_on(struct engine *e, const struct search_config *whole)
{
    bool limited = e->verdict == WIRE_LIMIT_STATES &&
                   (whole->max_states == 0 || e->counters->earlier + e->counters->states < whole->max_states);
    if (limited) {
        e->verdict = WIRE_NO_VERDICT;
        e->halted = false;
        return true;
    }
    return !e->halted && (e->left_out || e->bounds.cut > 0);
}

/* The parts from `first` to `last`, with one `share`th of their states. */
static void run_parts(struct engine *e, unsigned first, unsigned last, unsigned share, uint64_t looks_after)
{
    const struct search_config *whole = e->config;
    const struct parallel_mode *mode = search_mode(e, &search_dfs);
    bool side_by_side = mode && mode->tries_parts; /* then other processes see to the parts in the middle */
    for (unsigned i = first; i <= last; i++) {
        struct rb_tuple rb;
        if ((side_by_side || looks_after) && i > 0 && i + 1 < PARTS)
            continue;
        struct search_config c = configure(e, &parts[i], parts[i].states / share, &rb);
        c.looks_after = looks_after;
        rounds_clear(e);
        endless_forget(e);
        search_count_anew(e);
        bool ready = search_apply(e, &c);
        if (ready)
            search_explore(e);
        else
            engine_halt(e, WIRE_LIMIT_MEMORY);
        e->config = whole;
        if (i < last && !goes_on(e, whole))
            return;
    }
}

static void run(struct engine *e)
{
    run_parts(e, 1, PARTS - 1, 1, 0);
}

static bool looks_beside(const struct engine *e)
{
    const struct parallel_mode *mode = search_mode(e, &search_dfs);
    return mode && mode->can_look && mode->can_look(e);
}

static void run_auto(struct engine *e)
{
    run_parts(e, 0, PARTS - 1, AUTO_SHARE, looks_beside(e) ? LOOKS_AFTER : 0);
}

void portfolio_look(struct engine *e)
{
    run_parts(e, 1, PARTS - 2, AUTO_SHARE, 0);
}

const struct search search_portfolio = {.is = &search_kind_portfolio, .run = run};
const struct search search_auto = {.is = &search_kind_auto, .run = run_auto};
