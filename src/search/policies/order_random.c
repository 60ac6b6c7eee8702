/* order_random.c - random order: the transitions that lead out of a state are explored in a random order (category 4 in
 * section 8 of the paper on DFS-RB). Threads at random; the outcomes of each one in turn, from a random one on. */
#include "search/engine/engine.h"

static tid pick(struct engine *e, const struct node *n, threadset todo)
{
    (void)n;
    return engine_any_of(e, todo);
}

static unsigned first(struct engine *e, const struct node *n, unsigned choices)
{
    (void)n;
    return rng_below(&e->rng, choices);
}

const struct order order_random = {.is = &order_kind_random, .pick = pick, .first = first, .random = true};
