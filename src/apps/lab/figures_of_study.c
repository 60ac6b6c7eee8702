/* figures_of_study.c - see figures_of_study.h. */
#include "apps/lab/figures_of_study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "apps/lab/chart.h"
#include "apps/lab/client_measures.h"

/* --- a figure being made --------------------------------------------------------------------------------------------- */

struct making {
    struct study_figures *all;
    char  *text;
    size_t length;
};

static struct chart begin(struct making *m, struct chart c)
{
    c.out = open_memstream(&m->text, &m->length);
    if (!c.out)
        die("out of memory");
    chart_begin(&c);
    return c;
}

static void end(struct making *m, const struct chart *c, const char *name)
{
    struct study_figures *all = m->all;
    chart_end(c);
    if (fclose(c->out) != 0)
        die("out of memory");
    all->at = resize(all->at, (all->count + 1) * sizeof *all->at);
    all->at[all->count++] = (struct figure){.name = name, .title = c->title, .svg = m->text};
}

/* --- figures 5 to 7: all configurations of a program, sorted -------------------------------------------------------- */

enum { CUT_OFF = 10, TOP_VARIATION = 2 };

/* Averages, variations or percentages of those that count; how many there are. */
static size_t averages(const struct measures *m, size_t program, double *to)
{
    size_t n = 0, half = 0;
    double *good = allocate((m->configurations->count + 1) * sizeof *good);
    for (size_t i = 0; i < m->configurations->count; i++) {
        const struct measure *one = measure_of(m, program, i);
        if (one->found)
            to[n++] = one->states.mean;
        if (one->found && 2 * one->found >= one->runs)
            good[half++] = one->states.mean;
    }
    qsort(to, n, sizeof *to, by_value);
    qsort(good, half, sizeof *good, by_value);
    double median = quantile(good, half, 0.5);
    size_t shown = 0;
    for (size_t i = 0; i < n && median > 0; i++) {
        to[i] /= median;
        shown += to[i] <= CUT_OFF;
    }
    free(good);
    return median > 0 ? shown : 0;
}

static size_t variations(const struct measures *m, size_t program, double *to)
{
    size_t n = 0;
    for (size_t i = 0; i < m->configurations->count; i++)
        if (measure_of(m, program, i)->found)
            to[n++] = variation_of(&measure_of(m, program, i)->states);
    qsort(to, n, sizeof *to, by_value);
    return n;
}

static size_t percentages(const struct measures *m, size_t program, double *to)
{
    size_t n = 0;
    for (size_t i = 0; i < m->configurations->count; i++) {
        const struct measure *one = measure_of(m, program, i);
        if (one->runs)
            to[n++] = -100 * (double)one->found / (double)one->runs; /* the highest first */
    }
    qsort(to, n, sizeof *to, by_value);
    for (size_t i = 0; i < n; i++)
        to[i] = -to[i];
    return n;
}

typedef size_t values_of(const struct measures *m, size_t program, double *to);

static void draw_sorted(struct making *m, const struct measures *of, size_t program, const char *name, const char *title, const char *up,
                        double most, values_of *values)
{
    size_t count = of->configurations->count;
    double *x = allocate((count + 1) * sizeof *x), *y = allocate((count + 1) * sizeof *y);
    size_t n = values(of, program, y);
    for (size_t i = 0; i < n; i++)
        x[i] = (double)i + 1;
    const char *which = of->programs->at[program];
    struct chart c = begin(m, (struct chart){.title = format_text("%s: %s", title, which), .across = "configurations, sorted", .up = up,
        .least_x = 0, .most_x = (double)count, .least_y = 0, .most_y = most});
    chart_line(&c, x, y, n, CHART_BLUE);
    end(m, &c, format_text("%s-%s", name, which));
    free(x);
    free(y);
}

static bool has_runs(const struct measures *m, size_t program)
{
    for (size_t i = 0; i < m->configurations->count; i++)
        if (measure_of(m, program, i)->runs)
            return true;
    return false;
}

