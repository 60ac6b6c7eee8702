/* lab_results.c - see lab_results.h. */
#include "apps/lab/lab_results.h"

#include <string.h>

#include "apps/suite/place.h"
#include "tool/cli/options.h"

static bool is_other(const struct study *s, const struct study_phase *p)
{
    const struct study_phase *ranked = s->ranked ? study_phase_named(s, s->ranked) : NULL;
    const struct study_phase *compared = s->compared ? study_phase_named(s, s->compared) : NULL;
    return !p->of && p != ranked && p != compared;
}

/* A phase that goes on with another one has more runs of the same experiments: they are read with those. */
static void read_others(struct study_results *r, const struct study *s)
{
    r->others = allocate((s->phase_count + 1) * sizeof *r->others);
    r->other_phases = allocate((s->phase_count + 1) * sizeof *r->other_phases);
    for (size_t i = 0; i < s->phase_count; i++) {
        if (!is_other(s, &s->phases[i]))
            continue;
        struct measures m = measures_read(r->store, s, &s->phases[i]);
        if (m.total_runs == 0)
            continue;
        r->other_phases[r->other_count] = &s->phases[i];
        r->others[r->other_count++] = m;
    }
}

/* A program in which nobody finds anything would make all of them fail, and tell none from another. */
static void leave_out(struct study_results *r, struct study *s)
{
    struct strings ranked = {0};
    for (size_t p = 0; p < s->programs.count; p++) {
        bool found = false;
        for (size_t i = 0; i < r->sweep.configurations->count; i++)
            found |= measure_of(&r->sweep, p, i)->found > 0;
        if (strings_contain(&s->paper_programs, s->programs.at[p]))
            strings_add(found ? &ranked : &r->left_out, s->programs.at[p]);
    }
    s->paper_programs = r->study.paper_programs = ranked;
}

struct study_results lab_results(const struct lab_settings *settings)
{
    struct study_results r = {.study = lab_study(settings), .by_time = settings->by_time};
    struct study *s = allocate(sizeof *s); /* measures point to it */
    *s = r.study;
    if (study_has_suite_programs(s))
        r.suite = suite_read(settings->suite ? settings->suite : suite_default_directory(), &(struct strings){0});
    r.store = store_open(settings->store, false);
    if (s->ranked)
        r.sweep = measures_read(r.store, s, study_phase_named(s, s->ranked));
    if (s->compared && s->ranked && strcmp(s->compared, s->ranked) == 0)
        r.comparison = r.sweep;
    else if (s->compared)
        r.comparison = measures_read(r.store, s, study_phase_named(s, s->compared));
    r.has_sweep = r.sweep.total_runs > 0;
    r.has_comparison = r.comparison.total_runs > 0;
    read_others(&r, s);
    if (r.has_sweep)
        leave_out(&r, s);
    if (r.has_sweep)
        r.lists = rank_configurations(&r.sweep, &s->paper_programs, r.by_time);
    if (!r.has_sweep && !r.has_comparison && r.other_count == 0)
        die("the store %s has no results of the study %s with %s and a limit of %s: `mazurka lab run %s%s` makes them", settings->store,
            s->name, s->races ? "races" : "own bugs", show_things(s->states, "state"), s->name, settings->quick ? " --quick" : "");
    return r;
}
