/* machine_results.c - see machine_results.h. */
#include "tool/mpi/machine_results.h"

#include <string.h>

#include <xxhash.h>

#include "tool/cli/util.h"

uint64_t results_visible(const struct wire *w)
{
    return XXH3_64bits(wire_ranges(w), w->ranges * sizeof(struct wire_range));
}

static size_t size_of(const struct results *r)
{
    return sizeof *r + r->findings * sizeof(struct wire_finding) + r->decisions * sizeof(struct wire_decision)
           + r->ranges * sizeof(struct wire_range);
}

static const struct wire_finding *findings_of(const struct results *r)
{
    return (const struct wire_finding *)(r + 1);
}

static const struct wire_decision *decisions_of(const struct results *r)
{
    return (const struct wire_decision *)(findings_of(r) + r->findings);
}

static const struct wire_range *ranges_of(const struct results *r)
{
    return (const struct wire_range *)(decisions_of(r) + r->decisions);
}

struct results *results_of(const struct wire *w, size_t *bytes)
{
    struct results head = {.visible = results_visible(w), .findings = w->findings, .decisions = w->decisions, .ranges = w->ranges,
                           .ended_well = w->ended_well, .dropped = w->dropped, .wide = w->config.wide};
    *bytes = size_of(&head);
    struct results *r = allocate(*bytes);
    *r = head;
    memcpy((void *)findings_of(r), w->finding, r->findings * sizeof *w->finding);
    memcpy((void *)decisions_of(r), wire_decisions(w), r->decisions * sizeof(struct wire_decision));
    memcpy((void *)ranges_of(r), wire_ranges(w), r->ranges * sizeof(struct wire_range));
    return r;
}

bool results_are_whole(const struct results *r, size_t bytes)
{
    bool whole = bytes >= sizeof *r && r->findings <= WIRE_MAX_FINDINGS && r->decisions <= WIRE_MAX_DECISIONS &&
                 r->ranges <= WIRE_MAX_RANGES && size_of(r) == bytes;
    for (uint64_t i = 0; whole && i < r->findings; i++)
        whole = findings_of(r)[i].first <= r->decisions && findings_of(r)[i].count <= r->decisions - findings_of(r)[i].first;
    return whole;
}

static bool is_bug(const struct wire_finding *f)
{
    return f->fault.kind != FAULT_RACE && !fault_cuts(&f->fault);
}

bool results_have_bug(const struct results *r)
{
    for (uint64_t i = 0; i < r->findings; i++)
        if (is_bug(&findings_of(r)[i]))
            return true;
    return false;
}

static bool is_known(const struct wire *w, const struct fault *f)
{
    for (uint32_t i = 0; i < w->findings; i++)
        if (fault_identity(&w->finding[i].fault) == fault_identity(f))
            return true;
    return false;
}

static void add(struct wire *w, const struct results *r, const struct wire_finding *f)
{
    if (w->findings == WIRE_MAX_FINDINGS || w->decisions + f->count > WIRE_MAX_DECISIONS) {
        w->dropped++;
        return;
    }
    struct wire_finding *to = &w->finding[w->findings++];
    *to = *f;
    to->first = w->decisions;
    memcpy(&wire_decisions(w)[w->decisions], &decisions_of(r)[f->first], f->count * sizeof(struct wire_decision));
    w->decisions += f->count;
}

void results_add(struct launch *l, const struct results *r, bool first_only)
{
    struct wire *w = l->wire;
    bool has_bug = false;
    for (uint32_t i = 0; i < w->findings; i++)
        has_bug |= is_bug(&w->finding[i]);
    for (uint64_t i = 0; i < r->findings; i++) {
        const struct wire_finding *f = &findings_of(r)[i];
        if (is_known(w, &f->fault) || (is_bug(f) && has_bug && first_only))
            continue;
        add(w, r, f);
        has_bug |= is_bug(f);
    }
    w->dropped += (uint32_t)r->dropped;
    w->ended_well |= (uint32_t)r->ended_well;
}

void results_adopt(struct launch *l, const struct results *r)
{
    struct wire *w = l->wire;
    w->findings = w->dropped = 0;
    w->decisions = 0;
    w->ranges = r->ranges;
    memcpy(wire_ranges(w), ranges_of(r), r->ranges * sizeof(struct wire_range));
    results_add(l, r, false);
}

