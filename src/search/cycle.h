/* cycle.h - the path as the livelock property sees it (cycle.c). Nothing is done unless that is wanted. */
#ifndef MZ_SEARCH_CYCLE_H
#define MZ_SEARCH_CYCLE_H

#include "search/engine.h"

static inline void cycle_enter(struct engine *e) /* the choice point at `depth` joins the path */
{
    if (e->config->livelock)
        livelock_enter(&e->livelock, e->depth, e->at.digest);
}

static inline void cycle_leave(struct engine *e) /* it leaves it */
{
    if (e->config->livelock)
        livelock_leave(&e->livelock, e->depth);
}

static inline void cycle_took(struct engine *e) /* the last decision led to a choice point */
{
    if (e->config->livelock && e->depth > 0)
        livelock_took(&e->livelock, e->depth - 1, e->at.moved, e->at.could, e->at.chose);
}

/* The choice point arrived at is known. Is it on the path, and is that a livelock? */
void cycle_judge(struct engine *e);

#endif
