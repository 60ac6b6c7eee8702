/* portfolio.c - a short portfolio that finds easy bugs, and then the complete search: most preemptions first, executions by priorities of
 * events and of threads, random walks, the best-ranked configurations of DFS-RB (table 4 of the paper), preemption bounds 0 to 2, depth
 * first. Their order is that of suite/results/study.md: what finds the suite's bugs soonest comes first.
 *
 * The parts are limited by states and not by time, so that a seed gives the same run. What is shared between them is what has
 * been found out about shared memory; each begins with nothing visited, and what is counted in the end is the last one alone.
 * The first one that explores everything, or finds a bug, ends it. The last one samples executions in between (aside.c).
 *
 * "auto" is what is done when nothing else is asked for: the last part alone. Several processes begin when one has not come to the end
 * soon: at the root, but with what that one has finished, where their reduction can use it.
 */
#include "model/rb_tuple.h"
#include "search/samplers/aside.h"
#include "search/drivers/explore.h"
#include "search/drivers/unread_trial.h"
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

enum { WALK_STEPS = 2000, FEW = 20000, THRESHOLDS = 5 /* in I */, USUAL_DEPTH = 3 };

static const struct part parts[] = {
    {.search = &search_dfs, .order = &order_preemptions, .states = FEW / 2},
    {.search = &search_pos, .states = FEW, .walks = 200},
    {.search = &search_pct, .states = FEW, .walks = 200},
    {.search = &search_walk, .states = FEW, .walks = 100},
    {.search = &search_dfs, .rb = "<I,pl,d,Lb,0.75,1.5>", .states = FEW},
    {.search = &search_dfs, .rb = "<I,pl,d,Lb,0.90^r,1.2>", .states = FEW},
    {.search = &search_dfs, .rb = "<I,pl,ncs,F,1-r/5,1>", .states = FEW},
    {.search = &search_dfs, .preemptions = 2, .states = 2 * FEW},
    {.search = &search_dfs},
};
enum { PARTS = sizeof parts / sizeof *parts };
static const struct part *const everything = &parts[PARTS - 1];

#ifndef FIRST_STATES /* some tests have fewer */
#define FIRST_STATES FEW
#endif
static const struct part first = {.search = &search_dfs, .states = FIRST_STATES}; /* of "auto" */

/* Several processes search, or a checkpoint is kept, which others go on with: they begin at the root. */
static bool is_for_several(const struct engine *e, const struct search_config *c)
{
    return (c->jobs > 1 || c->ranks > 1 || c->checkpoint_milliseconds != 0) && lts_divides(e->lts);
}

/* Configuration of the part. */
static struct search_config configure(const struct engine *e, const struct part *p, struct rb_tuple *rb)
{
    const struct search_config *whole = e->config;
    struct search_config c = *whole;
    char why[80];
    uint64_t until = p->states ? e->counters->earlier + p->states : 0;
    c.search = p->search;
    c.jobs = p->states || e->unread.pays ? 1 : whole->jobs;
    c.checkpoint_milliseconds = p->states ? 0 : whole->checkpoint_milliseconds;
    c.ranks = p->states ? 0 : whole->ranks;
    c.hands_over = p == &first && whole->jobs > 1;
    c.aside_after = p->states ? 0 : FEW;
    c.aside_begun = is_for_several(e, whole);
    c.matching = whole->matching == WIRE_MATCH_AUTO && whole->search != &search_auto ? WIRE_MATCH_ALL : whole->matching;
    c.max_walks = p->walks;
    c.walk_steps = WALK_STEPS;
    c.redraw = 100;
    c.bug_depth = USUAL_DEPTH;
    c.max_states = whole->max_states != 0 && (until == 0 || whole->max_states < until) ? whole->max_states : until;
    if (p->rb && rb_parse(p->rb, rb, why, sizeof why)) {
        c.rb = rb;
        c.rb_states = p->states / THRESHOLDS;
    }
    if (p->search->is->samples || p->rb || p->preemptions || p->order) {
        c.reduction = NULL; /* these are for the complete search */
        c.order = p->order; /* not that of rivals.c */
    }
    if (p->preemptions)
        c.bounds[0] = (struct bound_config){&bound_preemptions, 0, p->preemptions, 1};
    return c;
}

/* Has the part come to its limit, and not the whole? Then the next one follows. It is not asked after the last one: several processes
 * come to the limit of the whole with some states less. */
static bool goes_on(struct engine *e)
{
    const struct search_config *whole = e->config;
    bool limited = e->verdict == WIRE_LIMIT_STATES &&
                   (whole->max_states == 0 || e->counters->earlier + e->counters->states < whole->max_states);
    if (limited) {
        e->verdict = WIRE_NO_VERDICT;
        e->halted = false;
        return true;
    }
    return !e->halted && (e->left_out || e->bounds.cut > 0);
}

static void run_part(struct engine *e, const struct part *p)
{
    const struct search_config *whole = e->config;
    struct rb_tuple rb;
    struct search_config c = configure(e, p, &rb);
    rounds_clear(e);
    if (!e->reducing.handed_over)
        endless_forget(e);
    search_count_anew(e);
    bool ready = search_apply(e, &c);
    if (ready)
        search_explore(e);
    else
        engine_halt(e, WIRE_LIMIT_MEMORY);
    e->config = whole;
}

static void run(struct engine *e)
{
    const struct parallel_mode *mode = search_mode(e, &search_dfs);
    bool side_by_side = mode && mode->tries_parts; /* then other processes see to the parts before the last one */
    for (const struct part *p = parts; p < everything && !side_by_side; p++) {
        run_part(e, p);
        if (!goes_on(e))
            return;
    }
    run_part(e, everything);
}

static void run_auto(struct engine *e)
{
    if (is_for_several(e, e->config) && !e->unread.pays) {
        run_part(e, &first);
        if (!goes_on(e) || unread_trial(e))
            return;
        aside_sample(e);
        if (!e->halted)
            e->parallel->hand_over(e);
    }
    if (!e->halted)
        run_part(e, everything);
    e->reducing.handed_over = false;
}

const struct search search_portfolio = {.is = &search_kind_portfolio, .run = run};
const struct search search_auto = {.is = &search_kind_auto, .run = run_auto};
