/* filter_last.c - heap reachability partial order reduction with the hybrid analysis of future accesses (Parízek, Lhoták, "Identifying
 * future field accesses in exhaustive state space traversal", 2011: rival 5 in section 9 of the paper on DFS-RB), with members of
 * structures and elements of arrays: a transition that accesses what no other thread seems to access any more is tried alone. Only what is
 * surely not accessed makes a persistent set (safe_set.c: --future); this is a guess, so errors can be lost and nothing is claimed. */
#include "search/engine/engine.h"

static bool seems_last(const struct lts *l, tid t)
{
    struct access access[LTS_MAX_TOUCHES];
    int count = l->outcomes(l->self, t) == 1 ? lts_touches(l, t, access) : 0;
    for (int i = 0; i < count; i++)
        if (lts_others_seem_to_access(l, t, &access[i]))
            return false;
    return count > 0;
}

static threadset allow(struct engine *e, const struct node *n, threadset threads)
{
    (void)n;
    if (!e->lts->foresight || !threadset_several(threads))
        return threads;
    THREADSET_EACH(t, threads) {
        if (!seems_last(e->lts, t))
            continue;
        e->counters->filtered += threadset_size(threads) - 1;
        return threadset_of(t);
    }
    return threads;
}

const struct filter filter_last = {.name = "last", .allow = allow};
