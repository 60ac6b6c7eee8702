/* partition.c - a partition of one state space among workers, as their leader sees it: crew.h says how. */
#include "search/drivers/explore.h"
#include "search/engine/limits.h"
#include "search/parallel/claims.h"
#include "search/parallel/crew.h"
#include "search/parallel/work_stealing.h"
#include "search/parallel/gifts.h"
#include "search/parallel/letters.h"
#include "search/parallel/several.h"

static bool fits(const struct engine *e, const struct search *s)
{
    (void)s; /* search_apply() has asked for it */
    return e->visited.shared && crew_possible(e);
}

static const struct venture division;

static bool nobody_else_has_work(const struct engine *e)
{
    return !claims_wanted(e) || e->several->claims.over;
}

/* Other machines are told nothing any more, and wait for what the dead worker had: there is nothing left to be concluded. */
static bool somebody_has_died(const struct crew *c)
{
    for (unsigned i = 0; i < c->size; i++)
        if (c->box[i].dead && c->box[i].state != BOX_GONE)
            return true;
    return false;
}

static void watch(struct engine *e, struct crew *c)
{
    bool told = claims_wanted(e);
    crew_count(e, 0, c->size);
    if (told && somebody_has_died(c))
        SHARED_STORE(c->stop, 1);
    if (told) {
        claims_count(e);
        gifts_hand_out(e, c);
        claims_ask(e, c);
    }
    crew_rest(e, c, &division);
    if (told)
        gifts_hand_out(e, c); /* those that have come just now */
    if (crew_is_hungry(c) && nobody_else_has_work(e))
        SHARED_STORE(c->over, 1);
}

static void at_rest(struct engine *e, struct crew *c)
{
    if (claims_wanted(e))
        claims_exchange(e, c);
}

static uint64_t due(const struct engine *e)
{
    return claims_wanted(e) ? e->several->claims.next : UINT64_MAX;
}

/* A bug counts whatever else has happened: the decisions that lead to it are known. */
static void conclude(struct engine *e, struct crew *c)
{
    enum wire_verdict bug = crew_reason(c, true), limit = crew_reason(c, false);
    for (unsigned i = 0; i < c->size; i++)
        e->on_runs += c->box[i].on_runs;
    if (e->halted)
        return;
    if (bug != WIRE_NO_VERDICT) {
        engine_halt(e, bug);
        return;
    }
    if (c->alone || c->size == 0) {
        search_alone(e);
        return;
    }
    letters_learn(e);
    if (crew_starts_over(e))
        return;
    if (limit != WIRE_NO_VERDICT)
        engine_halt(e, limit);
    else if (crew_has_lost(c) || (claims_wanted(e) && !e->several->claims.over))
        engine_halt(e, WIRE_WORKER_LOST);
}

static const struct venture division = {.work = crew_work, .watch = watch, .conclude = conclude, .at_rest = at_rest, .due = due};

static void run(struct engine *e)
{
    if (claims_wanted(e) && !claims_begin(e)) {
        engine_halt(e, WIRE_LIMIT_MEMORY);
        return;
    }
    crew_lead(e, &division, &e->visited);
}

const struct parallel_mode mode_division = {.fits = fits, .run = run};
