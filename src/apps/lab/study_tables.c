/* study_tables.c - tables 1 to 10: characteristics, extremes, ranks, similarities, validation. */
#include "apps/lab/study_tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tool/cli/options.h"

enum { TOP = 10 };

struct lab_table *lab_table_add(struct lab_tables *all, const char *title)
{
    all->at = resize(all->at, (all->count + 1) * sizeof *all->at);
    struct lab_table *t = &all->at[all->count++];
    *t = (struct lab_table){.title = title};
    return t;
}

char *spread_text(const struct summary *s, int decimals)
{
    return format_text("%.*f ± %.*f", decimals, s->mean, decimals, s->deviation);
}

char *tuple_text(const char *name)
{
    return name[0] == '<' ? format_text("`%s`", name) : format_text("%s", name);
}

static char *percent_text(double part, double whole)
{
    return whole > 0 ? format_text("%.0f %%", 100 * part / whole) : NULL;
}

static char *number_text(double value)
{
    return isinf(value) ? NULL : format_text("%g", round(value * 100) / 100);
}

static const char *name_of(const struct measures *m, size_t configuration)
{
    return tuple_text(m->configurations->at[configuration]->name);
}

/* --- tables 1 and 8: characteristics --------------------------------------------------------------------------------- */

static void add_census(struct table *t, const struct study_results *r, const char *program)
{
    struct sqlite3_stmt *row = store_query(r->store,
        "SELECT p.threads, k.complete, k.error_state_ratio, k.error_path_ratio, k.least_length, k.average_length "
        "FROM census k JOIN experiment e ON e.id = k.experiment JOIN program p ON p.id = e.program WHERE p.name = ? AND p.form = ? "
        "AND e.errors = ? AND e.max_states = ? AND " AT_SCALE "ORDER BY e.id DESC LIMIT 1", "tttit", program, r->study.form,
        r->study.races ? "races" : "own", (int64_t)r->study.states, r->study.scale);
    while (store_row(r->store, row)) {
        table_cell(t, program);
        table_cell(t, format_text("%lld", (long long)store_integer(row, 0)));
        table_cell(t, store_integer(row, 1) ? "all" : "a part");
        table_cell(t, store_is_null(row, 2) ? NULL : format_text("%.3g", store_real(row, 2)));
        table_cell(t, store_is_null(row, 3) ? NULL : format_text("%.3g", store_real(row, 3)));
        table_cell(t, store_is_null(row, 4) ? NULL : format_text("%.0f", store_real(row, 4)));
        table_cell(t, store_is_null(row, 5) ? NULL : format_text("%.0f", store_real(row, 5)));
    }
}

static void table_characteristics(struct lab_tables *all, const struct study_results *r)
{
    struct table t = {0};
    table_column(&t, "program", false);
    table_column(&t, "threads", true);
    table_column(&t, "explored", false);
    table_column(&t, "ratio of error states", true);
    table_column(&t, "ratio of error paths", true);
    table_column(&t, "least error path", true);
    table_column(&t, "average", true);
    for (size_t i = 0; i < r->study.programs.count; i++)
        add_census(&t, r, r->study.programs.at[i]);
    if (t.cells.count)
        lab_table_add(all, "Tables 1 and 8: state space characteristics")->table = t;
}

/* --- table 2: extremes ----------------------------------------------------------------------------------------------- */

static void add_extreme(struct table *t, const struct measures *m, size_t program, const char *what, size_t configuration, bool first)
{
    const struct measure *one = measure_of(m, program, configuration);
    table_cell(t, first ? m->programs->at[program] : "");
    table_cell(t, what);
    table_cell(t, name_of(m, configuration));
    table_cell(t, format_text("%.0f", one->states.mean));
    table_cell(t, format_text("%.0f", one->states.least));
    table_cell(t, format_text("%.0f", one->states.most));
    table_cell(t, format_text("%.1f", one->states.deviation));
    table_cell(t, format_text("%.4f", one->seconds.mean));
    table_cell(t, percent_text((double)one->found, (double)one->runs));
}