static bool has_bug(const struct launch *l)
{
    const struct wire *w = l->wire;
    for (uint32_t i = 0; i < w->findings; i++) {
        bool undecided = l->config.exit_status == WIRE_EXIT_MIXED && !w->ended_well && w->finding[i].fault.kind == FAULT_EXIT;
        if (is_bug(&w->finding[i]) && !undecided)
            return true;
        if (w->finding[i].fault.kind == FAULT_RACE && l->config.race == WIRE_RACE_ERROR)
            return true;
    }
    return false;
}

static bool has_cuts(const struct wire *w)
{
    for (uint32_t i = 0; i < w->findings; i++)
        if (fault_cuts(&w->finding[i].fault))
            return true;
    return false;
}

void results_conclude(struct launch *l, uint32_t ended_by, bool all_faults)
{
    struct wire *w = l->wire;
    if (has_cuts(w))
        ended_by = wire_cut(ended_by);
    if (has_bug(l)) {
        w->verdict = WIRE_BUG;
        w->ended_by = all_faults && ended_by != WIRE_BUG ? ended_by : (uint32_t)WIRE_BUG;
    } else if (w->verdict != WIRE_BUG) {
        w->verdict = ended_by;
    }
}

/* --- numbers ---------------------------------------------------------------------------------------------------------- */

static void raise(uint64_t *most, uint64_t value)
{
    *most = value > *most ? value : *most;
}

/* What each has seen at most is what all have; executions are worth what the bound says only where it was drawn from that. */
static void add_sampled(struct wire_sampled *all, const struct wire_sampled *one)
{
    struct wire_sampled most = *all;
    raise(&most.threads, one->threads);
    raise(&most.steps, one->steps);
    raise(&most.variables, one->variables);
    raise(&most.accesses, one->accesses);
    raise(&most.median, one->median);
    size_t drawn_from = offsetof(struct wire_sampled, choices);
    uint64_t mine = memcmp(&most, all, drawn_from) == 0 ? all->promised : 0;
    uint64_t theirs = memcmp(&most, one, drawn_from) == 0 ? one->promised : 0;
    most.choices = all->choices + one->choices;
    most.executions = all->executions + one->executions;
    most.cuts = all->cuts + one->cuts;
    most.promised = mine + theirs;
    *all = most;
}

static void add_states(struct wire_counters *all, const struct wire_counters *one, enum states_added how)
{
    uint64_t both = all->states + one->states + all->earlier + one->earlier;
    if (how == STATES_OF_EACH) {
        all->states += one->states;
        all->earlier += one->earlier;
        all->end_states += one->end_states;
        all->deadlocks += one->deadlocks;
        return;
    }
    if (one->states > all->states) {
        all->states = one->states;
        all->end_states = one->end_states;
        all->deadlocks = one->deadlocks;
    }
    all->earlier = how == STATES_SAMPLED ? both - all->states : all->earlier + one->earlier;
}

static void add_runs(struct wire *w, const struct ending *e)
{
    const struct wire_run *run = (const struct wire_run *)(e + 1);
    for (uint64_t i = 0; i < e->runs && w->runs < WIRE_MAX_RUNS; i++)
        wire_runs(w)[w->runs++] = run[i];
}

void ending_add(struct wire *w, const struct ending *e, enum states_added how)
{
    struct wire_counters *all = &w->counters;
    const struct wire_counters *one = &e->counters;
    add_states(all, one, how);
    all->transitions += one->transitions;
    all->revisits += one->revisits;
    all->foreseen += one->foreseen;
    all->steps += one->steps;
    all->assumed += one->assumed;
    all->overtaking += one->overtaking;
    all->pruned += one->pruned;
    all->retraversed += one->retraversed;
    all->taken += one->taken;
    all->walks += one->walks;
    all->table_bytes += one->table_bytes;
    all->path_bytes += one->path_bytes;
    raise(&all->max_depth, one->max_depth);
    raise(&all->threads, one->threads);
    if (how == STATES_SAMPLED)
        add_sampled(&all->sampled, &one->sampled);
    add_runs(w, e);
}
