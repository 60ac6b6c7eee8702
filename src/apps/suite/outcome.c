/* outcome.c - experiments and what became of them, in the store. */
#include "apps/suite/outcome.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* --- rows that others refer to --------------------------------------------------------------------------------------- */

static int64_t program_row(struct store *s, const struct build *b, const char *fingerprint)
{
    const struct program *p = b->program;
    char *flags = strings_command(&b->flags);
    store_do(s, "INSERT OR IGNORE INTO program (name, form, scale, buggy, title, threads, flags, fingerprint) VALUES (?,?,?,?,?,?,?,?)",
        "tttititt", p->name, b->form->name, b->scale->name, (int64_t)b->form->buggy, p->title, (int64_t)p->threads, flags, fingerprint);
    return store_number(s, "SELECT id FROM program WHERE name = ? AND form = ? AND scale = ? AND fingerprint = ?", "tttt", p->name,
        b->form->name, b->scale->name, fingerprint);
}

static int64_t configuration_row(struct store *s, const struct experiment *e, const struct suite_settings *settings)
{
    const struct configuration *c = e->configuration;
    struct strings words = experiment_options(e, settings);
    char *options = words.count ? strings_command(&words) : format_text("%s", "");
    store_do(s, "INSERT OR IGNORE INTO configuration (name, family, title, options, random) VALUES (?,?,?,?,?)", "tttti", c->name, c->group,
        c->title, options, (int64_t)c->random);
    return store_number(s, "SELECT id FROM configuration WHERE name = ? AND options = ?", "tt", c->name, options);
}

int64_t experiment_row(struct store *s, const struct experiment *e, const struct suite_settings *settings, const char *fingerprint)
{
    int64_t program = program_row(s, e->build, fingerprint), configuration = configuration_row(s, e, settings);
    const char *errors = e->races ? "races" : "own";
    bool limited = strstr(e->configuration->options, "{states") != NULL;
    int64_t states = limited ? (int64_t)settings->states : 0, time = (int64_t)settings->milliseconds;
    store_do(s, "INSERT OR IGNORE INTO experiment (program, configuration, errors, max_states, max_milliseconds, mazurka) "
                "VALUES (?,?,?,?,?,?)",
        "iitiit", program, configuration, errors, states, time, MZ_VERSION);
    return store_number(s, "SELECT id FROM experiment WHERE program = ? AND configuration = ? AND errors = ? AND max_states = ? AND "
                           "max_milliseconds = ? AND mazurka = ?",
        "iitiit", program, configuration, errors, states, time, MZ_VERSION);
}

/* --- runs ------------------------------------------------------------------------------------------------------------ */

static int64_t number(const json_t *object, const char *key)
{
    return (int64_t)json_integer_value(json_object_get(object, key));
}

