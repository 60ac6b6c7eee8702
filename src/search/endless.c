/* endless.c - states from which no end of the program can be reached: livelocks of several threads, loops that poll under a lock.
 *
 * A reduction that looks for ends names the candidates (reduction.h: endless). Whether one is a fault is found by trying all that follows,
 * without a reduction, so that a replay comes to the same answer: no end follows, and a thread that moves on the way has a way out of
 * its loops by its code (lts.h: way_out). Threads without one, as servers, are meant to run for ever. No fairness is assumed: from such a
 * state nothing that any scheduler does ends the program.
 *
 * Where more than MOST_STATES follow, or MOST_TRIED were tried in all, it is not known, and the verdict names the loops.
 */
#include "search/endless.h"

#include "property/livelock.h"
#include "search/engine.h"

#ifndef MOST_STATES
#define MOST_STATES 2000
#endif
#ifndef MOST_TRIED
#define MOST_TRIED 5000000
#endif

struct trial {
    struct engine *e;
    unsigned       states;
    bool           too_much; /* follows */
    threadset      moves;    /* threads that move in what follows, */
    threadset      way_out;  /* and those of them that have a way out */
};

static bool never_ends(struct trial *a);

static bool leads_to_no_end(struct trial *a, tid t, unsigned choice, const struct mark *from)
{
    const struct lts *l = a->e->lts;
    a->moves |= threadset_of(t);
    if (!threadset_has(a->way_out, t) && lts_way_out(l, t))
        a->way_out |= threadset_of(t);
    l->step(l->self, t, choice);
    bool endless = !l->fault(l->self) && never_ends(a);
    l->rewind(l->self, from);
    return endless;
}

/* Deadlocks and faults are ends: they are told where they are met. */
static bool never_ends(struct trial *a)
{
    const struct lts *l = a->e->lts;
    threadset enabled = l->enabled(l->self);
    if (!threadset_any(enabled))
        return false;
    enum visited_result known = visited_insert(&a->e->waiting.tried, l->digest(l->self));
    a->too_much |= known == VISITED_FULL || ++a->states > MOST_STATES;
    if (a->too_much || known != VISITED_NEW)
        return !a->too_much;
    struct mark here = l->mark(l->self);
    THREADSET_EACH(t, enabled) {
        unsigned outcomes = l->outcomes(l->self, t);
        for (unsigned choice = 0; choice < outcomes; choice++)
            if (!leads_to_no_end(a, t, choice, &here))
                return false;
    }
    return true;
}

static bool try_all(struct trial *a)
{
    struct engine *e = a->e;
    const struct lts *l = e->lts;
    a->too_much = !waiting_tables(e) || e->waiting.tried_in_all >= MOST_TRIED;
    if (a->too_much)
        return false;
    visited_clear(&e->waiting.tried);
    l->aside(l->self, true);
    struct mark here = l->mark(l->self);
    bool endless = never_ends(a);
    l->rewind(l->self, &here);
    l->aside(l->self, false);
    e->waiting.tried_in_all += a->states;
    return endless;
}

void endless_judge(struct engine *e)
{
    const struct lts *l = e->lts;
    struct trial a = {.e = e};
    if (!l->aside || e->config->endless)
        return;
    threadset enabled = l->enabled(l->self);
    bool endless = try_all(&a);
    if (a.too_much && threadset_any(enabled) && e->report->endless)
        wire_note_place(e->report->endless, l->next(l->self, threadset_first(enabled))->pc);
    if (!endless || !threadset_any(a.way_out))
        return;
    struct fault f;
    l->enabled(l->self);
    livelock_no_end(l, a.moves, threadset_first(a.way_out), &f);
    engine_found(e, &f);
}

/* Is the present state come back to within so many steps, each of them the only one? */
static bool goes_round(const struct lts *l, uint64_t steps)
{
    struct digest start = l->digest(l->self);
    do {
        threadset enabled = l->enabled(l->self);
        tid t = threadset_first(enabled);
        if (!threadset_any(enabled) || threadset_several(enabled) || l->outcomes(l->self, t) != 1)
            return false;
        l->step(l->self, t, 0);
        if (l->fault(l->self))
            return false;
    } while (!digest_equal(l->digest(l->self), start) && --steps > 0);
    return steps > 0;
}

void endless_judge_run(struct engine *e, uint64_t steps)
{
    const struct lts *l = e->lts;
    if (!l->aside || e->config->endless)
        return;
    l->aside(l->self, true);
    struct mark here = l->mark(l->self);
    bool round = goes_round(l, steps);
    l->rewind(l->self, &here);
    l->aside(l->self, false);
    if (round)
        endless_judge(e);
}