struct placed_average {
    double average;
    size_t at;
};

static int by_average(const void *a, const void *b)
{
    return by_value(&((const struct placed_average *)a)->average, &((const struct placed_average *)b)->average);
}

/* Only experiments in which half of the runs have found an error. */
static void add_extremes(struct table *t, const struct measures *m, size_t program)
{
    struct placed_average *good = allocate((m->configurations->count + 1) * sizeof *good);
    size_t count = 0, least = 0, most = 0;
    for (size_t i = 0; i < m->configurations->count; i++) {
        const struct measure *one = measure_of(m, program, i);
        if (one->found == 0 || 2 * one->found < one->runs)
            continue;
        good[count++] = (struct placed_average){one->states.mean, i};
        least = count == 1 || one->states.least < measure_of(m, program, least)->states.least ? i : least;
        most = count == 1 || one->states.most > measure_of(m, program, most)->states.most ? i : most;
    }
    if (count) {
        qsort(good, count, sizeof *good, by_average);
        add_extreme(t, m, program, "LM", least, true);
        add_extreme(t, m, program, "HM", most, false);
        add_extreme(t, m, program, "LA", good[0].at, false);
        add_extreme(t, m, program, "HA", good[count - 1].at, false);
        add_extreme(t, m, program, "MC", good[count / 2].at, false);
    }
    free(good);
}

static void table_extremes(struct lab_tables *all, const struct study_results *r)
{
    struct lab_table *t = lab_table_add(all, "Table 2: selected configurations");
    static const char *const columns[] = {"program", "", "configuration", "states: mean", "min", "max", "σ", "seconds", "found"};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        table_column(&t->table, columns[i], i > 2);
    for (size_t p = 0; p < r->sweep.programs->count; p++)
        add_extremes(&t->table, &r->sweep, p);
    t->note = "LM: the lowest minimum of states until an error; HM: the highest maximum; LA, HA: the lowest and highest average; MC: the "
              "median of averages. Only configurations of which at least half of the runs found an error.";
}

/* --- tables 3 and 4: ranks ------------------------------------------------------------------------------------------- */

static void table_criterion(struct lab_tables *all, const struct study_results *r, enum criterion by, const char *title)
{
    static const char *const names[] = {"finding errors", "distance", "variation"};
    const struct ranking_lists *l = &r->lists;
    struct lab_table *t = lab_table_add(all, title);
    bool *shown = allocate(l->count + 1);
    table_column(&t->table, "configuration", false);
    table_column(&t->table, "score", true);
    for (unsigned c = 0; c < CRITERIA; c++)
        table_column(&t->table, format_text("rank: %s", names[c]), true);
    for (size_t row = 0; row < TOP && row < l->successful; row++) {
        size_t best = l->count;
        for (size_t i = 0; i < l->count; i++)
            if (!shown[i] && is_successful(l, i) && (best == l->count || l->rank[by][i] < l->rank[by][best]))
                best = i;
        shown[best] = true;
        table_cell(&t->table, name_of(&r->sweep, best));
        table_cell(&t->table, format_text("%.2f", l->score[by][best]));
        for (unsigned c = 0; c < CRITERIA; c++)
            table_cell(&t->table, number_text(l->rank[c][best]));
    }
    free(shown);
}

static void table_combined(struct lab_tables *all, const struct study_results *r)
{
    const struct ranking_lists *l = &r->lists;
    struct lab_table *t = lab_table_add(all, "Table 4: the ten best by the combined score");
    static const char *const columns[] = {"rank", "configuration", "r", "r_e", "r_d", "r_v", "score: finding errors", "distance",
                                          "variation"};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        table_column(&t->table, columns[i], i != 1);
    for (size_t row = 0; row < TOP && row < l->count && is_successful(l, l->order[row]); row++) {
        size_t i = l->order[row];
        table_cell(&t->table, format_text("%zu", row + 1));
        table_cell(&t->table, name_of(&r->sweep, i));
        table_cell(&t->table, number_text(l->sum[i]));
        for (unsigned c = 0; c < CRITERIA; c++)
            table_cell(&t->table, number_text(l->rank[c][i]));
        for (unsigned c = 0; c < CRITERIA; c++)
            table_cell(&t->table, format_text("%.2f", l->score[c][i]));
    }
    char *left_out = NULL;
    for (size_t i = 0; i < r->left_out.count; i++)
        left_out = format_text("%s%s%s", left_out ? left_out : " Left out, since no configuration found anything there: ",
            left_out ? ", " : "", r->left_out.at[i]);
    t->note = format_text("%s of %s found an error in every program of %zu; the others fail, and share the last place. Variation is that "
                          "of %s.%s%s", show_things(l->successful, "configuration"), show_count(l->count), r->study.paper_programs.count,
        r->by_time ? "running times" : "states", left_out ? left_out : "", left_out ? "." : "");
}

