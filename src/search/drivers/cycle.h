/* cycle.h - the path as the livelock property sees it (cycle.c), and loops of which nobody finds out whether they end. Nothing is done
 * unless that is wanted. */
#ifndef MZ_SEARCH_CYCLE_H
#define MZ_SEARCH_CYCLE_H

#include "search/engine/engine.h"

/* Are cycles on the path looked at? For livelocks, and where no reduction looks for ends: loops are premises of the verdict then. */
static inline bool cycle_wanted(const struct search_config *c, const struct reduction *r)
{
    bool one_path = c->search->is == &search_kind_dfs && c->jobs <= 1 && c->ranks <= 1 && c->completion == COMPLETE_NOT;
    return c->livelock || (one_path && !c->endless && !(r && r->seeks_ends));
}

static inline void cycle_enter(struct engine *e) /* the choice point at `depth` joins the path */
{
    if (e->cycles)
        livelock_enter(&e->livelock, e->depth, e->at.digest);
}

static inline void cycle_leave(struct engine *e) /* it leaves it */
{
    if (e->cycles)
        livelock_leave(&e->livelock, e->depth);
}

static inline void cycle_took(struct engine *e) /* the last decision led to a choice point */
{
    if (e->config->livelock && e->depth > 0)
        livelock_took(&e->livelock, e->depth - 1, e->at.moved, e->at.could, e->at.chose);
}

/* The choice point arrived at is known. Is it on the path, and is that a livelock? Or a premise? */
void cycle_judge(struct engine *e);

#endif
