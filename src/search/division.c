/* division.c - the leader of workers that explore one state space in parts: crew.h says how. */
#include "base/raw.h"
#include "search/compose.h"
#include "search/engine.h"

bool division_fits(const struct engine *e)
{
    return e->visited.shared && crew_possible(e);
}

static bool nobody_uses_the_table(struct crew *c)
{
    for (unsigned i = 0; i < c->size; i++) {
        struct box *b = &c->box[i];
        uint32_t state = CREW_LOAD(b->state);
        if (!b->dead && state != BOX_GONE && state != BOX_HUNGRY && CREW_LOAD(b->parked) != c->generation + 1)
            return false;
    }
    return true;
}

static void grow_table(struct engine *e, struct crew *c)
{
    if (CREW_LOAD(c->wanted) == c->generation || !nobody_uses_the_table(c))
        return;
    c->full = !visited_grow_shared(&e->visited);
    c->lines = e->visited.lines;
    c->room = e->visited.room;
    CREW_STORE(c->claimed, e->visited.count);
    CREW_STORE(c->generation, c->wanted);
    raw_wake(&c->generation);
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

static void watch(struct engine *e, struct crew *c)
{
    crew_count(e, 0, c->size);
    grow_table(e, c);
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

void division_run(struct engine *e)
{
    static const struct venture division = {crew_work, watch, conclude};
    crew_lead(e, &division);
}