/* --- table 5: similarity of the criteria ----------------------------------------------------------------------------- */

static bool *successful_ones(const struct ranking_lists *l)
{
    bool *among = allocate(l->count + 1);
    for (size_t i = 0; i < l->count; i++)
        among[i] = is_successful(l, i);
    return among;
}

static void table_similarity(struct lab_tables *all, const struct study_results *r)
{
    static const struct {
        const char *name;
        enum criterion a, b;
        const char *paper;
    } pairs[] = {{"finding errors - distance", FINDING_ERRORS, DISTANCE, "0.08"},
                 {"finding errors - variation", FINDING_ERRORS, VARIATION, "-0.53"},
                 {"distance - variation", DISTANCE, VARIATION, "-0.50"}};
    const struct ranking_lists *l = &r->lists;
    struct lab_table *t = lab_table_add(all, "Table 5: similarity of the lists of the criteria");
    bool *among = successful_ones(l);
    table_column(&t->table, "criteria", false);
    table_column(&t->table, "ρ, successful ones", true);
    table_column(&t->table, "paper", true);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        table_cell(&t->table, pairs[i].name);
        double rho = similarity(l->rank[pairs[i].a], l->rank[pairs[i].b], among, l->count);
        table_cell(&t->table, l->successful > 1 ? format_text("%.2f", rho) : NULL);
        table_cell(&t->table, pairs[i].paper);
    }
    free(among);
}

/* --- table 6: pairwise comparison ------------------------------------------------------------------------------------ */

static void table_pairwise(struct lab_tables *all, const struct study_results *r)
{
    struct lab_table *t = lab_table_add(all, "Table 6: the ten best by pairwise comparison (Â12)");
    double *scores = a12_scores(&r->sweep, &r->study.paper_programs);
    table_column(&t->table, "configuration", false);
    table_column(&t->table, "score", true);
    table_column(&t->table, "ranking", true);
    for (size_t row = 0; row < TOP && row < r->lists.count; row++) {
        size_t best = 0;
        for (size_t i = 0; i < r->lists.count; i++)
            best = scores[i] > scores[best] ? i : best;
        table_cell(&t->table, name_of(&r->sweep, best));
        table_cell(&t->table, format_text("%.0f", scores[best]));
        table_cell(&t->table, number_text(r->lists.combined[best]));
        scores[best] = -INFINITY;
    }
    free(scores);
}

/* --- table 7: leave one out ------------------------------------------------------------------------------------------ */

static void table_validation(struct lab_tables *all, const struct study_results *r)
{
    const struct strings *ranked = &r->study.paper_programs;
    struct lab_table *t = lab_table_add(all, "Table 7: leave-one-out validation");
    bool *among = successful_ones(&r->lists);
    table_column(&t->table, "program", false);
    table_column(&t->table, "ρ, with failures", true);
    table_column(&t->table, "ρ, successful ones", true);
    for (size_t i = 0; i < ranked->count; i++) {
        struct strings one = {0}, rest = {0};
        for (size_t k = 0; k < ranked->count; k++)
            strings_add(k == i ? &one : &rest, ranked->at[k]);
        struct ranking_lists own = rank_configurations(&r->sweep, &one, r->by_time);
        struct ranking_lists others = rank_configurations(&r->sweep, &rest, r->by_time);
        table_cell(&t->table, ranked->at[i]);
        table_cell(&t->table, format_text("%.3f", similarity(own.combined, others.combined, NULL, own.count)));
        double rho = similarity(own.combined, others.combined, among, own.count);
        table_cell(&t->table, r->lists.successful > 1 ? format_text("%.3f", rho) : NULL);
    }
    t->note = "The list for one program, compared with the list for all others.";
    free(among);
}

