/* client_measures.c - see client_measures.h. */
#include "apps/lab/client_measures.h"

#include <math.h>
#include <string.h>

static bool is_meant(const char *configuration, const char *name)
{
    size_t length = strlen(name);
    if (strcmp(configuration, name) == 0)
        return true;
    return ends_with(name, "-seq") && strncmp(configuration, name, length) == 0 && configuration[length] == '-';
}

static void add_experiment(struct effort *e, struct store *store, int64_t experiment)
{
    struct sqlite3_stmt *row =
        store_query(store, "SELECT found OR complete, states, seconds FROM run WHERE experiment = ?", "i", experiment);
    while (store_row(store, row)) {
        double states = store_real(row, 1), seconds = store_real(row, 2);
        e->least_states = e->runs ? fmin(e->least_states, states) : states;
        e->least_seconds = e->runs ? fmin(e->least_seconds, seconds) : seconds;
        e->runs++;
        e->ended += store_integer(row, 0) != 0;
        e->states += (states - e->states) / (double)e->runs;
        e->seconds += (seconds - e->seconds) / (double)e->runs;
    }
}

struct effort effort_of(const struct study_results *r, size_t program, const char *name)
{
    const struct measures *m = &r->comparison;
    struct effort e = {0};
    for (size_t i = 0; i < m->configurations->count; i++)
        if (is_meant(m->configurations->at[i]->name, name) && measure_of(m, program, i)->experiment)
            add_experiment(&e, r->store, measure_of(m, program, i)->experiment);
    return e;
}

bool effort_is_whole(const struct effort *e)
{
    return e->runs > 0 && e->ended == e->runs;
}

const char *class_of_client(const struct study_results *r, size_t program)
{
    const struct study_clients *c = study_clients_of(&r->study, r->comparison.programs->at[program]);
    const char *last = c ? strrchr(c->name, '_') : NULL;
    return !c ? NULL : last ? last + 1 : c->name;
}

struct strings client_classes(const struct study_results *r)
{
    struct strings classes = {0};
    for (size_t p = 0; p < r->comparison.programs->count; p++) {
        const char *class = class_of_client(r, p);
        if (class && !strings_contain(&classes, class))
            strings_add(&classes, class);
    }
    return classes;
}

struct strings ordered_algorithms(const struct study_results *r)
{
    struct strings names = {0};
    for (size_t i = 0; i < r->comparison.configurations->count; i++) {
        const char *name = r->comparison.configurations->at[i]->name, *seq = strstr(name, "-seq-");
        char *algorithm = seq ? format_text("%.*s", (int)(seq - name), name) : NULL;
        if (algorithm && !strings_contain(&names, algorithm))
            strings_add(&names, algorithm);
    }
    return names;
}
