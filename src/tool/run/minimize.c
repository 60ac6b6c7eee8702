/* minimize.c - see minimize.h.
 *
 * The search for few preemptions is exhaustive: all executions without a preemption first, then all with one, and so on (Musuvathi, Qadeer
 * 2007). The first schedule that shows the fault has as few as there can be, and where the bound below the known number has been searched
 * in vain the known one has. Among those with so few preemptions the same is done for context switches. A program that is too large for
 * that in the time keeps what random priorities with few change points (search/pct.c) find, or its schedule.
 */
#include "tool/run/minimize.h"

#include <string.h>

#include "tool/names/steps.h"
#include "tool/run/launch.h"
#include "tool/run/refind.h"

struct schedule_size schedule_size(const struct naming *n)
{
    struct steps s = steps_count(n);
    return (struct schedule_size){s.preemptions, s.switches, s.visible};
}

static bool is_smaller(struct schedule_size a, struct schedule_size b)
{
    if (a.preemptions != b.preemptions)
        return a.preemptions < b.preemptions;
    return a.switches != b.switches ? a.switches < b.switches : a.steps < b.steps;
}

/* Faults that are properties of a step or a state. A circle, or a step without end, is none. */
static bool is_of_one_place(uint32_t kind)
{
    return kind != FAULT_LIVELOCK && kind != FAULT_RUNAWAY && kind != FAULT_STACK;
}

/* What is visible at first is what the schedule was made with. */
static struct launch like_before(const struct finding *f, const struct launch *search)
{
    const struct wire *w = f->replay.wire;
    struct launch l = {.program = search->program, .argv = search->argv, .config = f->replay.config, .ranges = wire_ranges(w),
        .range_count = w->ranges < WIRE_MAX_RANGES ? w->ranges : WIRE_MAX_RANGES, .hang_ms = search->hang_ms,
        .dead_values = search->dead_values};
    struct wire_config *c = &l.config;
    c->mode = WIRE_SEARCH;
    c->record_local = 0;
    c->light = c->foresight = c->drawn = false;
    c->max_memory = search->config.max_memory;
    c->sought = f->replay.wire->finding[f->met].fault;
    c->steering = (struct wire_steering){0};
    strcpy(c->reduction, "none");
    return l;
}

static void spend(uint64_t *milliseconds, const struct launch *l)
{
    *milliseconds = l->interrupted || l->milliseconds > *milliseconds ? 0 : *milliseconds - l->milliseconds;
}

/* What is left for a search itself, whose process is set up before, and whose finding is replayed after it. */
static uint64_t left_for_search(const struct finding *f, uint64_t milliseconds)
{
    uint64_t around = 2 * f->replay.milliseconds;
    return milliseconds > around ? milliseconds - around : 0;
}

/* The search's finding, if it has one that a replay confirms and that is smaller. */
static void take_smaller(struct finding *f, const struct launch *l, uint64_t *milliseconds)
{
    if (l->end != LAUNCH_DONE || l->interrupted || l->wire->verdict != WIRE_BUG || l->wire->findings == 0)
        return;
    struct finding smaller = {.fault = l->wire->finding[0].fault, .states = f->states, .least = f->least};
    finding_replay(&smaller, l, &l->wire->finding[0]);
    spend(milliseconds, &smaller.replay);
    bool better = !smaller.doubt && is_smaller(schedule_size(&smaller.naming), schedule_size(&f->naming));
    if (better) {
        launch_free(&f->replay);
        *f = smaller;
    } else if (smaller.replay.wire) {
        launch_free(&smaller.replay);
    }
}

struct attempt {
    const char           *search;
    struct wire_steering  steering;
    uint64_t              milliseconds;
};

/* How the search has ended, with or without a smaller schedule. */
static enum wire_verdict attempt(struct finding *f, const struct launch *search, uint64_t *milliseconds, const struct attempt *a)
{
    struct launch l = like_before(f, search);
    strcpy(l.config.search, a->search);
    l.config.steering = a->steering;
    l.config.max_milliseconds = a->milliseconds ? a->milliseconds : 1; /* 0 is no limit */
    launch_run(&l);
    spend(milliseconds, &l);
    enum wire_verdict verdict = l.end == LAUNCH_DONE ? l.wire->verdict : WIRE_NO_VERDICT;
    take_smaller(f, &l, milliseconds);
    launch_free(&l);
    return verdict;
}

