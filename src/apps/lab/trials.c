/* trials.c - see trials.h. A study has a hundred thousand of them: what the store knows is asked for once for each program. */
#include "apps/lab/trials.h"

#include <stdlib.h>
#include <string.h>

#include "apps/suite/outcome.h"

/* --- programs -------------------------------------------------------------------------------------------------------- */

static const struct program *program_named(const struct suite *suite, const char *name)
{
    for (size_t i = 0; i < suite->count; i++)
        if (strcmp(suite->programs[i].name, name) == 0)
            return &suite->programs[i];
    const char **names = allocate((suite->count + 1) * sizeof *names);
    for (size_t i = 0; i < suite->count; i++)
        names[i] = suite->programs[i].name;
    const char *nearest = nearest_word(name, names);
    die("the suite %s has no program %s%s%s%s. `mazurka suite list` lists its programs", suite->directory, name, nearest ? ": is " : "",
        nearest ? nearest : "", nearest ? " meant?" : "");
}

struct subject *subjects_of(const struct study *s, const struct suite *suite, size_t *count)
{
    struct subject *all = allocate((s->programs.count + 1) * sizeof *all);
    for (size_t i = 0; i < s->programs.count; i++) {
        const struct program *p = program_named(suite, s->programs.at[i]);
        const struct variant *form = variant_named(p->forms, p->form_count, study_form(s, p->name));
        const struct variant *scale = variant_named(p->scales, p->scale_count, s->scale);
        if (!form)
            die("%s: the program %s has no form %s", s->path, p->name, study_form(s, p->name));
        struct build *b = &all[i].build;
        *b = (struct build){.program = p, .form = form, .scale = scale ? scale : &p->scales[0]};
        strings_append(&b->flags, &p->flags);
        strings_append(&b->flags, &form->flags);
        strings_append(&b->flags, &b->scale->flags);
    }
    *count = s->programs.count;
    return all;
}

struct suite_settings study_settings(const struct study *s)
{
    return (struct suite_settings){.states = s->states, .milliseconds = s->milliseconds, .runs = 1,
        .errors = s->races ? ERRORS_RACES : ERRORS_OWN};
}

/* --- what the store knows -------------------------------------------------------------------------------------------- */

struct known {
    char    *name, *options;
    int64_t  id;
    uint64_t done, found;
    bool     varies, refused;
};

static int by_name_and_options(const void *a, const void *b)
{
    const struct known *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : strcmp(x->options, y->options);
}

/* Trials of one program, under these limits, with this version of Mazurka; sorted. */
static struct known *read_known(struct store *store, const struct study *s, const struct subject *subject, uint64_t first, size_t *count)
{
    const struct build *b = &subject->build;
    struct known *all = NULL;
    size_t room = 0;
    struct sqlite3_stmt *row = store_query(store,
        "SELECT c.name, c.options, e.id, count(r.seed), total(CASE WHEN r.seed <= ?1 THEN r.found END), "
        "min(CASE WHEN r.seed <= ?1 THEN r.states END) < max(CASE WHEN r.seed <= ?1 THEN r.states END) "
        "OR min(CASE WHEN r.seed <= ?1 THEN r.found END) < max(CASE WHEN r.seed <= ?1 THEN r.found END), "
        "EXISTS (SELECT 1 FROM outcome o WHERE o.experiment = e.id AND (o.exit_code = 4 OR o.verdict = 'counted')) "
        "FROM program p JOIN experiment e ON e.program = p.id JOIN configuration c ON c.id = e.configuration "
        "LEFT JOIN run r ON r.experiment = e.id "
        "WHERE p.name = ?2 AND p.form = ?3 AND p.scale = ?4 AND p.fingerprint = ?5 AND e.errors = ?6 AND e.max_states IN (0, ?7) "
        "AND e.max_milliseconds = ?8 AND e.mazurka = ?9 GROUP BY e.id",
        "itttttiit", (int64_t)first, b->program->name, b->form->name, b->scale->name, subject->fingerprint,
        s->races ? "races" : "own", (int64_t)s->states, (int64_t)s->milliseconds, MZ_VERSION);
    for (*count = 0; store_row(store, row); ++*count) {
        if (*count == room)
            all = resize(all, (room = room ? 2 * room : 1024) * sizeof *all);
        all[*count] = (struct known){.name = store_needed(store, row, 0), .options = store_needed(store, row, 1),
            .id = store_integer(row, 2),
            .done = (uint64_t)store_integer(row, 3), .found = (uint64_t)store_real(row, 4), .varies = store_integer(row, 5) != 0,
            .refused = store_integer(row, 6) != 0};
    }
    if (*count)
        qsort(all, *count, sizeof *all, by_name_and_options);
    return all;
}

static char *options_text(const struct experiment *e, const struct suite_settings *settings)
{
    struct strings words = experiment_options(e, settings);
    return words.count ? strings_command(&words) : format_text("%s", "");
}

static void look_up(struct store *store, struct trial *t, const struct known *known, size_t count, const struct suite_settings *settings)
{
    struct known wanted = {.name = (char *)t->experiment.configuration->name, .options = options_text(&t->experiment, settings)};
    const struct known *k = count ? bsearch(&wanted, known, count, sizeof *known, by_name_and_options) : NULL;
    if (k) {
        t->experiment.id = k->id;
        t->done = k->done;
        t->found = k->found;
        t->varies = k->varies;
        t->refused = k->refused;
    } else {
        t->experiment.id = experiment_row(store, &t->experiment, settings, t->subject->fingerprint);
    }
}

/* --- all of a phase -------------------------------------------------------------------------------------------------- */

static bool counts_errors(const struct configuration *c)
{
    return c->by == BY_RUNS || c->by == BY_CENSUS;
}

struct trials trials_of(struct store *store, const struct study *s, const struct study_phase *phase, struct subject *subjects,
                        size_t subject_count, uint64_t slice_number, uint64_t slice_count)
{
    struct suite_settings settings = study_settings(s);
    const struct study_phase *before = phase->of ? study_phase_named(s, phase->of) : phase;
    struct trials all = {allocate((subject_count * phase->configurations.count + 1) * sizeof *all.at), 0};
    store_begin(store);
    for (size_t i = 0, number = 0; i < subject_count; i++) {
        size_t known_count = 0;
        struct known *known = subjects[i].fingerprint ? read_known(store, s, &subjects[i], before->runs, &known_count) : NULL;
        for (size_t k = 0; k < phase->configurations.count; k++, number++) {
            const struct configuration *c = phase->configurations.at[k];
            if (number % slice_count != slice_number - 1 || !subjects[i].fingerprint)
                continue;
            struct trial *t = &all.at[all.count++];
            *t = (struct trial){.subject = &subjects[i], .experiment = {.build = &subjects[i].build, .configuration = c,
                .races = s->races && counts_errors(c), .runs = c->by == BY_RUNS && c->random ? phase->runs : 1}};
            look_up(store, t, known, known_count, &settings);
        }
        free(known);
    }
    store_commit(store);
    return all;
}
