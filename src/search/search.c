/* search.c - a whole search: walks that find out what is shared, the guard, the driver, and all of it again when more proves
 * to be shared.
 */
#include "search/search.h"

#include "base/raw.h"
#include "search/all_runs.h"
#include "search/drivers/covered.h"
#include "search/drivers/determinism.h"
#include "search/drivers/explore.h"
#include "search/drivers/graph_races.h"
#include "search/samplers/walk.h"
#include "search/engine/limits.h"
#include "search/engine/race_record.h"
#include "search/parallel/modes.h"
#include "search/series.h"

static void set_phase(struct engine *e, enum wire_phase phase)
{
    if (e->report->phase)
        e->report->phase(e->report->host, phase);
}

/* Does a part of the search guess by what the walks before it see? Of a series some may. */
static bool guesses(const struct search_config *c)
{
    return c->series || c->filter || (c->order && c->order->guesses) || (c->then && c->then->guesses);
}

static void observe(struct engine *e, tid t)
{
    lts_observe(e->lts, t);
}

static void prepare(struct engine *e)
{
    set_phase(e, WIRE_WALKS);
    e->blind = true;
    e->performing = guesses(e->config) ? observe : NULL;
    if (e->lts->grown)
        walk_infer(e);
    e->performing = NULL;
    if (!e->halted && e->config->guard_determinism && !e->config->light)
        guard_determinism(e);
    e->blind = false;
}

/* Everything, until more proves to be visible. */
static void attempt(struct engine *e)
{
    search_reset(e);
    e->counters->sampled = (struct wire_sampled){0}; /* all runs together find that out */
    e->counters->ranked = (struct wire_ranked){0};
    if (e->report->covered)
        *e->report->covered = (struct wire_covered){0};
    profile_clear(&e->profile);
    if (!e->config->search->replays && !e->config->sought && !e->config->unprepared)
        prepare(e);
    if (e->halted)
        return;
    set_phase(e, WIRE_EXPLORE);
    if (e->config->series)
        series_run(e);
    else
        search_all_runs(e, &(struct numbered){0});
    e->performing = NULL;
    graph_races_tell(e);
}

static enum wire_verdict conclude(struct engine *e)
{
    struct search_report *r = e->report;
    engine_count(e);
    if (e->counters->states == 0 && e->on_runs > 0)
        e->counters->states = 1; /* one execution that goes on for ever: it is in some state */
    r->ended_by = search_verdict(e);
    if (r->ended_by == WIRE_COMPLETE && r->covered)
        *r->covered = (struct wire_covered){0};
    if (r->ended_by == WIRE_PARTIAL || r->ended_by == WIRE_LIMIT_DEPTH)
        covered_claim(e, r->ended_by == WIRE_PARTIAL, r->message, sizeof r->message);
    bool one_well = r->ended_well && *r->ended_well;
    if (e->faults->cuts > 0)
        r->ended_by = wire_cut(r->ended_by);
    r->findings = e->faults->count - e->faults->cuts - (one_well ? 0 : e->faults->failed_ends);
    r->dropped = e->faults->dropped;
    bool of_its_own = r->ended_by == WIRE_REFUSED || r->ended_by == WIRE_REPLAYED || r->ended_by == WIRE_REPLAY_LOST;
    return r->findings > 0 && !of_its_own ? WIRE_BUG : r->ended_by;
}

enum wire_verdict search_run(struct engine *e, const struct search_config *c, struct search_report *r)
{
    e->lts = c->lts;
    e->report = r;
    e->counters = r->counters;
    e->path = r->path;
    e->verdict = WIRE_NO_VERDICT;
    e->performing = NULL;
    e->blind = false;
    e->rounds.covered = 0;
    e->leaving.by = NULL;
    e->aside = (struct sampled_aside){0};
    e->unread = (struct unread_trial){0};
    e->team = (struct team){0};
    e->parallel = &parallel_modes;
    e->faults = &e->own_faults;
    *e->faults = (struct faults){0};
    r->findings = r->dropped = r->first = 0;
    r->message[0] = '\0';
    if (!search_apply(e, c))
        return r->ended_by = WIRE_LIMIT_MEMORY;
    e->seed = c->seed;
    rng_seed(&e->rng, e->seed);
    e->started = raw_nanoseconds();
    e->allowed = c->max_milliseconds * 1000000;
    e->root = e->lts->mark(e->lts->self);
    if (!e->parallel->begin(e))
        return r->ended_by = WIRE_LIMIT_MEMORY;
    race_record_fits(e);
    for (attempt(e); e->grown; attempt(e))
        e->counters->restarts++;
    return conclude(e);
}
