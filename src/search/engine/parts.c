/* parts.c - the parts of an engine together: their memory, and what they have explored. */
#include "search/engine/parts.h"

#include "base/reserve.h"
#include "search/engine/ahead.h"
#include "search/engine/endless.h"
#include "search/engine/reduced.h"
#include "search/engine/waiting.h"

bool engine_open(struct engine *e)
{
    *e = (struct engine){0};
    e->node_bytes = reserve_machine() / 2;
    e->nodes = reserve(&e->node_bytes, 1 << 20);
    return e->nodes != NULL && ahead_open(e);
}

void engine_close(struct engine *e)
{
    reserve_release(e->nodes, e->node_bytes);
    ahead_close(e);
    if (e->visited.slots)
        visited_close(&e->visited);
    if (e->livelock.laps)
        livelock_close(&e->livelock);
    waiting_close(e);
    endless_close(e);
    profile_close(&e->profile);
    reserve_release(e->track.at, e->track.bytes);
    reserve_release(e->track.ops, e->track.op_bytes);
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
    passed_forget(&e->ahead.passed);
    if (e->reduction)
        reduced_forget(e);
    frontier_clear(&e->frontier);
    path_tree_clear(&e->path_tree);
    waiting_clear(e);
    if (e->livelock.laps)
        livelock_clear(&e->livelock);
}