static void draw_all_sorted(struct making *m, const struct measures *of, const char *name, const char *title, const char *up, double most,
                            values_of *values)
{
    for (size_t p = 0; p < of->programs->count; p++)
        if (has_runs(of, p))
            draw_sorted(m, of, p, name, title, up, most, values);
}

/* --- figure 8: DFS-RB, other techniques, and both -------------------------------------------------------------------- */

static enum chart_colour colour_of(const struct configuration *c)
{
    return strcmp(c->group, "rivals") == 0 ? CHART_GREEN : strcmp(c->group, "combinations") == 0 ? CHART_BLUE : CHART_RED;
}

static double most_states(const struct measures *m, size_t program)
{
    double most = 10;
    for (size_t i = 0; i < m->configurations->count; i++) {
        const struct measure *one = measure_of(m, program, i);
        double top = one->found ? one->states.mean + one->states.deviation : 0;
        most = top > most ? top : most;
    }
    return pow(10, ceil(log10(most)));
}

static void draw_comparison(struct making *m, const struct study_results *r, size_t program)
{
    const struct measures *of = &r->comparison;
    const char *which = of->programs->at[program];
    size_t count = of->configurations->count;
    struct chart c = begin(m, (struct chart){.title = format_text("Figure 8: %s", which),
        .across = "configurations and techniques, as in the table", .up = "states until an error", .least_x = 0,
        .most_x = (double)count + 1, .least_y = 1, .most_y = most_states(of, program), .log_y = true});
    for (size_t i = 0; i < count; i++) {
        const struct configuration *k = of->configurations->at[i];
        const struct measure *one = measure_of(of, program, i);
        double x = (double)i + 1;
        if (i > 0 && colour_of(k) != colour_of(of->configurations->at[i - 1]))
            chart_divide(&c, x - 0.5);
        if (one->found)
            chart_point(&c, x, one->states.mean, one->states.deviation, colour_of(k),
                format_text("%s: %s, found in %zu of %zu", k->title, spread_text(&one->states, 0), one->found, one->runs));
        else if (one->runs)
            chart_failure(&c, x, colour_of(k), format_text("%s: nothing found", k->title));
    }
    end(m, &c, format_text("figure-8-%s", which));
}

/* --- quantiles and scatter, of the phase that is compared ------------------------------------------------------------- */

/* Of the configurations, those that are drawn: as many as there are colours at most. */
struct selection {
    size_t at[CHART_COLOURS], count;
};

static struct selection first_ones(const struct measures *m)
{
    struct selection s = {.count = m->configurations->count < CHART_COLOURS ? m->configurations->count : CHART_COLOURS};
    for (size_t i = 0; i < s.count; i++)
        s.at[i] = i;
    return s;
}

static struct selection those_named(const struct measures *m, const char *const *names)
{
    struct selection s = {0};
    for (; *names; names++)
        for (size_t i = 0; i < m->configurations->count && s.count < CHART_COLOURS; i++)
            if (strcmp(m->configurations->at[i]->name, *names) == 0)
                s.at[s.count++] = i;
    return s;
}

/* What is drawn of a run: an axis says it by its name. */
enum drawn { STATES, SECONDS, BYTES };
static const char *const drawn_name[] = {[STATES] = "states", [SECONDS] = "seconds", [BYTES] = "bytes"};

static double state_graph_of(const struct measure *m, enum drawn what)
{
    return what == STATES ? m->effort_states : what == SECONDS ? m->effort_seconds : m->effort_bytes;
}

