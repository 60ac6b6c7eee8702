/* preemptions.c - preemption-bounded search: on a path a thread is preempted (model/preemption.h) so many times at most (Musuvathi,
 * Qadeer, "Iterative context bounding for systematic testing of multithreaded programs", 2007: [35] in the paper on DFS-RB; Qadeer, Rehof,
 * 2005: [43]). */
#include "search/policies/preemptions.h"

#include "model/preemption.h"
#include "search/engine/engine.h"
#include "search/engine/path_facts.h"

static uint32_t cost(const struct engine *e, const struct node *n, tid t)
{
    const struct path_facts *k = &e->path_facts.at[e->depth];
    (void)n;
    return t != k->mover && k->preemptible;
}

const struct bound bound_preemptions = {
    .is = &bound_kind_preemptions,
    .thing = "preemption",
    .memory = BOUND_MOVER_IF_PREEMPTIBLE,
    .takes_reduction = true,
    .cost = cost,
};

/* With variable bounding (VT-CHESS: Bindal, Bansal, Lal 2013, section 6.1) preemptions are at the accesses to so many variables at most,
 * whichever come first. As printed the first v preemptions choose the variables; here the first v variables are chosen, so that two
 * preemptions at one of them leave room for another, and what is claimed is what it is called. */
static uint32_t new_variable(const struct engine *e, const struct node *n, tid t)
{
    const struct path_facts *k = &e->path_facts.at[e->depth];
    return cost(e, n, t) && !path_facts_has_chosen(e, k, k->variable);
}

/* Likewise those who are left, and those for whom. */
static uint32_t new_threads(const struct engine *e, const struct node *n, tid t)
{
    const struct path_facts *k = &e->path_facts.at[e->depth];
    threadset both = threadset_of(t) | threadset_of(k->mover);
    return cost(e, n, t) ? threadset_size(both & ~k->involved) : 0;
}

const struct bound bound_preemption_variables = {
    .is = &bound_kind_preemption_variables,
    .thing = "variable",
    .of = "preemptions",
    .memory = BOUND_VARIABLES,
    .cost = new_variable,
};

const struct bound bound_preemption_threads = {
    .is = &bound_kind_preemption_threads,
    .thing = "thread",
    .of = "preemptions",
    .memory = BOUND_THREADS,
    .cost = new_threads,
};

static enum arrival go_on(struct engine *e, enum arrival kind)
{
    while (kind == ARRIVED_LONG)
        kind = engine_run_on(e);
    return kind;
}

uint32_t preemptions_on_path(struct engine *e, uint64_t length)
{
    struct wire_counters before = *e->counters;
    bool halted = e->halted;
    uint64_t depth = e->depth;
    uint32_t fuel = e->fuel, count = 0;
    e->halted = false;
    e->blind = true;
    e->fuel = UINT32_MAX; /* it is one path: nothing need be looked at on the way */
    for (enum arrival kind = engine_start(e); e->depth < length && (kind = go_on(e, kind)) == ARRIVED_CHOICE;) {
        struct wire_decision d = e->path[e->depth];
        count += d.thread != e->at.mover && can_be_preempted(e->lts, e->at.enabled, e->at.mover);
        kind = engine_take(e, d.thread, d.choice, e->lts->outcomes(e->lts->self, d.thread)); /* the last may lead to a run without end */
    }
    e->blind = false;
    e->halted = halted;
    e->depth = depth;
    *e->report->path_count = length;
    e->fuel = fuel;
    *e->counters = before;
    return count;
}
