/* replay.c - follow a recorded schedule: one decision at each choice point, to its end. */
#include "search/drivers/cycle.h"
#include "search/engine/endless.h"
#include "search/engine/engine.h"

#include "base/text.h"

static void lost(struct engine *e, const char *why, uint64_t position)
{
    text_format(e->report->message, sizeof e->report->message, "decision %lu of %lu: %s", (unsigned long)position + 1,
                (unsigned long)e->config->schedule_count, why);
    engine_halt(e, WIRE_REPLAY_LOST);
}

/* Takes decision number e->depth of the schedule, if it is possible here. */
static enum arrival follow(struct engine *e)
{
    const struct wire_decision *d = &e->config->schedule[e->depth];
    uint64_t from = e->depth;
    if (!threadset_has(e->at.enabled, d->thread % MAX_THREADS) || d->thread >= MAX_THREADS) {
        lost(e, "the thread cannot run here", from);
        return ARRIVED_HALT;
    }
    unsigned choices = e->lts->outcomes(e->lts->self, d->thread);
    if (d->choice >= choices) {
        lost(e, "there are fewer outcomes here", from);
        return ARRIVED_HALT;
    }
    cycle_enter(e);
    enum arrival kind = engine_pass_long(e, engine_take(e, d->thread, d->choice, choices));
    if (kind == ARRIVED_CHOICE)
        cycle_took(e, MET_KNOWN);
    return kind;
}

/* Behind the schedule: what would follow? */
static enum arrival run_on(struct engine *e, enum arrival kind)
{
    for (uint64_t left = e->config->run_on; left > 0 && kind == ARRIVED_CHOICE && !e->halted; left--) {
        tid t = threadset_first(e->at.enabled);
        kind = engine_pass_long(e, engine_take(e, t, 0, e->lts->outcomes(e->lts->self, t)));
    }
    return kind;
}

static void run(struct engine *e)
{
    enum arrival kind = engine_pass_long(e, engine_start(e));
    while (kind == ARRIVED_CHOICE && e->depth < e->config->schedule_count && !e->halted)
        kind = follow(e);
    if (e->halted && e->verdict != WIRE_BUG)
        return;
    if (e->depth < e->config->schedule_count) {
        lost(e, "the execution has ended before", e->depth);
        return;
    }
    if (e->report->followed)
        e->report->followed(e->report->host);
    kind = run_on(e, kind);
    engine_judge(e, kind);
    if (kind == ARRIVED_CHOICE && e->config->livelock)
        cycle_judge(e);
    if (kind == ARRIVED_CHOICE && !e->faults->count)
        engine_judge_stuck(e, kind);
    if ((kind == ARRIVED_CHOICE || kind == ARRIVED_KNOWN) && !e->faults->count)
        endless_judge(e);
    engine_halt(e, WIRE_REPLAYED);
}

static const struct search_kind replay = {.name = "replay", .help = "follows a schedule"};

const struct search search_replay = {.is = &replay, .run = run, .replays = true};
