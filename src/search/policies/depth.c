/* depth.c - depth-bounded search: no more than so many decisions on a path (Udupa, Desai, Rajamani, "Depth bounded explicit-state
 * model checking", 2011: [54] in the paper on DFS-RB). */
#include "search/engine/engine.h"

static uint32_t cost(const struct engine *e, const struct node *n, tid t)
{
    (void)e, (void)n, (void)t;
    return 1;
}

const struct bound bound_depth = {.is = &bound_kind_depth, .thing = "choice point", .up_to = "to depth", .cost = cost};
