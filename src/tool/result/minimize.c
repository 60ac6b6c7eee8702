/* minimize.c - see minimize.h.
 *
 * The search for few preemptions is exhaustive: all executions without a preemption first, then all with one, and so on (Musuvathi, Qadeer
 * 2007). The first schedule that shows the fault has as few as there can be, and where the bound below the known number has been searched
 * in vain the known one has. Among those with so few preemptions the same is done for context switches. A program that is too large for
 * that in the time keeps what random priorities with few change points (search/samplers/pct.c) find, or its schedule.
 */
#include "tool/result/minimize.h"

#include <string.h>

#include "tool/binary/names/steps.h"
#include "tool/result/replay_finding.h"
#include "tool/run/deadline.h"
#include "tool/run/launch.h"

/* Costs of a schedule for its reader, most important first. */
struct schedule_size {
    uint64_t preemptions, switches, steps;
};

static struct schedule_size schedule_size(const struct naming *n)
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
    c->by_processor = true;
    c->max_memory = search->config.max_memory;
    c->sought = f->replay.wire->finding[f->met].fault;
    c->steering = (struct wire_steering){0};
    strcpy(c->reduction, "none");
    return l;
}

/* A millisecond of --minimize is as many states as any machine makes in it, and a program of long steps may take a few times as long for
 * them, of a processor: what else runs on the machine does not count. A process costs what so many states do. */
enum { STATES_A_MS = 25, TIMES_AS_LONG = 4, STATES_A_PROCESS = 250 };

struct effort minimize_effort(uint64_t minimize)
{
    return (struct effort){minimize * STATES_A_MS, minimize * TIMES_AS_LONG};
}

static void spend(struct effort *e, const struct launch *l)
{
    uint64_t states = STATES_A_PROCESS + l->wire->counters.earlier + l->wire->counters.states;
    uint64_t took = l->processor_milliseconds;
    e->milliseconds = l->interrupted || took > e->milliseconds ? 0 : e->milliseconds - took;
    e->states = states > e->states ? 0 : e->states - states;
}

/* What is left for a search itself, whose process is set up before, and whose finding is replayed after it. */
static struct effort left_for_search(const struct finding *f, const struct effort *e)
{
    uint64_t around = 2 * f->replay.processor_milliseconds, processes = 2 * STATES_A_PROCESS;
    if (e->milliseconds <= around || e->states <= processes || deadline_left() <= 2 * f->replay.milliseconds)
        return (struct effort){0};
    return (struct effort){e->states - processes, e->milliseconds - around};
}

static bool is_left(const struct finding *f, const struct effort *e)
{
    return left_for_search(f, e).states > 0;
}

/* The same mistake may show sooner in another use of what has ended. Who wants all findings has that one, too. */
static bool takes_siblings(const struct launch *search)
{
    return !search->config.all_faults;
}

/* The search's finding, if it has one that a replay confirms and that is smaller. */
static void take_smaller(struct finding *f, const struct launch *l, struct effort *effort)
{
    if (l->end != LAUNCH_DONE || l->interrupted || l->wire->verdict != WIRE_BUG || l->wire->findings == 0)
        return;
    struct finding smaller = {.fault = l->wire->finding[0].fault, .states = f->states, .least = f->least};
    finding_replay(&smaller, l, &l->wire->finding[0]);
    spend(effort, &smaller.replay);
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
    struct effort         most;
};

/* 0 would be no limit. */
static void limit(struct wire_config *c, struct effort most)
{
    c->max_milliseconds = most.milliseconds ? most.milliseconds : 1;
    c->max_states = most.states ? most.states : 1;
}

/* End of the search, with or without a smaller schedule. */
static enum wire_verdict attempt(struct finding *f, const struct launch *search, struct effort *effort, const struct attempt *a)
{
    struct launch l = like_before(f, search);
    strcpy(l.config.search, a->search);
    l.config.steering = a->steering;
    l.config.sought_object = takes_siblings(search);
    limit(&l.config, a->most);
    launch_run(&l);
    spend(effort, &l);
    enum wire_verdict verdict = l.end == LAUNCH_DONE ? l.wire->verdict : WIRE_NO_VERDICT;
    take_smaller(f, &l, effort);
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

static struct effort part(struct effort e, unsigned of, unsigned parts)
{
    return (struct effort){e.states * of / parts, e.milliseconds * of / parts};
}

static void fewer_preemptions(struct finding *f, const struct launch *search, struct effort *effort)
{
    uint64_t known = schedule_size(&f->naming).preemptions;
    struct effort left = left_for_search(f, effort);
    struct attempt all = {.search = "dfs", .steering = {.preemptions = up_to(known - 1)}, .most = part(left, 2, 3)};
    enum wire_verdict v = attempt(f, search, effort, &all);
    bool found = v == WIRE_BUG && schedule_size(&f->naming).preemptions < known;
    f->least = can_be_least(f, search) && (is_exhausted(v) || found);
    if (is_exhausted(v) || found || !is_left(f, effort))
        return;
    /* One change point more than preemptions: the first thread takes none. */
    struct attempt some = {.search = "pct", .steering = {.bug_depth = known < 3 ? (uint32_t)known : 3},
        .most = part(left_for_search(f, effort), 1, 2)};
    attempt(f, search, effort, &some);
}

static void fewer_switches(struct finding *f, const struct launch *search, struct effort *effort)
{
    struct schedule_size known = schedule_size(&f->naming);
    struct attempt all = {.search = "dfs", .steering = {.preemptions = exactly(known.preemptions), .switches = up_to(known.switches - 1)},
        .most = left_for_search(f, effort)};
    attempt(f, search, effort, &all);
}

/* Known to be a fault, whatever fault is looked at. */
static bool failing_status_is_fault(const struct launch *search)
{
    uint32_t rule = search->config.exit_status;
    return rule == WIRE_EXIT_ZERO || (rule == WIRE_EXIT_MIXED && search->wire->ended_well);
}

/* What comes behind the step is explored whole, which may take long; what could come instead of it need not be. */
static void find_fate(struct finding *f, const struct launch *search, struct effort *effort)
{
    struct launch l = like_before(f, search);
    l.config.mode = WIRE_FATE;
    l.config.all_faults = true;
    if (failing_status_is_fault(search))
        l.config.exit_status = WIRE_EXIT_ZERO;
    limit(&l.config, left_for_search(f, effort));
    l.schedule = f->schedule;
    l.schedule_count = f->schedule_count;
    launch_run(&l);
    spend(effort, &l);
    if (l.end == LAUNCH_DONE)
        f->fate = l.wire->fate;
    launch_free(&l);
}

void minimize(struct finding *f, const struct launch *search, struct effort *effort)
{
    struct schedule_size size = schedule_size(&f->naming);
    f->least = size.preemptions == 0;
    if (!is_of_one_place(f->fault.kind) || search->random_addresses) /* the place is another one in each process */
        return;
    if (size.preemptions > 0 && is_left(f, effort))
        fewer_preemptions(f, search, effort);
    if (schedule_size(&f->naming).switches > 1 && is_left(f, effort))
        fewer_switches(f, search, effort);
    if (f->fault.kind != FAULT_RACE && tries_all(search) && is_left(f, effort))
        find_fate(f, search, effort);
}
