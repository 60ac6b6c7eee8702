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

static bool was_limited(const struct launch *l)
{
    if (l->interrupted || has_bug(l))
        return false;
    enum wire_verdict how = l->end != LAUNCH_DONE ? WIRE_NO_VERDICT : wire_ending(l->wire);
    return l->out_of_time || how == WIRE_LIMIT_TIME || how == WIRE_LIMIT_MEMORY;
}

/* What is explored, for so long at most. What is left of the time then. */
static uint64_t try(struct launch *l, struct check_settings *s, uint64_t most, uint64_t left, const char *program, char *const *argv)
{
    s->config.max_milliseconds = most ? most : 1;
    check_search(l, s, program, argv);
    s->config.wide |= l->config.wide;
    return l->milliseconds < left ? left - l->milliseconds : 0;
}

void budget_search(struct launch *l, struct check_settings *s, const char *program, char *const *argv, struct strings *notes)
{
    uint64_t left = try(l, s, s->budget / 2, s->budget, program, argv);
    if (!was_limited(l))
        return;
    strings_addf(notes, "--budget: %s not enough to explore everything (%s)",
        wire_ending(l->wire) == WIRE_LIMIT_MEMORY ? "the memory was" : "half of the time was",
        show_things(l->wire->counters.earlier + l->wire->counters.states, "state"));
    struct check_settings few = *s, sampled = *s;
    struct launch bounded = {.dead_values = l->dead_values}, sampling = bounded;
    few.how.search = search_kind_dfs.name;
    few.reduction = reduction_kind_none.name;
    few.how.preemptions = "0..100";
    search_settings_read(&few.how);
    left = try(&bounded, &few, left * 2 / 3, left, program, argv);
    bool covered = !was_limited(&bounded) || bounded.wire->covered.states;
    if (was_limited(&bounded) && left > 0) {
        sampled.how.search = search_kind_pct.name;
        sampled.reduction = reduction_kind_none.name;
        try(&sampling, &sampled, left, left, program, argv);
        strings_addf(notes, "--budget: %s with random priorities%s (--search=pct)",
            show_things(sampling.wire->counters.sampled.executions, "execution"), has_bug(&sampling) ? "" : " have shown no bug");
    }
    bool by_chance = sampling.wire && has_bug(&sampling);
    if (by_chance || covered || has_bug(&bounded)) {
        *l = by_chance ? sampling : bounded;
        *s = by_chance ? sampled : few;
    }
}
