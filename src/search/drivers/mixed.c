/* mixed.c - mixed search (section IV.A of the plans for DFS-RB): breadth first down to the threshold, and depth first, with
 * early backtracking if that is wanted, from every state met there. */
#include "search/drivers/bfs.h"
#include "search/engine/engine.h"

static void run(struct engine *e)
{
    bfs_run(e, &(struct queueing){.dive = e->rb.C ? e->rb.threshold_base / RB_MILLION : e->config->mixed_depth});
}

const struct search search_mixed = {.is = &search_kind_mixed, .run = run};
