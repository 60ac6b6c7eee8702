/* client_tables.c - tables of a study of clients, for figures 5 to 10 and 12 to 21 of the paper on S-POR: how many clients each algorithm
 * explores, what that takes, by data structure; and what the order of threads makes of it. */
#include "apps/lab/client_measures.h"

#include <string.h>

/* Explored by all configurations: only these can be added up. */
static bool is_common(const struct study_results *r, size_t program)
{
    const struct configuration_list *list = r->comparison.configurations;
    for (size_t i = 0; i < list->count; i++) {
        const struct measure *m = measure_of(&r->comparison, program, i);
        if (m->runs == 0 || m->ended < m->runs)
            return false;
    }
    return true;
}

/* The average of how many times as many states the other one has, over the clients that both explore. */
static char *times_text(const struct study_results *r, size_t one, size_t other)
{
    double sum = 0, count = 0;
    for (size_t p = 0; p < r->comparison.programs->count; p++) {
        const struct measure *a = measure_of(&r->comparison, p, one), *b = measure_of(&r->comparison, p, other);
        if (!a->ended || !b->ended || a->effort_states <= 0)
            continue;
        sum += b->effort_states / a->effort_states;
        count++;
    }
    return count > 0 ? format_text("%.2f", sum / count) : NULL;
}

/* Of the configurations, by its name; the number of them: there is none. */
static size_t named(const struct study_results *r, const char *name)
{
    size_t i = 0;
    while (i < r->comparison.configurations->count && strcmp(r->comparison.configurations->at[i]->name, name) != 0)
        i++;
    return i;
}

static void add_algorithms(struct lab_tables *all, const struct study_results *r)
{
    struct lab_table *to = lab_table_add(all, "Figures 5 and 6: algorithms");
    size_t clients = r->comparison.programs->count, common = 0, spor = named(r, "spor"), count = r->comparison.configurations->count;
    static const char *const columns[] = {"explored completely", "states", "seconds", "times fewer states than S-POR"};
    table_column(&to->table, "algorithm", false);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        table_column(&to->table, columns[i], true);
    for (size_t p = 0; p < clients; p++)
        common += is_common(r, p);
    for (size_t i = 0; i < count; i++) {
        double states = 0, seconds = 0;
        size_t ended = 0;
        for (size_t p = 0; p < clients; p++) {
            const struct measure *m = measure_of(&r->comparison, p, i);
            ended += m->ended > 0;
            states += is_common(r, p) ? m->effort_states : 0;
            seconds += is_common(r, p) ? m->effort_seconds : 0;
        }
        table_cell(&to->table, r->comparison.configurations->at[i]->title);
        table_cell(&to->table, format_text("%zu of %zu", ended, clients));
        table_cell(&to->table, format_text("%.0f", states));
        table_cell(&to->table, format_text("%.2f", seconds));
        table_cell(&to->table, spor < count ? times_text(r, i, spor) : NULL);
    }
    to->note = format_text("States and seconds: of the %zu clients that all of them explore, together. Times: averages over the clients "
                           "that both explore.", common);
}

/* --- memory ------------------------------------------------------------------------------------------------------------ */

/* Section 5 of the paper: what an algorithm takes beside the search without a reduction, on the clients that both explore; up to twice as
 * much, up to four times, and more, each with how many clients there are and with their average. */
static void add_memory_row(struct table *t, const struct study_results *r, size_t one, size_t jpf)
{
    double sum[3] = {0}, most = 0, all = 0, bytes = 0;
    size_t count[3] = {0}, clients = 0;
    for (size_t p = 0; p < r->comparison.programs->count; p++) {
        const struct measure *a = measure_of(&r->comparison, p, one), *b = measure_of(&r->comparison, p, jpf);
        if (!a->ended || !b->ended || b->effort_bytes <= 0)
            continue;
        double times = a->effort_bytes / b->effort_bytes;
        unsigned class = times <= 2 ? 0 : times <= 4 ? 1 : 2;
        count[class]++;
        sum[class] += times;
        most = times > most ? times : most;
        all += times;
        bytes += a->effort_bytes;
        clients++;
    }
    table_cell(t, r->comparison.configurations->at[one]->title);
    table_cell(t, format_text("%zu", clients));
    table_cell(t, clients ? format_text("%.0f", bytes / (double)clients / 1024) : NULL);
    table_cell(t, clients ? format_text("%.2f", all / (double)clients) : NULL);
    table_cell(t, clients ? format_text("%.2f", most) : NULL);
    for (unsigned i = 0; i < 3; i++)
        table_cell(t, count[i] ? format_text("%zu: %.2f", count[i], sum[i] / (double)count[i]) : format_text("0"));
}

static void add_memory(struct lab_tables *all, const struct study_results *r)
{
    static const char *const columns[] = {"clients", "KiB", "times JPF", "at most", "up to 2 times", "2 to 4 times", "more"};
    size_t jpf = named(r, "jpf"), count = r->comparison.configurations->count;
    if (jpf == count)
        return;
    struct lab_table *to = lab_table_add(all, "Figures 7 and 8: memory");
    table_column(&to->table, "algorithm", false);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        table_column(&to->table, columns[i], true);
    for (size_t i = 0; i < count; i++)
        add_memory_row(&to->table, r, i, jpf);
    to->note = "Of the clients that both the algorithm and the search without a reduction explore: memory of the states, of what the "
               "reduction keeps and of the path, at most, on average; and over that of the search without a reduction.";
}

