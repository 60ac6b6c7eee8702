/* all_runs.c - the runs of a search, each from the root with nothing known. */
#include "search/all_runs.h"

#include "base/raw.h"
#include "search/drivers/covered.h"
#include "search/drivers/explore.h"
#include "search/engine/endless.h"
#include "search/engine/limits.h"
#include "search/engine/parts.h"
#include "search/policies/preemptions.h"

/* To the root, with nothing known; what counts the search, not the process, counts from 0 again. */
void search_reset(struct engine *e)
{
    search_count_anew(e);
    e->counters->earlier = e->team.elsewhere = e->counters->path_bytes = 0;
    e->rounds.end = e->on_runs = e->bounds.cut = 0;
    e->halted = e->grown = e->left_out = e->rounds.over = false;
    e->rounds.cut_by = 0;
    e->rounds.most_states = UINT64_MAX;
    e->fuel = ENGINE_TICK;
    e->verdict = WIRE_NO_VERDICT;
    e->faults->one_failed = e->faults->one_well = e->faults->one_cut = false;
    endless_forget(e);
    engine_forget_states(e);
}

/* End of a run. What iterates and leaves parts out may have had to leave out more, because of a limit. */
static enum wire_verdict end_of_run(const struct engine *e)
{
    enum wire_verdict end = search_verdict(e);
    return end == WIRE_PARTIAL && e->rounds.cut_by ? e->rounds.cut_by : e->faults->one_cut ? wire_cut(end) : end;
}

static void tell_run(struct engine *e, const struct numbered *at, uint64_t seed, uint64_t processor)
{
    const struct wire_counters *c = e->counters;
    struct wire_run run = {.seed = seed, .transitions = c->transitions, .depth = c->max_depth, .series = at->series};
    run.verdict = end_of_run(e);
    engine_count(e);
    run.states = c->earlier + c->states;
    run.nanoseconds = c->nanoseconds;
    run.processor = raw_processor_nanoseconds() - processor;
    run.bytes = c->table_bytes + c->path_bytes;
    if (run.verdict == WIRE_BUG)
        run.path = *e->report->path_count; /* e->depth may be that of the node to which the search has gone back */
    for (uint64_t i = 1; i < run.path; i++)
        run.switches += e->path[i].thread != e->path[i - 1].thread;
    if (run.path > 0 && e->config->runs > 0)
        run.preemptions = preemptions_on_path(e, run.path);
    if (e->report->ran)
        e->report->ran(e->report->host, at->run, &run);
}

bool search_ends_all_runs(const struct engine *e)
{
    return e->grown || e->verdict == WIRE_STOPPED || e->verdict == WIRE_REFUSED;
}

/* The runs that were asked for, each from the root with nothing known and a seed of its own. */
void search_all_runs(struct engine *e, struct numbered *at)
{
    uint64_t runs = e->config->runs ? e->config->runs : 1;
    for (uint64_t i = 0; i < runs; i++, at->run++) {
        uint64_t seed = e->config->seed + i, processor = raw_processor_nanoseconds();
        search_reset(e);
        if (at->run > 0)
            e->started = raw_nanoseconds();
        e->seed = seed;
        rng_seed(&e->rng, seed);
        search_explore(e);
        if (!e->halted)
            engine_check_grown(e);
        if (search_ends_all_runs(e))
            return;
        tell_run(e, at, seed, processor);
    }
}
