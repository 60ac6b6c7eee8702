/* portfolio_tables.c - for users: which searches, of all that were studied, find errors soonest, and which three of them together. Not in
 * the paper, whose advice is a portfolio (section 1), and whose leave-one-out validation (section 7.1) this follows.
 *
 * The cost of a search in a program is the number of states that it takes until an error, with new seeds until one is found. A portfolio
 * costs what the best of its parts does; where none finds anything it costs MISSED times the best cost that is known.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "apps/lab/study_tables.h"

enum { PARTS = 3, SHOWN = 10, MISSED = 100 };

struct candidates {
    const char **names;
    double      *cost;   /* by candidates, then by programs */
    double      *best;   /* of each program; ∞: nobody finds anything */
    size_t       count, programs;
};

static void add_all(struct candidates *c, const struct measures *m)
{
    for (size_t i = 0; i < m->configurations->count; i++, c->count++) {
        c->names[c->count] = m->configurations->at[i]->title;
        for (size_t p = 0; p < c->programs; p++) {
            double cost = measure_cost(measure_of(m, p, i));
            c->cost[c->count * c->programs + p] = cost;
            c->best[p] = cost < c->best[p] ? cost : c->best[p];
        }
    }
}

static struct candidates candidates_of(const struct study_results *r)
{
    size_t room = r->sweep.configurations->count + (r->has_comparison ? r->comparison.configurations->count : 0);
    struct candidates c = {.programs = r->study.programs.count};
    c.names = allocate((room + 1) * sizeof *c.names);
    c.cost = allocate((room + 1) * (c.programs + 1) * sizeof *c.cost);
    c.best = allocate((c.programs + 1) * sizeof *c.best);
    for (size_t p = 0; p < c.programs; p++)
        c.best[p] = INFINITY;
    add_all(&c, &r->sweep);
    if (r->has_comparison && r->comparison.at != r->sweep.at)
        add_all(&c, &r->comparison);
    return c;
}

static double cost_of(const struct candidates *c, const size_t *parts, size_t count, size_t program)
{
    double least = MISSED * c->best[program];
    for (size_t i = 0; i < count; i++) {
        double cost = c->cost[parts[i] * c->programs + program];
        least = cost < least ? cost : least;
    }
    return least;
}

/* How many times as much as the best of all, on average (geometric) over the programs but one. */
static double factor_of(const struct candidates *c, const size_t *parts, size_t count, size_t without)
{
    double sum = 0, programs = 0;
    for (size_t p = 0; p < c->programs; p++) {
        if (p == without || isinf(c->best[p]))
            continue;
        sum += log(cost_of(c, parts, count, p) / c->best[p]);
        programs++;
    }
    return programs > 0 ? exp(sum / programs) : 1;
}

/* One after the other, the one that helps most. */
static void choose(const struct candidates *c, size_t *parts, size_t without)
{
    for (size_t n = 0; n < PARTS; n++) {
        double least = INFINITY;
        size_t chosen = 0;
        for (size_t i = 0; i < c->count; i++) {
            parts[n] = i;
            double factor = factor_of(c, parts, n + 1, without);
            if (factor < least) {
                least = factor;
                chosen = i;
            }
        }
        parts[n] = chosen;
    }
}

static char *code(const char *name)
{
    return strchr(name, '<') ? format_text("`%s`", name) : format_text("%s", name);
}

static size_t programs_found(const struct candidates *c, size_t candidate)
{
    size_t found = 0;
    for (size_t p = 0; p < c->programs; p++)
        found += !isinf(c->cost[candidate * c->programs + p]);
    return found;
}

static void table_soonest(struct lab_tables *all, const struct candidates *c)
{
    struct lab_table *t = lab_table_add(all, "Soonest: the searches that cost least, one by one");
    bool *shown = allocate(c->count + 1);
    table_column(&t->table, "search", false);
    table_column(&t->table, "times the best, on average", true);
    table_column(&t->table, "programs in which it finds an error", true);
    for (size_t row = 0; row < SHOWN && row < c->count; row++) {
        size_t best = c->count;
        for (size_t i = 0; i < c->count; i++)
            if (!shown[i] && (best == c->count || factor_of(c, &i, 1, c->programs) < factor_of(c, &best, 1, c->programs)))
                best = i;
        shown[best] = true;
        table_cell(&t->table, code(c->names[best]));
        table_cell(&t->table, format_text("%.1f", factor_of(c, &best, 1, c->programs)));
        table_cell(&t->table, format_text("%zu of %zu", programs_found(c, best), c->programs));
    }
    t->note = format_text("States until an error, with new seeds until one is found, over the least of all searches in the program: "
                          "geometric mean over programs. A program in which nothing is found counts %d times.", MISSED);
    free(shown);
}

/* Those of the default portfolio, if they were run: ranks 1 to 3 of the paper. */
static bool papers_three(const struct candidates *c, size_t *parts)
{
    static const char *const tuples[PARTS] = {"1. <I,pl,d,Lb,0.75,1.5>", "2. <I,pl,d,Lb,0.90^r,1.2>", "3. <I,pl,ncs,F,1-r/5,1>"};
    for (size_t n = 0; n < PARTS; n++) {
        parts[n] = c->count;
        for (size_t i = 0; i < c->count; i++)
            if (strcmp(c->names[i], tuples[n]) == 0 || strcmp(c->names[i], tuples[n] + 3) == 0)
                parts[n] = i;
        if (parts[n] == c->count)
            return false;
    }
    return true;
}

static void table_portfolio(struct lab_tables *all, const struct candidates *c, const struct study_results *r)
{
    struct lab_table *t = lab_table_add(all, "Portfolios of three, chosen without the program that they are tried on");
    size_t parts[PARTS], papers[PARTS];
    bool known = papers_three(c, papers);
    table_column(&t->table, "program", false);
    table_column(&t->table, "chosen on the others", false);
    table_column(&t->table, "states until an error", true);
    table_column(&t->table, "the paper's ranks 1 to 3", true);
    table_column(&t->table, "the best search", true);
    for (size_t p = 0; p < c->programs; p++) {
        if (isinf(c->best[p]))
            continue;
        choose(c, parts, p);
        double ours = cost_of(c, parts, PARTS, p), theirs = known ? cost_of(c, papers, PARTS, p) : 0;
        table_cell(&t->table, r->study.programs.at[p]);
        table_cell(&t->table, format_text("%s, %s, %s", code(c->names[parts[0]]), code(c->names[parts[1]]), code(c->names[parts[2]])));
        table_cell(&t->table, ours < MISSED * c->best[p] ? format_text("%.0f", ours) : "nothing found");
        table_cell(&t->table, !known ? NULL : theirs < MISSED * c->best[p] ? format_text("%.0f", theirs) : "nothing found");
        table_cell(&t->table, format_text("%.0f", c->best[p]));
    }
    choose(c, parts, c->programs);
    t->note = format_text("On all programs: %s, %s, %s, which cost %.1f times the best search of each program%s.", code(c->names[parts[0]]),
        code(c->names[parts[1]]), code(c->names[parts[2]]), factor_of(c, parts, PARTS, c->programs),
        known ? format_text("; the paper's ranks 1 to 3, %.1f times", factor_of(c, papers, PARTS, c->programs)) : "");
}

void portfolio_tables(struct lab_tables *all, const struct study_results *r)
{
    struct candidates c = candidates_of(r);
    table_soonest(all, &c);
    table_portfolio(all, &c, r);
    free(c.names);
    free(c.cost);
    free(c.best);
}
