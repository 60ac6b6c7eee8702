/* step_batch.c - see step_batch.h. */
#include "search/samplers/step_batch.h"

#include "search/engine/engine_state.h"

enum { AT_ONCE = 1000 }; /* steps between which nobody looks at limits */

/* Steps are made one at a time where a limit counts steps or decisions. */
bool step_batch_is_possible(const struct engine *e)
{
    return e->lts->leash && e->config->max_depth == 0 && e->config->walk_steps == 0;
}

void step_batch_give(struct engine *e, uint64_t steps, threadset rivals)
{
    uint64_t room = e->max_nodes - e->depth > AT_ONCE ? AT_ONCE : 0;
    e->lts->leash->steps = steps < room ? steps : room;
    e->lts->leash->rivals = rivals;
}

static void join_path(struct engine *e, uint64_t decisions)
{
    for (uint64_t i = 0; i < decisions; i++)
        e->path[e->depth++] = (struct wire_decision){(uint16_t)e->at.mover, 0};
    *e->report->path_count = e->depth;
    if (e->depth > e->counters->max_depth)
        e->counters->max_depth = e->depth;
    e->counters->transitions += decisions;
}

uint64_t step_batch_take_back(struct engine *e)
{
    struct leash *l = e->lts->leash;
    uint64_t made = l ? l->made : 0;
    if (made == 0)
        return 0;
    join_path(e, l->decisions);
    e->counters->steps += made;
    e->fuel = made < e->fuel ? e->fuel - (uint32_t)made : 1;
    l->made = 0;
    return made;
}

void step_batch_drop(struct engine *e)
{
    if (e->lts->leash)
        *e->lts->leash = (struct leash){0};
}