/* For each configuration, what it took in the programs, ascending: how many are done within that. */
static void draw_quantiles(struct making *m, const struct study_results *r, const struct selection *of_these, const char *name,
                           const char *title, enum drawn what)
{
    const struct measures *of = &r->comparison;
    const size_t *which = of_these->at, programs = of->programs->count, count = of_these->count;
    double *x = allocate((programs + 1) * sizeof *x), *y = allocate((programs + 1) * sizeof *y), least = INFINITY, most = 0;
    for (size_t i = 0; i < count * programs; i++) {
        const struct measure *one = measure_of(of, i % programs, which[i / programs]);
        double value = state_graph_of(one, what);
        least = one->ended && value > 0 && value < least ? value : least;
        most = one->ended && value > most ? value : most;
    }
    if (most > 0 && most > least) {
        struct chart c = begin(m, (struct chart){.title = title, .across = "programs, sorted",
            .up = drawn_name[what], .least_x = 1, .most_x = programs > 1 ? (double)programs : 2,
            .least_y = pow(10, floor(log10(least))), .most_y = pow(10, ceil(log10(most))), .log_y = true});
        for (size_t k = 0; k < count; k++) {
            size_t n = 0;
            for (size_t p = 0; p < programs; p++)
                if (measure_of(of, p, which[k])->ended)
                    y[n++] = state_graph_of(measure_of(of, p, which[k]), what);
            qsort(y, n, sizeof *y, by_value);
            for (size_t i = 0; i < n; i++)
                x[i] = (double)i + 1;
            chart_line(&c, x, y, n, (enum chart_colour)k);
            chart_legend(&c, k, (enum chart_colour)k, of->configurations->at[which[k]]->title);
        }
        end(m, &c, name);
    }
    free(x);
    free(y);
}

static void draw_scatter(struct making *m, const struct study_results *r, size_t one, size_t other, enum drawn what)
{
    const struct measures *of = &r->comparison;
    double least = INFINITY, most = 0;
    for (size_t p = 0; p < of->programs->count; p++) {
        const struct measure *a = measure_of(of, p, one), *b = measure_of(of, p, other);
        if (!a->ended || !b->ended)
            continue;
        least = fmin(least, fmin(state_graph_of(a, what), state_graph_of(b, what)));
        most = fmax(most, fmax(state_graph_of(a, what), state_graph_of(b, what)));
    }
    if (!(most > 0) || least <= 0)
        return;
    double low = pow(10, floor(log10(least))), high = pow(10, ceil(log10(most + 1)));
    const char *left = of->configurations->at[one]->title, *right = of->configurations->at[other]->title, *unit = drawn_name[what];
    struct chart c = begin(m, (struct chart){.title = format_text("Scatter: %s and %s", left, right),
        .across = format_text("%s: %s", unit, left), .up = format_text("%s: %s", unit, right), .least_x = low, .most_x = high,
        .least_y = low, .most_y = high, .log_x = true, .log_y = true});
    chart_diagonal(&c);
    for (size_t p = 0; p < of->programs->count; p++) {
        const struct measure *a = measure_of(of, p, one), *b = measure_of(of, p, other);
        if (a->ended && b->ended)
            chart_point(&c, state_graph_of(a, what), state_graph_of(b, what), 0, CHART_BLUE, of->programs->at[p]);
    }
    end(m, &c, format_text("scatter-%s%zu-%zu", what == BYTES ? "bytes-" : "", one + 1, other + 1));
}

/* --- clients of data structures: figures of the paper on S-POR ---------------------------------------------------------- */

/* What the order of threads makes of an algorithm, on the clients of a class. */
static void draw_orders(struct making *m, const struct study_results *r, const char *class, const char *algorithm)
{
    static const char *const lines[] = {"in sequence, average", "in sequence, least", "at random, average", "at random, least"};
    size_t programs = r->comparison.programs->count, n = 0;
    double *x = allocate((programs + 1) * sizeof *x), *y = allocate(4 * (programs + 1) * sizeof *y), most = 10;
    for (size_t p = 0; p < programs; p++) {
        const char *own = class_of_client(r, p);
        if (!own || strcmp(own, class) != 0)
            continue;
        struct effort a = effort_of(r, p, format_text("%s-seq", algorithm)), b = effort_of(r, p, format_text("%s-random", algorithm));
        if (!effort_is_whole(&a) || !effort_is_whole(&b))
            continue;
        const double values[] = {a.states, a.least_states, b.states, b.least_states};
        for (size_t k = 0; k < 4; k++) {
            y[k * (programs + 1) + n] = values[k];
            most = fmax(most, values[k]);
        }
        x[n] = (double)n + 1;
        n++;
    }
    if (n > 1) {
        struct chart c = begin(m, (struct chart){.title = format_text("%s, %s: orders of threads", algorithm, class),
            .across = "clients, sorted for each line", .up = "states", .least_x = 1, .most_x = (double)n, .least_y = 1,
            .most_y = pow(10, ceil(log10(most))), .log_y = true});
        for (size_t k = 0; k < 4; k++) {
            qsort(&y[k * (programs + 1)], n, sizeof *y, by_value);
            chart_line(&c, x, &y[k * (programs + 1)], n, (enum chart_colour)k);
            chart_legend(&c, k, (enum chart_colour)k, lines[k]);
        }
        end(m, &c, format_text("orders-%s-%s", algorithm, class));
    }
    free(x);
    free(y);
}

