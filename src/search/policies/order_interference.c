/* order_interference.c - guided search that prefers transitions interfering with earlier ones on the path: of another thread,
 * on the same memory, one of them writing (Wehrle, Kupferschmid, "Context-enhanced directed model checking", 2010: [58] in
 * the paper on DFS-RB). The more recent the transition that is interfered with, the better. Complete: only the order is
 * changed.
 *
 * A transition is judged by the operation that it begins with.
 */
#include "search/policies/nearest.h"

/* Decisions that are looked back at. */
enum { LOOK_BACK = 128 };

/* Distance to the nearest transition, back on the path, that the next one of t would interfere with. */
static uint64_t distance(const struct engine *e, tid t)
{
    const struct op *op = e->lts->next(e->lts->self, t);
    for (uint64_t back = 1; back <= e->depth && back <= LOOK_BACK; back++)
        if (e->path[e->depth - back].thread != t && op_dependent(&e->path_facts.ops[e->depth - back], op))
            return back;
    return UINT64_MAX;
}

static tid pick(struct engine *e, const struct node *n, threadset todo)
{
    (void)n;
    return pick_nearest(e, todo, distance);
}

const struct order order_interference = {.is = &order_kind_interference, .pick = pick, .needs_ops = true};
