/* measures.c - see measures.h. */
#include "apps/lab/measures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct name {
    const char *name;
    size_t      at;
};

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct name *)a)->name, ((const struct name *)b)->name);
}

static struct name *names_of(const struct configuration_list *list)
{
    struct name *names = allocate((list->count + 1) * sizeof *names);
    for (size_t i = 0; i < list->count; i++)
        names[i] = (struct name){list->at[i]->name, i};
    qsort(names, list->count, sizeof *names, by_name);
    return names;
}

const struct measure *measure_of(const struct measures *m, size_t program, size_t configuration)
{
    return &m->at[program * m->configurations->count + configuration];
}

double measure_average(const struct measure *m)
{
    return m->found ? m->states.mean : INFINITY;
}

double measure_cost(const struct measure *m)
{
    return m->found ? m->total / (double)m->found : INFINITY;
}

static void add_run(struct measure *m, bool found, bool complete, double states, double seconds, double bytes)
{
    if (m->runs == m->room) {
        m->room = m->room ? 2 * m->room : 8;
        m->all = resize(m->all, m->room * sizeof *m->all);
        m->times = resize(m->times, m->room * sizeof *m->times);
    }
    m->total += states;
    if (found || complete) {
        m->ended++;
        m->effort_states += (states - m->effort_states) / (double)m->ended;
        m->effort_seconds += (seconds - m->effort_seconds) / (double)m->ended;
        m->effort_bytes += (bytes - m->effort_bytes) / (double)m->ended;
    }
    m->all[m->runs++] = found ? states : INFINITY;
    if (found)
        m->times[m->found++] = seconds;
}

/* Those of an earlier version of the experiment are forgotten: rows come by experiments, the latest last. */
static struct measure *measure_for(struct measures *m, const struct name *names, size_t program, const char *name, int64_t experiment)
{
    struct name wanted = {.name = name};
    const struct name *n = bsearch(&wanted, names, m->configurations->count, sizeof *names, by_name);
    if (!n)
        return NULL;
    struct measure *to = &m->at[program * m->configurations->count + n->at];
    if (to->experiment != experiment) {
        to->experiment = experiment;
        to->runs = to->found = to->ended = 0;
        to->total = to->effort_states = to->effort_seconds = to->effort_bytes = 0;
        to->refused = false;
    }
    return to;
}

static void read_program(struct measures *m, struct store *store, const struct name *names, size_t program)
{
    const struct study *s = m->study;
    struct sqlite3_stmt *row = store_query(store,
        "SELECT c.name, e.id, r.found, r.complete, r.states, r.seconds, r.bytes, "
        "EXISTS (SELECT 1 FROM outcome o WHERE o.experiment = e.id AND o.exit_code = 4) "
        "FROM program p JOIN experiment e ON e.program = p.id JOIN configuration c ON c.id = e.configuration "
        "LEFT JOIN run r ON r.experiment = e.id WHERE p.name = ? AND p.form = ? AND e.errors = ? AND e.max_states IN (0, ?) AND " AT_SCALE
        "ORDER BY e.id, r.seed", "tttit", m->programs->at[program], s->form, s->races ? "races" : "own", (int64_t)s->states, s->scale);
    while (store_row(store, row)) {
        char *name = store_needed(store, row, 0);
        struct measure *to = measure_for(m, names, program, name, store_integer(row, 1));
        if (to)
            to->refused = store_integer(row, 7) != 0;
        if (to && !store_is_null(row, 2))
            add_run(to, store_integer(row, 2) != 0, store_integer(row, 3) != 0, store_real(row, 4), store_real(row, 5), store_real(row, 6));
        free(name);
    }
}

struct measures measures_read(struct store *store, const struct study *s, const struct study_phase *phase)
{
    struct measures m = {.study = s, .configurations = &phase->configurations, .programs = &s->programs};
    struct name *names = names_of(m.configurations);
    size_t count = m.programs->count * m.configurations->count;
    m.at = allocate((count + 1) * sizeof *m.at);
    for (size_t i = 0; i < m.programs->count; i++)
        read_program(&m, store, names, i);
    for (size_t i = 0; i < count; i++) {
        struct measure *one = &m.at[i];
        if (one->runs)
            qsort(one->all, one->runs, sizeof *one->all, by_value);
        m.total_runs += one->runs;
        m.missing += one->runs == 0 && !one->refused;
        one->states = summary_of(one->all, one->found);
        one->seconds = summary_of(one->times, one->found);
    }
    free(names);
    return m;
}
