/* parts.c - the parts of an engine together: their memory, and what they have explored. */
#include "search/engine/parts.h"

#include "base/reserve.h"
#include "search/engine/endless.h"
#include "search/engine/known_successors.h"
#include "search/engine/race_record.h"
#include "search/engine/reduced.h"
#include "search/engine/lost_wakeups.h"

bool engine_open(struct engine *e)
{
    *e = (struct engine){0};
    e->node_bytes = reserve_machine() / 2;
    e->nodes = reserve(&e->node_bytes, 1 << 20);
    return e->nodes != NULL && successors_open(e);
}

void engine_close(struct engine *e)
{
    reserve_release(e->nodes, e->node_bytes);
    successors_close(e);
    if (e->visited.slots)
        visited_close(&e->visited);
    if (e->livelock.laps)
        livelock_close(&e->livelock);
    if (e->fair.states)
        fair_close(&e->fair);
    race_record_close(e);
    lost_wakeups_close(e);
    endless_close(e);
    profile_close(&e->profile);
    reserve_release(e->path_facts.at, e->path_facts.bytes);
    reserve_release(e->path_facts.ops, e->path_facts.op_bytes);
    path_tree_close(&e->path_tree);
    frontier_close(&e->frontier);
    reduced_close(e);
    if (e->parallel)
        e->parallel->close(e);
    *e = (struct engine){0};
}

void engine_forget_states(struct engine *e)
{
    visited_clear(&e->visited);
    passed_forget(&e->successors.passed);
    race_record_begin(e);
    if (e->reduction)
        reduced_forget(e);
    frontier_clear(&e->frontier);
    path_tree_clear(&e->path_tree);
    lost_wakeups_clear(e);
    if (e->livelock.laps)
        livelock_clear(&e->livelock);
    if (e->fair.states)
        fair_clear(&e->fair);
}
