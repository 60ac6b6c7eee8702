/* order_preemptions.c - guided search that maximizes preemptions: at every choice another thread than the one that has run
 * last is tried first, and the one that has run the least recently of all (Groce, Visser, "Heuristics for model checking Java
 * programs", 2004: [21] in the paper on DFS-RB, the interleaving heuristic of JPF). Complete: only the order is changed.
 *
 * Who has run is not only who was decided for: where one thread only can go on, nobody is asked, and it runs all the same. */
#include "search/engine/engine.h"

/* Decisions that are looked back at: with more threads than that in turn, any of the others will do. */
enum { LOOK_BACK = 64 };

/* Threads of `idle` that have not run, unless all have. */
static threadset without(threadset idle, threadset ran)
{
    return threadset_any(idle & ~ran) ? idle & ~ran : idle;
}

/* From one choice to the next: the thread that was decided for came first, the last one is known, others were in between. */
static tid pick(struct engine *e, const struct node *n, threadset todo)
{
    (void)n;
    threadset idle = todo;
    for (uint64_t i = e->depth; threadset_several(idle) && e->depth - i < LOOK_BACK; i--) {
        const struct path_facts *k = &e->path_facts.at[i];
        threadset decided = i > 0 ? threadset_of(e->path[i - 1].thread) : NO_THREADS;
        idle = without(idle, threadset_of(k->mover));
        idle = without(idle, k->moved & ~decided);
        idle = without(idle, decided);
        if (i == 0)
            break;
    }
    return threadset_first(idle);
}

const struct order order_preemptions = {.is = &order_kind_preemptions, .pick = pick, .needs_facts = true};
