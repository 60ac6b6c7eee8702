/* filter_future.c - pruning by the hybrid analysis of future accesses (Parízek, "Fast error detection with hybrid analyses of future
 * accesses", 2016: [41] in the paper on DFS-RB, rival 6 of its section 9): transitions that access what no other thread will access any
 * more are left out as long as there are others. Threads that make them come late, so errors can be lost: nothing is claimed. */
#include "search/engine/engine.h"

/* A step that touches nothing, or who knows what, may. */
static bool may_interfere(const struct lts *l, tid t)
{
    struct access access[LTS_MAX_TOUCHES];
    int count = lts_touches(l, t, access);
    for (int i = 0; i < count; i++)
        if (lts_others_seem_to_access(l, t, &access[i]))
            return true;
    return count <= 0;
}

static threadset allow(struct engine *e, const struct node *n, threadset threads)
{
    (void)n;
    threadset interfering = NO_THREADS;
    if (!e->lts->foresight || !threadset_several(threads))
        return threads;
    THREADSET_EACH(t, threads)
        if (may_interfere(e->lts, t))
            interfering |= threadset_of(t);
    threadset kept = threadset_any(interfering) ? interfering : threadset_of(threadset_first(threads));
    e->counters->filtered += threadset_size(threads & ~kept);
    return kept;
}

const struct filter filter_future = {.name = "future", .allow = allow};
