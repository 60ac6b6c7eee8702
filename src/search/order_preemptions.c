/* order_preemptions.c - guided search that maximizes preemptions: at every choice another thread than the one that has run
 * last is tried first, and the one that has run the least recently of all (Groce, Visser, "Heuristics for model checking Java
 * programs", 2004: [21] in the paper on DFS-RB, the interleaving heuristic of JPF). Complete: only the order is changed. */
#include "search/engine.h"

/* Decisions that are looked back at: with more threads than that in turn, any of the others will do. */
enum { LOOK_BACK = 64 };

static tid pick(struct engine *e, const struct node *n, threadset todo)
{
    (void)n;
    threadset idle = todo;
    for (uint64_t i = e->depth; i > 0 && e->depth - i < LOOK_BACK && threadset_several(idle); i--)
        idle &= ~threadset_of(e->path[i - 1].thread);
    return threadset_first(idle);
}

const struct order order_preemptions = {.name = "preemptions", .pick = pick};
