/* batches.c - see batches.h. */
#include "apps/lab/batches.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/suite/outcome.h"
#include "model/search_table.h"
#include "tool/commands/series_file.h"

enum { BATCH_RUNS = 2000, BATCH_STATES = 4000000 }; /* of a batch, roughly: what is lost if it is killed is seconds */

/* --- which ----------------------------------------------------------------------------------------------------------- */

static bool goes_in_series(const struct configuration *c)
{
    const char *search = strstr(c->options ? c->options : "", "--search=");
    char name[64] = "dfs";
    if (search)
        snprintf(name, sizeof name, "%.*s", (int)strcspn(search + 9, " "), search + 9);
    bool splits = strstr(c->options ? c->options : "", "--jobs") != NULL;
    bool sees = strstr(c->options ? c->options : "", "--visible=") != NULL; /* other choice points than those of the series */
    return c->by == BY_RUNS && series_takes(search_kind_named(name)) && !splits && !sees;
}

static uint64_t missing(const struct trial *t)
{
    return t->refused || t->done >= t->experiment.runs ? 0 : t->experiment.runs - t->done;
}

static uint64_t asked_for(const struct batch *b, const struct trial *t)
{
    return b->single ? 1 : missing(t);
}

static struct batch *new_batch(struct batches *all, size_t *room, const char *place, bool alone, bool single)
{
    if (all->count == *room)
        all->at = resize(all->at, (*room = *room ? 2 * *room : 64) * sizeof *all->at);
    struct batch *b = &all->at[all->count++];
    *b = (struct batch){.json = format_text("%s/%zu.json", place, all->count), .log = format_text("%s/%zu.log", place, all->count),
        .series = format_text("%s/%zu.series", place, all->count), .alone = alone, .single = single};
    return b;
}

static void add(struct batch *b, struct trial *t)
{
    if ((b->count & (b->count - 1)) == 0)
        b->trials = resize(b->trials, (b->count ? 2 * b->count : 1) * sizeof *b->trials);
    b->trials[b->count++] = t;
    b->runs += asked_for(b, t);
}

struct batches batches_of(const struct trials *trials, const struct study *s, const char *place, bool singly)
{
    struct batches all = {0};
    size_t room = 0, open = 0; /* the batch that more may be added to, from 1; 0: none */
    uint64_t most = BATCH_STATES / s->states < BATCH_RUNS ? BATCH_STATES / s->states : BATCH_RUNS;
    for (size_t i = 0; i < trials->count; i++) {
        struct trial *t = &trials->at[i];
        bool series = goes_in_series(t->experiment.configuration);
        if (missing(t) == 0 || t->lost)
            continue;
        const struct batch *last = open ? &all.at[open - 1] : NULL;
        bool fits = last && series && !singly && last->trials[0]->subject == t->subject && last->runs + missing(t) <= most;
        if (!fits)
            new_batch(&all, &room, place, !series, singly);
        add(fits ? &all.at[open - 1] : &all.at[all.count - 1], t);
        if (!fits && series)
            open = all.count;
    }
    return all;
}

/* --- by which command ------------------------------------------------------------------------------------------------ */

/* A line of the series: the options of the configuration, with its seeds. */
static void write_line(FILE *out, const struct batch *b, const struct trial *t, const struct study *s)
{
    struct strings words = configuration_options(t->experiment.configuration, s->states);
    strings_addf(&words, "--seed=%" PRIu64, t->done + 1);
    strings_addf(&words, "--runs=%" PRIu64, asked_for(b, t));
    strings_addf(&words, "--time=%" PRIu64 "ms", s->milliseconds);
    fprintf(out, "%s\n", strings_command(&words));
}

static void write_series(const struct batch *b, const struct study *s)
{
    FILE *out = fopen(b->series, "w");
    for (size_t i = 0; out && i < b->count; i++)
        write_line(out, b, b->trials[i], s);
    if (!out || fclose(out) != 0)
        die("%s: %s", b->series, strerror(errno));
}

