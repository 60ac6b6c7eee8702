/* try_step.c - see try_step.h. */
#include "search/engine/try_step.h"

#include "search/engine/engine.h"

bool try_step(struct engine *e, const struct node *n, tid t, unsigned choice, unsigned choices, bool told, struct digest *to)
{
    struct at at = e->at;
    struct wire_counters *c = e->counters;
    uint64_t transitions = c->transitions, max_depth = c->max_depth;
    void (*performing)(struct engine *, tid) = e->performing;
    bool foresees = e->successors.fits;
    e->performing = told ? performing : NULL;
    if (told)
        lts_set_aside(e->lts, true);
    e->successors.fits = false; /* where a run of single successors leads has not been met */
    enum arrival kind = engine_take(e, t, choice, choices);
    bool arrived = kind <= ARRIVED_DEADLOCK || kind == ARRIVED_LONG;
    *to = e->at.digest;
    *e->report->path_count = --e->depth;
    engine_back(e, n);
    if (told)
        lts_set_aside(e->lts, false);
    e->at = at;
    e->performing = performing;
    e->successors.fits = foresees;
    c->transitions = transitions;
    c->max_depth = max_depth;
    return arrived;
}
