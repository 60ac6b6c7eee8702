/* lab_results.c - see lab_results.h. */
#include "apps/lab/lab_results.h"

#include <errno.h>
#include <string.h>

#include "apps/store/store_text.h"
#include "apps/suite/figures.h"
#include "apps/suite/place.h"
#include "tool/cli/options.h"

char *lab_shipped(const char *name)
{
    char *path = path_join(studies_directory(), name), *text = read_whole_file(path, NULL);
    if (!text)
        die("%s, which is installed with Mazurka: %s", path, strerror(errno));
    return text;
}

/* --- the study ------------------------------------------------------------------------------------------------------- */

static const struct program *program_named(const struct suite *suite, const char *name)
{
    for (size_t i = 0; i < suite->count; i++)
        if (strcmp(suite->programs[i].name, name) == 0)
            return &suite->programs[i];
    return NULL;
}

static void add_programs(struct store *store, const struct study *s)
{
    for (size_t p = 0; p < s->programs.count; p++) {
        const char *name = s->programs.at[p];
        const struct study_clients *clients = study_clients_of(s, name);
        const char *section = clients ? clients->name : NULL, *last = section ? strrchr(section, '_') : NULL;
        store_do(store, "INSERT INTO studied_program VALUES (?, ?, ?, ?, ?, ?, 0)", "ittitt", (int64_t)p, name, study_form(s, name),
            (int64_t)strings_contain(&s->paper_programs, name), section, last ? last + 1 : section);
    }
}

static void add_printed(struct store *store, const struct study *s, const struct suite *suite, const struct study_phase *phase, size_t at)
{
    const struct configuration *c = phase->configurations.at[at];
    for (size_t p = 0; p < s->programs.count; p++) {
        const json_t *figure = figure_of(program_named(suite, s->programs.at[p]), c, s->paper);
        char *states = figure ? figure_text(figure, "states") : NULL;
        if (figure)
            store_do(store, "INSERT INTO printed VALUES (?, ?, ?, ?, ?, ?)", "itittt", (int64_t)p, phase->name, (int64_t)at,
                states ? states : figure_text(figure, "outcome"), figure_text(figure, "seconds"), figure_text(figure, "found"));
    }
}

/* A phase that goes on with another one has more runs of the same experiments: they are read with those. */
static void add_phase(struct store *store, const struct study *s, const struct suite *suite, const struct study_phase *phase)
{
    if (phase->of)
        return;
    for (size_t i = 0; i < phase->configurations.count; i++) {
        const struct configuration *c = phase->configurations.at[i];
        store_do(store, "INSERT INTO listed VALUES (?, ?, ?, ?, ?, ?, ?)", "tiittti", phase->name, (int64_t)(phase - s->phases),
            (int64_t)i, c->name, c->title, c->group, (int64_t)c->random);
        add_printed(store, s, suite, phase, i);
    }
}

static void add_study(struct store *store, const struct study *s, const struct lab_settings *settings)
{
    struct suite suite = {0};
    if (study_has_suite_programs(s))
        suite = suite_read(settings->suite ? settings->suite : suite_default_directory(), &(struct strings){0});
    store_script(store, lab_shipped("study.sql"));
    const struct study_phase *sweep = s->ranked ? study_phase_named(s, s->ranked) : NULL;
    store_do(store, "INSERT INTO study VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0)", "titittii", s->races ? "races" : "own",
        (int64_t)s->states, s->scale, (int64_t)settings->by_time, s->ranked, s->compared, (int64_t)(s->clients_count > 0),
        (int64_t)(sweep ? sweep->whole : 0));
    add_programs(store, s);
    for (size_t i = 0; i < s->phase_count; i++)
        add_phase(store, s, &suite, &s->phases[i]);
}

/* --- what the store has of it ---------------------------------------------------------------------------------------- */

static void check_functions(struct store *store)
{
    static const char count[] =
        "SELECT count(DISTINCT name) FROM pragma_function_list WHERE name IN ('ln', 'log10', 'exp', 'pow', 'sqrt', 'floor', 'ceil')";
    if (store_number(store, count, "") < 7)
        die("this library of SQLite was built without mathematical functions, which the tables of a study need (3.35 or later, with "
            "-DSQLITE_ENABLE_MATH_FUNCTIONS)");
}

struct study_results lab_results(const struct lab_settings *settings)
{
    struct study_results r = {.study = lab_study(settings)};
    const struct study *s = &r.study;
    r.store = store_read(settings->store);
    check_functions(r.store);
    add_study(r.store, s, settings);
    store_script(r.store, lab_shipped("measures.sql"));
    r.sweep_runs = (uint64_t)store_number(r.store, "SELECT total(runs) FROM sweep", "");
    r.comparison_runs = (uint64_t)store_number(r.store, "SELECT total(runs) FROM comparison", "");
    r.missing = (uint64_t)store_number(r.store, "SELECT count(*) FROM sweep WHERE runs = 0 AND NOT refused", "");
    r.of_clients = s->clients_count && r.comparison_runs;
    if (store_number(r.store, "SELECT total(runs) FROM measure", "") == 0)
        die("the store %s has no results of the study %s with %s and a limit of %s: `mazurka lab run %s%s` makes them", settings->store,
            s->name, s->races ? "races" : "own bugs", show_things(s->states, "state"), s->name, settings->quick ? " --quick" : "");
    return r;
}
