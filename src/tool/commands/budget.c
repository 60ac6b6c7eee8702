/* budget.c - see budget.h. */
#include "tool/commands/budget.h"

#include "model/reduction_table.h"
#include "model/search_table.h"
#include "tool/cli/search_options.h"
#include "tool/commands/checking.h"

static bool has_bug(const struct launch *l)
{
    for (uint32_t i = 0; i < l->wire->findings && i < WIRE_MAX_FINDINGS; i++)
        if (l->wire->finding[i].fault.kind != FAULT_RACE && !fault_cuts(&l->wire->finding[i].fault))
            return true;
    return false;
}

static bool ran_out_of_time(const struct launch *l)
{
    return !l->interrupted && !has_bug(l) && (l->out_of_time || (l->end == LAUNCH_DONE && l->wire->verdict == WIRE_LIMIT_TIME) ||
        (l->end == LAUNCH_DONE && l->wire->verdict == WIRE_BUG && l->wire->ended_by == WIRE_LIMIT_TIME));
}

/* What is explored, for so long at most. */
static void try(struct launch *l, struct check_settings *s, uint64_t milliseconds, const char *program, char *const *argv)
{
    s->config.max_milliseconds = milliseconds ? milliseconds : 1;
    check_search(l, s, program, argv);
    s->config.wide |= l->config.wide;
}

void budget_search(struct launch *l, struct check_settings *s, const char *program, char *const *argv, struct strings *notes)
{
    uint64_t left = s->budget;
    try(l, s, left / 2, program, argv);
    if (!ran_out_of_time(l))
        return;
    strings_addf(notes, "--budget: half of the time was not enough to explore everything (%s)",
        show_things(l->wire->counters.earlier + l->wire->counters.states, "state"));
    struct check_settings few = *s, sampled = *s;
    struct launch bounded = {.dead_values = l->dead_values}, sampling = bounded;
    few.how.search = search_kind_dfs.name;
    few.reduction = reduction_kind_none.name;
    few.how.preemptions = "0..2";
    search_settings_read(&few.how);
    left -= left / 2;
    try(&bounded, &few, left * 2 / 3, program, argv);
    left = bounded.milliseconds < left ? left - bounded.milliseconds : 0;
    bool covered = !ran_out_of_time(&bounded) || bounded.wire->covered.states;
    if (!has_bug(&bounded) && !bounded.interrupted && left > 0) {
        sampled.how.search = search_kind_pct.name;
        sampled.reduction = reduction_kind_none.name;
        try(&sampling, &sampled, left, program, argv);
        strings_addf(notes, "--budget: %s with random priorities%s (--search=pct)",
            show_things(sampling.wire->counters.sampled.executions, "execution"), has_bug(&sampling) ? "" : " have shown no bug");
    }
    bool by_chance = sampling.wire && has_bug(&sampling);
    if (by_chance || covered || has_bug(&bounded)) {
        *l = by_chance ? sampling : bounded;
        *s = by_chance ? sampled : few;
    }
}
