/* delays.c - delay-bounded search: a scheduler that lets each thread go on as long as it can and then takes the next one,
 * going round, is made to skip a thread so many times at most (Emmi, Qadeer, Rakamarić, "Delay-bounded scheduling", 2011:
 * [15] in the paper on DFS-RB). */
#include "search/engine/engine.h"

/* Threads that could run and are skipped on the way round from the one that ran last to t. */
static uint32_t cost(const struct engine *e, const struct node *n, tid t)
{
    tid mover = e->path_facts.at[e->depth].mover;
    threadset before_t = threadset_below(t), before_mover = threadset_below(mover);
    threadset skipped = t >= mover ? before_t & ~before_mover : before_t | ~before_mover;
    return threadset_size(n->enabled & skipped);
}

const struct bound bound_delays = {.is = &bound_kind_delays, .thing = "delay", .memory = BOUND_MOVER, .cost = cost};