static struct wire_bound up_to(uint64_t most)
{
    return (struct wire_bound){.given = 1, .to = (uint32_t)most, .step = 1};
}

static struct wire_bound exactly(uint64_t limit)
{
    return (struct wire_bound){.given = 1, .from = (uint32_t)limit, .to = (uint32_t)limit, .step = 1};
}

/* Searched in vain as far as the bound goes. */
static bool is_exhausted(enum wire_verdict v)
{
    return v == WIRE_COMPLETE || v == WIRE_LIMIT_DEPTH;
}

/* Threads may change at what is listed only: that all executions were tried cannot be said. */
static bool tries_all(const struct launch *search)
{
    return !wire_is_listed(search->config.visible);
}

/* What two accesses are ordered by is no part of the states that are matched: another way to a state may have led to the race. */
static bool can_be_least(const struct finding *f, const struct launch *search)
{
    return tries_all(search) && f->fault.kind != FAULT_RACE;
}

static void fewer_preemptions(struct finding *f, const struct launch *search, uint64_t *milliseconds)
{
    uint64_t known = schedule_size(&f->naming).preemptions;
    struct attempt all = {.search = "dfs", .steering = {.preemptions = up_to(known - 1)},
        .milliseconds = left_for_search(f, *milliseconds) * 2 / 3};
    enum wire_verdict v = attempt(f, search, milliseconds, &all);
    bool found = v == WIRE_BUG && schedule_size(&f->naming).preemptions < known;
    f->least = can_be_least(f, search) && (is_exhausted(v) || found);
    if (is_exhausted(v) || found || left_for_search(f, *milliseconds) == 0)
        return;
    /* One change point more than preemptions: the first thread takes none. */
    struct attempt some = {.search = "pct", .steering = {.bug_depth = known < 3 ? (uint32_t)known : 3},
        .milliseconds = left_for_search(f, *milliseconds) / 2};
    attempt(f, search, milliseconds, &some);
}

static void fewer_switches(struct finding *f, const struct launch *search, uint64_t *milliseconds)
{
    struct schedule_size known = schedule_size(&f->naming);
    struct attempt all = {.search = "dfs", .steering = {.preemptions = exactly(known.preemptions), .switches = up_to(known.switches - 1)},
        .milliseconds = left_for_search(f, *milliseconds)};
    attempt(f, search, milliseconds, &all);
}

/* Known to be a fault, whatever fault is looked at. */
static bool failing_status_is_fault(const struct launch *search)
{
    uint32_t rule = search->config.exit_status;
    return rule == WIRE_EXIT_ZERO || (rule == WIRE_EXIT_MIXED && search->wire->ended_well);
}

/* What comes behind the step is explored whole, which may take long; what could come instead of it need not be. */
static void find_fate(struct finding *f, const struct launch *search, uint64_t *milliseconds)
{
    struct launch l = like_before(f, search);
    l.config.mode = WIRE_FATE;
    l.config.all_faults = true;
    if (failing_status_is_fault(search))
        l.config.exit_status = WIRE_EXIT_ZERO;
    l.config.max_milliseconds = left_for_search(f, *milliseconds);
    l.schedule = f->schedule;
    l.schedule_count = f->schedule_count;
    launch_run(&l);
    spend(milliseconds, &l);
    if (l.end == LAUNCH_DONE)
        f->fate = l.wire->fate;
    launch_free(&l);
}

void minimize(struct finding *f, const struct launch *search, uint64_t *milliseconds)
{
    struct schedule_size size = schedule_size(&f->naming);
    f->least = size.preemptions == 0;
    if (!is_of_one_place(f->fault.kind) || search->random_addresses) /* the place is another one in each process */
        return;
    if (size.preemptions > 0 && left_for_search(f, *milliseconds) > 0)
        fewer_preemptions(f, search, milliseconds);
    if (schedule_size(&f->naming).switches > 1 && left_for_search(f, *milliseconds) > 0)
        fewer_switches(f, search, milliseconds);
    if (f->fault.kind != FAULT_RACE && tries_all(search) && left_for_search(f, *milliseconds) > 0)
        find_fate(f, search, milliseconds);
}
