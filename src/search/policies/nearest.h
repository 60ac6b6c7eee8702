/* nearest.h - parts shared by orders that prefer threads by how far back the nearest operation is that a thread
 * interferes with. */
#ifndef MZ_SEARCH_NEAREST_H
#define MZ_SEARCH_NEAREST_H

#include "search/engine/engine.h"

/* The thread of todo with the least distance; its operation is noted on the path, where distances look for it later. */
static inline tid pick_nearest(struct engine *e, threadset todo, uint64_t (*distance)(const struct engine *, tid))
{
    tid best = threadset_first(todo);
    uint64_t nearest = UINT64_MAX;
    THREADSET_EACH(t, todo) {
        uint64_t d = distance(e, t);
        if (d < nearest) {
            nearest = d;
            best = t;
        }
    }
    e->path_facts.ops[e->depth] = *e->lts->next(e->lts->self, best);
    return best;
}

#endif
