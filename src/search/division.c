/* division.c - the leader of workers that explore one state space in parts: crew.h says how. */
#include "search/compose.h"
#include "search/engine.h"

bool division_fits(const struct engine *e)
{
    return e->visited.shared && crew_possible(e);
}

/* Nobody has work, and none was given while that was looked at. */
static bool all_are_hungry(struct crew *c)
{
    uint32_t given = CREW_LOAD(c->given);
    for (unsigned i = 0; i < c->size; i++)
        if (!c->box[i].dead && CREW_LOAD(c->box[i].state) != BOX_HUNGRY)
            return false;
    return CREW_LOAD(c->given) == given;
}

static const struct venture division;

static void watch(struct engine *e, struct crew *c)
{
    crew_count(e, 0, c->size);
    crew_rest(e, c, &division);
    if (all_are_hungry(c))
        CREW_STORE(c->over, 1);
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
    } else if (c->alone || c->size == 0) {
        search_alone(e);
    } else if (!crew_starts_over(e)) {
        if (limit != WIRE_NO_VERDICT)
            engine_halt(e, limit);
        else if (crew_has_lost(c))
            engine_halt(e, WIRE_WORKER_LOST);
    }
}

static const struct venture division = {.work = crew_work, .watch = watch, .conclude = conclude};

void division_run(struct engine *e)
{
    crew_lead(e, &division, &e->visited);
}