static double real(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

void outcome_keep_run(struct store *s, int64_t experiment, const json_t *run)
{
    store_do(s, "INSERT OR REPLACE INTO run (experiment, seed, found, complete, states, transitions, max_depth, path, switches, "
                "preemptions, bytes, seconds, outcome, processor) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        "iiiiiiiiiiiftf", experiment, number(run, "seed"), (int64_t)json_is_true(json_object_get(run, "found")),
        (int64_t)json_is_true(json_object_get(run, "complete")), number(run, "states"), number(run, "transitions"),
        number(run, "max_depth"), number(run, "path"), number(run, "context_switches"), number(run, "preemptions"), number(run, "bytes"),
        real(run, "seconds"), json_string_value(json_object_get(run, "outcome")), real(run, "processor_seconds"));
}

/* A check without --runs is one run, whose numbers are those of the search and of the first finding. */
static void keep_check(struct store *s, int64_t experiment, const struct outcome *o, const char *ended)
{
    const json_t *n = json_object_get(o->json, "statistics"), *f = json_array_get(json_object_get(o->json, "findings"), 0);
    bool found = strcmp(o->verdict, "bug") == 0;
    store_do(s, "INSERT OR REPLACE INTO run (experiment, seed, found, complete, states, transitions, max_depth, path, switches, "
                "preemptions, bytes, seconds, outcome) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)",
        "iiiiiiiiiiift", experiment, (int64_t)o->first_seed, (int64_t)found, (int64_t)(strcmp(o->verdict, "verified") == 0),
        number(n, "processed"), number(n, "transitions"), number(n, "max_depth"),
        (int64_t)json_array_size(json_object_get(f, "schedule")), number(f, "context_switches"), number(f, "preemptions"),
        number(n, "table_bytes") + number(n, "path_bytes"), real(n, "search_seconds"), ended);
}

/* The command's time may be over a moment before the search sees that its own is: then it tells of no run, and has made one. */
static bool is_out_of_time(const struct experiment *e, const struct outcome *o)
{
    const json_t *each = json_object_get(json_object_get(o->json, "runs"), "each");
    return e->configuration->by == BY_RUNS && o->runs == 1 && json_array_size(each) == 0 && o->reason &&
           strncmp(o->reason, "stopped by --time", strlen("stopped by --time")) == 0;
}

static void keep_runs(struct store *s, const struct experiment *e, const struct outcome *o)
{
    const json_t *each = json_object_get(json_object_get(o->json, "runs"), "each");
    size_t i;
    json_t *run;
    if (e->configuration->by == BY_CHECK)
        keep_check(s, e->id, o, strcmp(o->verdict, "bug") == 0 ? "found" : strcmp(o->verdict, "verified") == 0 ? "exhausted" : NULL);
    if (is_out_of_time(e, o))
        keep_check(s, e->id, o, "limit of time");
    json_array_foreach(each, i, run)
        outcome_keep_run(s, e->id, run);
}

/* --- a census -------------------------------------------------------------------------------------------------------- */

/* Numbers that may not be there: NULL in the store. */
static char *value_text(const json_t *value)
{
    return json_is_number(value) ? format_text("%.17g", json_number_value(value)) : NULL;
}

static char *estimate_text(const json_t *part, const char *key, const char *member)
{
    return value_text(json_object_get(json_object_get(part, key), member));
}

/* The ratios are exact where all was explored, and those of the samples where not; the counts are of all that was met. */
static void keep_census(struct store *s, const struct experiment *e, const struct outcome *o)
{
    bool complete = json_is_true(json_object_get(o->json, "complete"));
    const json_t *met = json_object_get(o->json, "met"), *by = complete ? met : json_object_get(o->json, "sampled");
    store_do(s, "INSERT OR REPLACE INTO census VALUES (?,?,?,?,?,?,?,CAST(? AS REAL),CAST(? AS REAL),CAST(? AS REAL),CAST(? AS REAL),"
                "CAST(? AS REAL),CAST(? AS REAL),CAST(? AS INTEGER),CAST(? AS REAL),CAST(? AS REAL),CAST(? AS REAL),CAST(? AS INTEGER),?)",
        "iiiiiiitttttttttttf", e->id, (int64_t)complete, number(o->json, "distinct_states"), number(met, "states"),
        number(met, "error_states"), number(met, "paths"), number(met, "error_paths"), estimate_text(by, "error_state_ratio", "value"),
        estimate_text(by, "error_state_ratio", "low"), estimate_text(by, "error_state_ratio", "high"),
        estimate_text(by, "error_path_ratio", "value"), estimate_text(by, "error_path_ratio", "low"),
        estimate_text(by, "error_path_ratio", "high"), value_text(json_object_get(met, "least_length")),
        estimate_text(by, "average_length", "value"), estimate_text(by, "average_length", "low"),
        estimate_text(by, "average_length", "high"), value_text(json_object_get(met, "most_length")), real(o->json, "seconds"));
}

/* --- all of it ------------------------------------------------------------------------------------------------------- */

static void keep_findings(struct store *s, const struct experiment *e, const struct outcome *o)
{
    size_t i;
    json_t *f;
    store_do(s, "DELETE FROM finding WHERE experiment = ? AND first_seed = ?", "ii", e->id, (int64_t)o->first_seed);
    json_array_foreach(json_object_get(o->json, "findings"), i, f) {
        const json_t *place = json_object_get(f, "place");
        const char *kind = json_string_value(json_object_get(f, "kind")), *headline = json_string_value(json_object_get(f, "headline"));
        char *line = value_text(json_object_get(place, "line"));
        store_do(s, "INSERT INTO finding (experiment, first_seed, kind, file, line, headline, expected) "
                    "VALUES (?,?,?,?,CAST(? AS INTEGER),?,?)",
            "iitttti", e->id, (int64_t)o->first_seed, kind ? kind : "", json_string_value(json_object_get(place, "file")),
            line, headline ? headline : "", (int64_t)finding_is_expected(e, f));
    }
}

static char *time_of_day(void)
{
    char text[32];
    time_t t = time(NULL);
    struct tm utc;
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&t, &utc));
    return format_text("%s", text);
}

void outcome_keep(struct store *s, const struct experiment *e, const struct outcome *o)
{
    const json_t *statistics = json_object_get(o->json, "statistics");
    char *numbers = statistics ? json_dumps(statistics, JSON_COMPACT) : NULL;
    store_begin(s);
    store_do(s, "INSERT OR REPLACE INTO outcome (experiment, first_seed, runs, verdict, reason, exit_code, expected, why, finished, "
                "seconds, statistics) VALUES (?,?,?,?,?,?,?,?,?,?,?)",
        "iiittiittft", e->id, (int64_t)o->first_seed, (int64_t)o->runs, o->verdict, o->reason, (int64_t)o->exit_code,
        (int64_t)(o->why == NULL), o->why, time_of_day(), o->seconds, numbers);
    if (o->json && o->exit_code != EXIT_ERROR) {
        keep_runs(s, e, o);
        keep_findings(s, e, o);
        if (e->configuration->by == BY_CENSUS)
            keep_census(s, e, o);
    }
    store_commit(s);
    free(numbers);
}

void outcome_keep_series(struct store *s, int64_t experiment, uint64_t first_seed, uint64_t runs, bool refused)
{
    store_do(s, "INSERT OR REPLACE INTO outcome (experiment, first_seed, runs, verdict, reason, exit_code, expected, why, finished, "
                "seconds, statistics) SELECT ?1, ?2, ?3, CASE WHEN ?4 THEN 'unsound' WHEN max(found) THEN 'bug' ELSE 'covered' END, "
                "CASE WHEN ?4 THEN 'these options do not go together' END, CASE WHEN ?4 THEN ?5 WHEN max(found) THEN ?6 ELSE ?7 END, "
                "1, NULL, ?8, total(seconds), NULL FROM run WHERE experiment = ?1 AND seed >= ?2",
        "iiiiiiit", experiment, (int64_t)first_seed, (int64_t)runs, (int64_t)refused, (int64_t)EXIT_UNSOUND, (int64_t)EXIT_BUG,
        (int64_t)EXIT_UNKNOWN, time_of_day());
}