static void draw_clients(struct making *m, const struct study_results *r)
{
    static const char *const five[] = {"spor", "dlspor", "despor", "jpf", "sum", "sum-sleep", NULL};
    static const char *const six[] = {"dlspor", "despor", "dljpf", "dejpf", "odpor", "sum-inferred", NULL};
    struct strings algorithms = ordered_algorithms(r), classes = client_classes(r);
    static const char *const seven[] = {"spor", "dlspor", "jpf", "sum", "sum-sleep", NULL};
    static const char *const eight[] = {"dlspor", "despor", "dljpf", "dejpf", NULL};
    struct selection first = those_named(&r->comparison, five), second = those_named(&r->comparison, six);
    struct selection third = those_named(&r->comparison, seven), fourth = those_named(&r->comparison, eight);
    for (size_t i = 0; i < algorithms.count * classes.count; i++)
        draw_orders(m, r, classes.at[i % classes.count], algorithms.at[i / classes.count]);
    if (algorithms.count)
        return;
    draw_quantiles(m, r, &first, "figure-5-states", "Figure 5: states", STATES);
    draw_quantiles(m, r, &first, "figure-5-seconds", "Figure 5: seconds", SECONDS);
    draw_quantiles(m, r, &second, "figure-6-states", "Figure 6: states", STATES);
    draw_quantiles(m, r, &second, "figure-6-seconds", "Figure 6: seconds", SECONDS);
    draw_quantiles(m, r, &third, "figure-7-bytes", "Figure 7: bytes", BYTES);
    draw_quantiles(m, r, &fourth, "figure-8-bytes", "Figure 8: bytes", BYTES);
    if (first.count > 1) {
        draw_scatter(m, r, first.at[0], first.at[1], STATES);
        draw_scatter(m, r, first.at[0], first.at[1], BYTES);
    }
}

struct study_figures figures_of_study(const struct study_results *r)
{
    struct study_figures all = {0};
    struct making m = {.all = &all};
    if (r->has_sweep && r->sweep.at != r->comparison.at) {
        draw_all_sorted(&m, &r->sweep, "figure-5", "Figure 5", "average states, over the median", CUT_OFF, averages);
        draw_all_sorted(&m, &r->sweep, "figure-6", "Figure 6", "coefficient of variation", TOP_VARIATION, variations);
        draw_all_sorted(&m, &r->sweep, "figure-7", "Figure 7", "runs that found an error, %", 100, percentages);
    }
    if (r->study.clients_count && r->has_comparison) {
        draw_clients(&m, r);
        return all;
    }
    for (size_t p = 0; r->has_comparison && p < r->comparison.programs->count; p++)
        if (has_runs(&r->comparison, p))
            draw_comparison(&m, r, p);
    if (r->has_comparison && r->comparison.configurations->count > 1) {
        struct selection first = first_ones(&r->comparison);
        draw_quantiles(&m, r, &first, "quantiles-states", "Quantiles: states", STATES);
        draw_quantiles(&m, r, &first, "quantiles-seconds", "Quantiles: seconds", SECONDS);
        draw_scatter(&m, r, 0, 1, STATES);
    }
    return all;
}
