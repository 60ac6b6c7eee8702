/* modes.c - the table of the modes in which several processes search, and what they have in common: beginning and end. */
#include "search/parallel/modes.h"

#include "base/reserve.h"
#include "search/parallel/checkpointing.h"
#include "search/parallel/rank_partition.h"
#include "search/parallel/several.h"
#include "search/parallel/shared_results.h"
#include "search/parallel/worker_group.h"

/* The first one that fits. */
static const struct parallel_mode *const modes[] = {&mode_shared_results, &mode_rivals, &mode_partition, &mode_sampling, &mode_pairs, NULL};

static const struct parallel_mode *fitting(const struct engine *e, const struct search *s)
{
    const struct parallel_mode *const *m = modes;
    while (*m && !(*m)->fits(e, s))
        m++;
    return *m;
}

/* Everything but what is kept from one search to the next: memory. */
static bool begin(struct engine *e)
{
    size_t bytes = sizeof *e->several;
    e->several = e->several ? e->several : reserve(&bytes, bytes);
    if (!e->several)
        return false;
    e->several->peers = NULL;
    e->several->table = NULL;
    e->several->keeping = (struct checkpointing){0};
    e->several->before = (struct wire_counters){0};
    checkpointing_learn(e);
    return true;
}

static void close(struct engine *e)
{
    if (!e->several)
        return;
    shared_results_close(e);
    rank_partition_close(e);
    workers_close(e);
    reserve_release(e->several, sizeof *e->several);
    e->several = NULL;
}

static bool shares_states(const struct engine *e)
{
    const struct search_config *c = e->config;
    return (c->jobs > 1 || c->ranks > 1) && workers_takes(c->search) && !e->reduction && !c->rivals[0] && !c->rb;
}

const struct parallel parallel_modes = {
    .begin = begin,
    .close = close,
    .mode = fitting,
    .shares_states = shares_states,
    .shares_facts = shared_results_wanted,
    .hand_over = shared_results_hand_over,
};
