/* switches.c - context-bounded search: on a path another thread goes on than the one before so many times at most, whether or not that one
 * could have gone on (Qadeer, Rehof, "Context-bounded model checking of concurrent software", 2005: [43] in the paper on DFS-RB). */
#include "search/engine/engine.h"

static uint32_t cost(const struct engine *e, const struct node *n, tid t)
{
    (void)n;
    return t != e->path_facts.at[e->depth].mover;
}

const struct bound bound_switches = {.is = &bound_kind_switches, .thing = "context switch", .things = "context switches",
    .memory = BOUND_MOVER, .cost = cost};