/* --- table 9: the best ones, program by program ---------------------------------------------------------------------- */

/* How many configurations have a better average. */
static char *relative(const struct measures *m, size_t program, size_t configuration)
{
    double own = measure_average(measure_of(m, program, configuration));
    size_t better = 0;
    if (isinf(own))
        return NULL;
    for (size_t i = 0; i < m->configurations->count; i++)
        better += measure_average(measure_of(m, program, i)) < own;
    return format_text("%.1f %%", 100 * (double)better / (double)m->configurations->count);
}

static void table_relative(struct lab_tables *all, const struct study_results *r)
{
    struct lab_table *t = lab_table_add(all, "Table 9: relative performance of the ten best");
    size_t programs = r->sweep.programs->count < TABLE_COLUMNS - 1 ? r->sweep.programs->count : TABLE_COLUMNS - 1;
    table_column(&t->table, "rank", true);
    for (size_t p = 0; p < programs; p++)
        table_column(&t->table, r->sweep.programs->at[p], true);
    for (size_t row = 0; row < TOP && row < r->lists.count && is_successful(&r->lists, r->lists.order[row]); row++) {
        table_cell(&t->table, format_text("%zu", row + 1));
        for (size_t p = 0; p < programs; p++)
            table_cell(&t->table, relative(&r->sweep, p, r->lists.order[row]));
    }
    t->note = "How many of all configurations have a better average in the program. A dash: no run found an error.";
}

/* --- where errors are found at all ----------------------------------------------------------------------------------- */

static void table_found(struct lab_tables *all, const struct study_results *r)
{
    struct lab_table *t = lab_table_add(all, "Configurations that find an error");
    static const char *const columns[] = {"program", "configurations", "in every run", "in half or more", "in some", "in none",
                                          "best average of states"};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        table_column(&t->table, columns[i], i > 0);
    for (size_t p = 0; p < r->sweep.programs->count; p++) {
        size_t made = 0, every = 0, half = 0, some = 0, none = 0;
        double best = INFINITY;
        for (size_t i = 0; i < r->lists.count; i++) {
            const struct measure *one = measure_of(&r->sweep, p, i);
            made += one->runs > 0;
            every += one->runs && one->found == one->runs;
            half += one->found && one->found < one->runs && 2 * one->found >= one->runs;
            some += one->found && 2 * one->found < one->runs;
            none += one->runs && one->found == 0;
            best = measure_average(one) < best ? measure_average(one) : best;
        }
        const size_t counts[] = {made, every, half, some, none};
        table_cell(&t->table, r->sweep.programs->at[p]);
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
            table_cell(&t->table, format_text("%zu", counts[i]));
        table_cell(&t->table, isinf(best) ? NULL : format_text("%.0f", best));
    }
}

struct lab_tables study_tables(const struct study_results *r)
{
    struct lab_tables all = {0};
    if (r->study.clients_count && r->has_comparison) {
        client_tables(&all, r);
        return all;
    }
    table_characteristics(&all, r);
    if (r->has_sweep) {
        table_found(&all, r);
        table_extremes(&all, r);
        table_criterion(&all, r, FINDING_ERRORS, "Table 3: the ten best in finding errors");
        table_criterion(&all, r, DISTANCE, "Table 3: the ten nearest to the best speed");
        table_criterion(&all, r, VARIATION, "Table 3: the ten with the least variation");
        table_combined(&all, r);
        table_similarity(&all, r);
        table_pairwise(&all, r);
        table_validation(&all, r);
        table_relative(&all, r);
        portfolio_tables(&all, r);
    }
    comparison_tables(&all, r);
    return all;
}
