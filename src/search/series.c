/* series.c - searches one after the other in one process, each with a configuration and with runs of its own: what a study of many
 * configurations is made of, where starting a process takes longer than a run.
 *
 * They share what is known of shared memory: if more of it proves to be shared in one of them all start over, as all runs of one search
 * do. Nothing else is shared: each run begins at the root with nothing visited. A search of the series that is refused is told as a run of
 * its own, and the others go on. The series as a whole claims nothing, whatever its last search has explored.
 */
#include "search/series.h"

#include "search/all_runs.h"
#include "search/config_from_wire.h"
#include "search/drivers/explore.h"
#include "search/engine/limits.h"
#include "search/refusal.h"

/* The whole one is asked for whatever a search of the series has not of its own: what counts as a fault, how much memory there is. NULL,
 * or why this is refused. */
static const char *configure(struct search_config *c, const struct search_config *whole, const struct wire_series *w)
{
    *c = *whole;
    c->series = NULL;
    for (unsigned i = 0; i < MAX_BOUNDS; i++)
        c->bounds[i] = (struct bound_config){0};
    for (unsigned i = 0; i < MAX_RIVALS; i++)
        c->rivals[i] = NULL;
    c->seed = w->seed;
    c->max_states = w->max_states;
    c->max_milliseconds = w->max_milliseconds;
    c->search = search_find(w->search);
    if (!c->search || !search_reduce(c, w->reduction))
        return "there is no such search, or no such reduction";
    const char *why = search_steer(c, &w->steering);
    return why ? why : search_refusal(c);
}

static void tell_refused(struct engine *e, struct numbered *at, uint64_t seed)
{
    struct wire_run run = {.seed = seed, .verdict = WIRE_UNSOUND, .series = at->series};
    if (e->report->ran)
        e->report->ran(e->report->host, at->run, &run);
    at->run++;
}

static void run_one(struct engine *e, const struct search_config *whole, struct numbered *at)
{
    const struct wire_series *w = &whole->series[at->series];
    struct search_config c;
    if (configure(&c, whole, w)) {
        tell_refused(e, at, w->seed);
        return;
    }
    e->allowed = c.max_milliseconds * 1000000;
    if (search_apply(e, &c))
        search_all_runs(e, at);
    else
        engine_halt(e, WIRE_LIMIT_MEMORY);
    e->config = whole;
}

void series_run(struct engine *e)
{
    const struct search_config *whole = e->config;
    struct numbered at = {0};
    for (; at.series < whole->series_count; at.series++) {
        run_one(e, whole, &at);
        if (search_ends_all_runs(e))
            break;
    }
    bool all = !search_ends_all_runs(e);
    if (!search_apply(e, whole))
        engine_halt(e, WIRE_LIMIT_MEMORY);
    e->allowed = whole->max_milliseconds * 1000000;
    if (!all)
        return;
    e->verdict = WIRE_NO_VERDICT;
    e->rounds.covered = 0;
    e->left_out = true;
}
