/* bfs.c - breadth first: states are expanded in the order in which they were met; and at random, the state to expand next
 * being picked from the queue (section IV.A of the plans for DFS-RB).
 *
 * Invariant: a state in the visited set has been expanded, is being expanded, or is in the frontier.
 */
#include "search/drivers/bfs.h"

#include "search/drivers/covered.h"
#include "search/drivers/dfs.h"
#include "search/engine/engine.h"
#include "search/engine/path_replay.h"

/* The node just entered waits for its turn. */
static void wait(struct engine *e, uint32_t rank)
{
    struct frontier_item item = {.todo = e->nodes[e->depth].todo, .trail = path_here(e)};
    item.state = e->nodes[e->depth].mark.digest.lo;
    if (!e->halted && !frontier_add(&e->frontier, rank, item))
        engine_halt(e, WIRE_LIMIT_MEMORY);
}

/* First come, first served: when the first state of a level is expanded all of that level have been met, and all before it expanded. */
static void note_level(struct engine *e, const struct queueing *q, uint64_t *level)
{
    if (e->depth <= *level || q->rank || q->random || q->dive != UINT64_MAX)
        return;
    *level = e->depth;
    covered_note_depth(e, *level);
}

static void expand(struct engine *e, struct frontier_item item, const struct queueing *q, uint64_t *level)
{
    if (!path_go(e, item.trail, item.state))
        return;
    note_level(e, q, level);
    struct node *n = &e->nodes[e->depth];
    n->todo = item.todo;
    if (e->depth >= q->dive) {
        dfs_from(e, e->depth, true);
        return;
    }
    for (bool there = true; !e->halted && dfs_choose(e, n, &there); there = false, e->depth--)
        if (dfs_arrive(e, dfs_take(e, n, there)))
            wait(e, q->rank ? q->rank(e) : 0);
}

void bfs_run(struct engine *e, const struct queueing *q)
{
    if (!dfs_arrive(e, engine_start(e)))
        return;
    wait(e, q->rank ? q->rank(e) : 0);
    uint64_t level = 0;
    while (!e->halted && e->frontier.count > 0)
        expand(e, q->random ? frontier_take_random(&e->frontier, &e->rng) : frontier_take_first(&e->frontier), q, &level);
}

static void run(struct engine *e)
{
    bfs_run(e, &(struct queueing){.dive = UINT64_MAX});
}

static void run_random(struct engine *e)
{
    bfs_run(e, &(struct queueing){.dive = UINT64_MAX, .random = true});
}

const struct search search_bfs = {.is = &search_kind_bfs, .run = run};
const struct search search_random_bfs = {.is = &search_kind_random_bfs, .run = run_random};
