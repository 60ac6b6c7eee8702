/* cycle.h - the path as the livelock property sees it (cycle.c), and loops of which nobody finds out whether they end. Nothing is done
 * unless that is wanted. */
#ifndef MZ_SEARCH_CYCLE_H
#define MZ_SEARCH_CYCLE_H

#include "search/engine/engine.h"

static inline bool cycle_is_depth_first(const struct search_config *c)
{
    return c->search->is->depth_first && !c->search->is->composite;
}

/* Are cycles on the path looked at? For livelocks, and where no reduction looks for ends: loops are premises of the verdict then. */
static inline bool cycle_wanted(const struct search_config *c, const struct reduction *r)
{
    bool one_path = cycle_is_depth_first(c) && c->jobs <= 1 && c->ranks <= 1 && c->completion == COMPLETE_NOT;
    return c->livelock || (one_path && !c->endless && !(r && r->seeks_ends));
}

/* Are all fair cycles looked for, also those that do not close on the path? Where all states are explored, each of them once. */
static inline bool cycle_wants_fair(const struct engine *e)
{
    const struct search_config *c = e->config;
    return c->livelock && cycle_is_depth_first(c) && e->bounds.count == 0 && !c->rb && !c->backtracking &&
           c->completion == COMPLETE_NOT;
}

void cycle_entered(struct engine *e);
void cycle_left(struct engine *e);
void cycle_took_step(struct engine *e, enum met met);

static inline void cycle_enter(struct engine *e) /* the choice point at `depth` joins the path */
{
    if (e->cycles)
        cycle_entered(e);
}

static inline void cycle_leave(struct engine *e) /* it leaves it */
{
    if (e->cycles)
        cycle_left(e);
}

static inline void cycle_took(struct engine *e, enum met met) /* the last decision led to a choice point */
{
    if (e->config->livelock && e->depth > 0)
        cycle_took_step(e, met);
}

/* The choice point arrived at is known. Is it on the path, and is that a livelock? Or a premise? */
void cycle_judge(struct engine *e);

#endif
