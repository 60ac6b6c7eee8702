/* portfolio.c - a short portfolio that finds easy bugs, and then the complete search: random walks, the best-ranked
 * configurations of DFS-RB (table 4 of the paper), preemption bounds 0 to 2, depth first.
 *
 * The parts are limited by states and not by time, so that a seed gives the same run. What is shared between them is what has
 * been found out about shared memory; each begins with nothing visited. The first one that explores everything, or finds a
 * bug, ends it.
 */
#include "search/engine.h"

struct part {
    const struct search *search;
    const char          *rb;          /* configuration, or NULL */
    uint32_t             preemptions; /* 0 to so many; 0: no bound */
    uint64_t             states;      /* most of them; 0: no limit */
    uint64_t             walks;
};

enum { WALK_STEPS = 2000, FEW = 20000, ITERATION = FEW / 5 /* there are five thresholds in I */ };

static const struct part parts[] = {
    {.search = &search_walk, .states = FEW, .walks = 100},
    {.search = &search_dfs, .rb = "<I,pl,d,Lb,0.75,1.5>", .states = FEW},
    {.search = &search_dfs, .rb = "<I,pl,d,Lb,0.90^r,1.2>", .states = FEW},
    {.search = &search_dfs, .rb = "<I,pl,ncs,F,1-r/5,1>", .states = FEW},
    {.search = &search_dfs, .preemptions = 2, .states = 2 * FEW},
    {.search = &search_dfs},
};
enum { PARTS = sizeof parts / sizeof *parts };

/* What the part makes of the configuration. */
static struct search_config configure(const struct engine *e, const struct search_config *whole, const struct part *p, struct rb_tuple *rb)
{
    struct search_config c = *whole;
    char why[80];
    uint64_t until = p->states ? e->counters->earlier + p->states : 0;
    c.search = p->search;
    c.jobs = p->states ? 1 : whole->jobs;
    c.max_walks = p->walks;
    c.walk_steps = WALK_STEPS;
    c.max_states = whole->max_states != 0 && (until == 0 || whole->max_states < until) ? whole->max_states : until;
    if (p->rb && rb_parse(p->rb, rb, why, sizeof why)) {
        c.rb = rb;
        c.rb_states = ITERATION;
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
    return !e->halted && (e->left_out || e->cut > 0);
}

static void run(struct engine *e)
{
    const struct search_config *whole = e->config;
    for (unsigned i = 0; i < PARTS; i++) {
        struct rb_tuple rb;
        struct search_config c = configure(e, whole, &parts[i], &rb);
        rounds_clear(e);
        if (!search_apply(e, &c)) {
            engine_halt(e, WIRE_LIMIT_MEMORY);
            break;
        }
        search_explore(e);
        if (i + 1 < PARTS && !goes_on(e, whole))
            break;
    }
    search_apply(e, whole);
}

const struct search search_portfolio = {.name = "portfolio", .prepares = true, .run = run};
