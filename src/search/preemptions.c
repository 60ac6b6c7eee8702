/* preemptions.c - preemption-bounded search: on a path a thread that could go on is left for another one so many times at
 * most (Musuvathi, Qadeer, "Iterative context bounding for systematic testing of multithreaded programs", 2007: [35] in the
 * paper on DFS-RB; Qadeer, Rehof, 2005: [43]). */
#include "search/engine.h"

static uint32_t cost(const struct engine *e, const struct node *n, tid t)
{
    tid mover = e->tracks[e->depth].mover;
    return t != mover && threadset_has(n->enabled, mover);
}

const struct bound bound_preemptions = {
    .name = "preemptions",
    .thing = "preemption",
    .memory = BOUND_MOVER_IF_ENABLED,
    .cost = cost,
};
