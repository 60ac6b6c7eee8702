/* order_future.c - guided search that prefers threads that may still come to interfere with what others have done on the path: reordering
 * by the hybrid analysis of future accesses (Parízek, "Fast error detection with hybrid analyses of future accesses", 2016: [41] in the
 * paper on DFS-RB, rival 6 of its section 9). The more recent the access that may be interfered with, the better; among equals the
 * thread whose next operation interferes with it. Complete: only the order is changed.
 *
 * What a thread may access is known of variables that no pointer leads to; of all else it is guessed (lts.h: likely_access). */
#include "search/policies/nearest.h"

/* Decisions that are looked back at. */
enum { LOOK_BACK = 16 };

static bool may_come_to(const struct lts *l, tid t, const struct op *op)
{
    struct access access[OP_MAX_ACCESSES];
    int count = op_accesses(op, access);
    for (int i = 0; i < count; i++)
        if (lts_thread_seems_to_access(l, t, t, &access[i]))
            return true;
    return false;
}

/* Distance to the nearest operation of another thread, back on the path, that t may interfere with, doubled; one less
 * if it does so now. */
static uint64_t distance(const struct engine *e, tid t)
{
    const struct op *next = e->lts->next(e->lts->self, t);
    for (uint64_t back = 1; back <= e->depth && back <= LOOK_BACK; back++) {
        const struct op *op = &e->path_facts.ops[e->depth - back];
        if (e->path[e->depth - back].thread != t && may_come_to(e->lts, t, op))
            return 2 * back - op_dependent(op, next);
    }
    return UINT64_MAX;
}

static tid pick(struct engine *e, const struct node *n, threadset todo)
{
    (void)n;
    return pick_nearest(e, todo, distance);
}

const struct order order_future = {.is = &order_kind_future, .pick = pick, .needs_ops = true, .guesses = true};