struct strings batch_command(const struct batch *b, const struct study *s)
{
    struct trial *first = b->trials[0];
    struct suite_settings settings = study_settings(s);
    if (b->alone)
        return experiment_command(&first->experiment, &settings, first->done + 1, b->runs, b->json);
    static const struct configuration none = {.by = BY_RUNS, .options = ""};
    struct experiment like = first->experiment;
    like.configuration = &none;
    struct strings words = {0}, options = experiment_options(&like, &settings);
    write_series(b, s);
    strings_add(&words, self_path());
    strings_add(&words, "check");
    strings_add(&words, first->subject->build.binary);
    strings_append(&words, &options);
    strings_addf(&words, "--series=%s", b->series);
    if (file_exists(first->subject->build.set))
        strings_addf(&words, "--visible-from=%s", first->subject->build.set);
    strings_add(&words, "--no-trace");
    strings_add(&words, "--minimize=off");
    strings_add(&words, "--quiet");
    strings_addf(&words, "--json=%s", b->json);
    return words;
}

/* --- what came of it ------------------------------------------------------------------------------------------------- */

/* The first of the faults that are not the program's bug. */
static char *odd_finding(const struct batch *b, const json_t *json)
{
    size_t i;
    json_t *f;
    json_array_foreach(json_object_get(json, "findings"), i, f) {
        const char *headline = json_string_value(json_object_get(f, "headline"));
        if (!finding_is_expected(&b->trials[0]->experiment, f))
            return format_text("%s", headline ? headline : "something");
    }
    return NULL;
}

/* Runs come in the order of the file, those of one search by their seeds. */
static void keep_series(struct store *store, const struct batch *b, const json_t *json)
{
    const json_t *each = json_object_get(json_object_get(json, "runs"), "each");
    size_t i;
    json_t *run;
    uint64_t *first = allocate((b->count + 1) * sizeof *first);
    for (size_t k = 0; k < b->count; k++)
        first[k] = b->trials[k]->done;
    json_array_foreach(each, i, run) {
        size_t k = (size_t)json_integer_value(json_object_get(run, "series")) - 1;
        if (k >= b->count)
            continue;
        struct trial *t = b->trials[k];
        if (json_is_true(json_object_get(run, "refused")))
            t->refused = true;
        else
            outcome_keep_run(store, t->experiment.id, run);
        t->done += !t->refused;
        t->found += json_is_true(json_object_get(run, "found"));
    }
    for (size_t k = 0; k < b->count; k++) {
        const struct trial *t = b->trials[k];
        if (t->done > first[k] || t->refused)
            outcome_keep_series(store, t->experiment.id, first[k] + 1, t->done - first[k], t->refused);
    }
    free(first);
}

static void keep_alone(struct store *store, const struct batch *b, int status, double seconds)
{
    struct trial *t = b->trials[0];
    struct outcome o = outcome_read(&t->experiment, b->json, b->log, status, seconds);
    o.first_seed = t->done + 1;
    o.runs = b->runs;
    outcome_keep(store, &t->experiment, &o);
    t->refused = o.exit_code == EXIT_UNSOUND || strcmp(o.verdict, "counted") == 0;
    if (o.json && o.exit_code != EXIT_ERROR)
        t->done = (uint64_t)store_number(store, "SELECT count(*) FROM run WHERE experiment = ?", "i", t->experiment.id);
    json_decref(o.json);
}

/* Several runs, and more proved to be shared in one of them. */
static bool goes_by_others(const struct batch *b, const json_t *json)
{
    return b->runs > 1 && json_integer_value(json_object_get(json_object_get(json, "statistics"), "restarts")) > 0;
}

static uint64_t missing_of(const struct batch *b)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < b->count; i++)
        sum += missing(b->trials[i]);
    return sum;
}

uint64_t batch_keep(struct store *store, const struct batch *b, int status, double seconds, char **why, char **odd)
{
    uint64_t before = missing_of(b);
    json_t *json = json_load_file(b->json, 0, NULL);
    *odd = odd_finding(b, json);
    if (b->alone && !goes_by_others(b, json)) {
        keep_alone(store, b, status, seconds);
    } else if (!goes_by_others(b, json)) {
        store_begin(store);
        keep_series(store, b, json);
        store_commit(store);
    }
    uint64_t made = before - missing_of(b);
    b->trials[0]->lost = b->single && made == 0;
    *why = status > 128 ? format_text("it was ended by signal %d", status - 128) : log_last_line(b->log);
    json_decref(json);
    return made;
}