/* --- by data structure -------------------------------------------------------------------------------------------------- */

static void add_section(struct table *t, const struct study_results *r, const struct study_clients *c)
{
    table_cell(t, c->name);
    for (size_t i = 0; i < r->comparison.configurations->count && i + 1 < TABLE_COLUMNS; i++) {
        double states = 0;
        size_t ended = 0, clients = 0;
        for (size_t p = 0; p < r->comparison.programs->count; p++) {
            const struct measure *m = measure_of(&r->comparison, p, i);
            if (study_clients_of(&r->study, r->comparison.programs->at[p]) != c)
                continue;
            clients++;
            ended += m->ended > 0;
            states += m->ended ? m->effort_states : 0;
        }
        table_cell(t, !ended ? format_text("0") : format_text("%zu: %.0f", ended, states / (double)ended));
    }
}

static void add_structures(struct lab_tables *all, const struct study_results *r)
{
    struct lab_table *to = lab_table_add(all, "Clients explored completely, and their states on average");
    table_column(&to->table, "clients", false);
    for (size_t i = 0; i < r->comparison.configurations->count && i + 1 < TABLE_COLUMNS; i++)
        table_column(&to->table, r->comparison.configurations->at[i]->name, true);
    for (size_t i = 0; i < r->study.clients_count; i++)
        add_section(&to->table, r, &r->study.clients[i]);
}

/* --- orders of threads -------------------------------------------------------------------------------------------------- */

struct totals {
    size_t clients, whole;
    double sequential, sequential_least, random, random_least; /* states */
    double seconds, random_seconds;
};

static struct totals totals_of(const struct study_results *r, const char *class, const char *algorithm, bool ordered)
{
    struct totals t = {0};
    for (size_t p = 0; p < r->comparison.programs->count; p++) {
        const char *own = class_of_client(r, p);
        if (!own || strcmp(own, class) != 0)
            continue;
        struct effort a = effort_of(r, p, ordered ? format_text("%s-seq", algorithm) : algorithm);
        struct effort b = ordered ? effort_of(r, p, format_text("%s-random", algorithm)) : a;
        t.clients++;
        if (!effort_is_whole(&a) || !effort_is_whole(&b))
            continue;
        t.whole++;
        t.sequential += a.states;
        t.sequential_least += a.least_states;
        t.random += b.states;
        t.random_least += b.least_states;
        t.seconds += a.seconds;
        t.random_seconds += b.seconds;
    }
    return t;
}

static char *average_text(double sum, size_t count, int decimals)
{
    return count ? format_text("%.*f", decimals, sum / (double)count) : NULL;
}

static void add_order_row(struct table *t, const struct study_results *r, const char *class, const char *algorithm, bool ordered)
{
    struct totals x = totals_of(r, class, algorithm, ordered);
    table_cell(t, class);
    table_cell(t, algorithm);
    table_cell(t, format_text("%zu of %zu", x.whole, x.clients));
    table_cell(t, average_text(x.sequential, x.whole, 0));
    table_cell(t, ordered ? average_text(x.sequential_least, x.whole, 0) : NULL);
    table_cell(t, ordered ? average_text(x.random, x.whole, 0) : NULL);
    table_cell(t, ordered ? average_text(x.random_least, x.whole, 0) : NULL);
    table_cell(t, average_text(1000 * x.seconds, x.whole, 1));
    table_cell(t, ordered ? average_text(1000 * x.random_seconds, x.whole, 1) : NULL);
}

static void add_orders(struct lab_tables *all, const struct study_results *r, const struct strings *algorithms)
{
    struct lab_table *to = lab_table_add(all, "Figures 9, 10 and 12 to 21: orders of threads");
    static const char *const columns[] = {"clients", "in sequence: states", "least", "at random: states", "least", "in sequence: ms",
                                          "at random: ms"};
    struct strings classes = client_classes(r);
    table_column(&to->table, "calls that come to the bug", false);
    table_column(&to->table, "algorithm", false);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        table_column(&to->table, columns[i], true);
    for (size_t i = 0; i < classes.count; i++) {
        for (size_t k = 0; k < algorithms->count; k++)
            add_order_row(&to->table, r, classes.at[i], algorithms->at[k], true);
        for (size_t k = 0; k < r->comparison.configurations->count; k++)
            if (starts_with(r->comparison.configurations->at[k]->name, "sum"))
                add_order_row(&to->table, r, classes.at[i], r->comparison.configurations->at[k]->name, false);
    }
    to->note = "Averages over the clients of which all runs of the algorithm found an error or explored everything; least: that of the "
               "best permutation of the threads, or the best seed, of each client. sum and sum-sleep have an order of their own.";
}

void client_tables(struct lab_tables *all, const struct study_results *r)
{
    struct strings algorithms = ordered_algorithms(r);
    if (algorithms.count) {
        add_orders(all, r, &algorithms);
    } else {
        add_algorithms(all, r);
        add_memory(all, r);
        add_structures(all, r);
    }
}
