/* comparison_tables.c - tables 10 to 22: larger thresholds, and other techniques, alone and together with DFS-RB; and the counts of
 * sections 9.3 and 9.4. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "apps/lab/study_tables.h"
#include "apps/suite/figures.h"

static const struct program *program_of(const struct study_results *r, const char *name)
{
    for (size_t i = 0; i < r->suite.count; i++)
        if (strcmp(r->suite.programs[i].name, name) == 0)
            return &r->suite.programs[i];
    return NULL;
}

static void begin(struct table *t)
{
    static const char *const columns[] = {"configuration or technique", "states", "seconds", "found", "paper: states", "seconds", "found"};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        table_column(t, columns[i], i > 0);
}

static char *found_text(const struct configuration *c, const struct measure *m)
{
    if (!c->random)
        return format_text("%s", m->found ? "yes" : "no");
    return format_text("%.0f %%", 100 * (double)m->found / (double)m->runs);
}

static char *states_text(const struct configuration *c, const struct measure *m)
{
    if (m->refused)
        return format_text("refused");
    if (!m->found && m->runs && m->ended == m->runs)
        return format_text("all explored: %.0f", m->effort_states);
    if (!m->found)
        return format_text("limit reached, or pruned");
    return c->random ? spread_text(&m->states, 0) : format_text("%.0f", m->states.mean);
}

static void add_row(struct table *t, const struct program *p, const struct configuration *c, const struct measure *m, const char *title)
{
    const json_t *f = figure_of(p, c);
    char *states = figure_text(f, "states"), *percent = figure_text(f, "found");
    if (m->runs == 0 && !m->refused)
        return;
    table_cell(t, title);
    table_cell(t, states_text(c, m));
    bool spread = m->found && c->random;
    table_cell(t, spread ? spread_text(&m->seconds, 4) : m->ended ? format_text("%.4f", m->effort_seconds) : NULL);
    table_cell(t, m->runs ? found_text(c, m) : NULL);
    table_cell(t, states ? states : figure_text(f, "outcome"));
    table_cell(t, figure_text(f, "seconds"));
    table_cell(t, percent ? format_text("%s %%", percent) : NULL);
}

static void add_rows(struct table *t, const struct measures *m, size_t program, const struct program *p)
{
    for (size_t i = 0; i < m->configurations->count; i++) {
        const struct configuration *c = m->configurations->at[i];
        const char *title = strchr(c->title, '<') ? format_text("`%s`", c->title) : c->title;
        add_row(t, p, c, measure_of(m, program, i), title);
    }
}

/* Ours at the places that the paper shows of its own. */
static void add_own_best(struct table *t, const struct study_results *r, size_t program, const struct program *p)
{
    static const size_t shown[] = {1, 2, 3, 10};
    for (size_t i = 0; r->has_sweep && i < sizeof shown / sizeof *shown; i++) {
        if (shown[i] > r->lists.count || !is_successful(&r->lists, r->lists.order[shown[i] - 1]))
            continue;
        size_t at = r->lists.order[shown[i] - 1];
        const struct configuration *c = r->sweep.configurations->at[at];
        add_row(t, p, c, measure_of(&r->sweep, program, at), format_text("ours: `%zu. %s`", shown[i], c->name));
    }
}

static size_t index_of(const struct strings *list, const char *name)
{
    size_t i = 0;
    while (i < list->count && strcmp(list->at[i], name) != 0)
        i++;
    return i;
}

static size_t configuration_named(const struct measures *m, const char *name)
{
    size_t i = 0;
    while (i < m->configurations->count && strcmp(m->configurations->at[i]->name, name) != 0)
        i++;
    return i;
}

/* A technique and what it is called together with the best configuration: "rb-1+NAME". */
static void add_pairs_of(struct comparison *all, const struct measures *m, struct table *t, const char *name)
{
    size_t alone = configuration_named(m, name), together = configuration_named(m, format_text("rb-1+%s", name));
    struct comparison one = {0};
    if (alone == m->configurations->count || together == m->configurations->count)
        return;
    for (size_t p = 0; p < m->programs->count; p++) {
        const struct measure *a = measure_of(m, p, alone), *b = measure_of(m, p, together);
        if (a->runs == 0 || b->runs == 0)
            continue;
        comparison_add(&one, measure_average(a), measure_average(b));
        comparison_add(all, measure_average(a), measure_average(b));
    }
    const unsigned counts[] = {one.pairs, one.alone_failed, one.together_failed, one.both, one.together_better};
    table_cell(t, m->configurations->at[alone]->title);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        table_cell(t, format_text("%u", counts[i]));
}

static void table_pairs(struct lab_tables *all, const struct study_results *r)
{
    struct comparison sum = {0};
    struct lab_table *t = lab_table_add(all, "Sections 9.3 and 9.4: techniques alone, and together with the paper's best configuration");
    static const char *const columns[] = {"technique", "programs", "alone: nothing found", "together: nothing found", "both found",
                                          "of them, together with fewer states"};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        table_column(&t->table, columns[i], i > 0);
    for (size_t i = 0; i < r->comparison.configurations->count; i++) {
        const char *name = r->comparison.configurations->at[i]->name;
        if (starts_with(name, "rb-1+"))
            add_pairs_of(&sum, &r->comparison, &t->table, name + strlen("rb-1+"));
    }
    if (sum.pairs == 0) {
        all->count--;
        return;
    }
    t->note = format_text("In all %u of %u alone and %u together find nothing; of the %u pairs in which both do, together is better in %u. "
                          "The paper has 15 and 7 of 72, and 29 of 53.", sum.alone_failed, sum.pairs, sum.together_failed, sum.both,
        sum.together_better);
}

void comparison_tables(struct lab_tables *all, const struct study_results *r)
{
    for (size_t k = 0; k < r->other_count; k++) {
        const struct measures *m = &r->others[k];
        for (size_t i = 0; i < m->programs->count; i++) {
            struct table t = {0};
            begin(&t);
            add_rows(&t, m, i, program_of(r, m->programs->at[i]));
            if (t.cells.count)
                lab_table_add(all, format_text("%s%s: %s", strcmp(r->other_phases[k]->name, "thresholds") == 0 ? "Table 10, " : "",
                    r->other_phases[k]->name, m->programs->at[i]))->table = t;
        }
    }
    if (!r->has_comparison)
        return;
    table_pairs(all, r);
    for (size_t i = 0; i < r->study.programs.count; i++) {
        const char *name = r->study.programs.at[i];
        const struct program *p = program_of(r, name);
        struct table t = {0};
        begin(&t);
        if (r->has_sweep && r->sweep.at != r->comparison.at)
            add_own_best(&t, r, index_of(r->sweep.programs, name), p);
        add_rows(&t, &r->comparison, i, p);
        if (t.cells.count)
            lab_table_add(all, format_text(r->sweep.at != r->comparison.at && r->has_sweep ? "Tables 11 to 22: %s" : "Compared: %s",
                name))->table = t;
    }
}
