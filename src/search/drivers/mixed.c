/* mixed.c - mixed search (section IV.A of the plans for DFS-RB): breadth first down to the threshold, and depth first, with
 * early backtracking if that is wanted, from every state met there. */
#include "search/drivers/bfs.h"
#include "search/engine/engine.h"

static void run(struct engine *e)
{
    bfs_run(e, &(struct queueing){.dive = e->rb.C ? e->rb.threshold_base / RB_MILLION : e->config->mixed_depth});
}

static const char *refuses_rb(const struct search_config *c)
{
    const struct rb_tuple *rb = c->rb;
    bool after_a_path = rb->base == RB_FIRST_PATH || rb->base == RB_OF_THE_PROGRAM;
    if (after_a_path || rb->context_switches || rb->no_context_switch)
        return "a mixed search goes by the length of paths: it needs a threshold of the form <N,pl,d,...> or <I,pl,d,...>";
    return c->completion != COMPLETE_NOT ? "a mixed search is not completed: use --search=dfs" : NULL;
}

const struct search search_mixed = {.is = &search_kind_mixed, .run = run, .refuses_rb = refuses_rb};
