/* suite_run.c - `mazurka suite run`: compiles every form once, runs what the store does not have yet, and says where programs are not what
 * their facts files say.
 *
 * An experiment is committed when its process has ended, so what is killed loses what was running then, and no more; the same command
 * goes on with the rest. */
#include <stdlib.h>
#include <string.h>

#include "apps/suite/builds.h"
#include "apps/suite/outcome.h"
#include "tool/cli/json_file.h"
#include "tool/cli/options.h"
#include "tool/cli/printable.h"
#include "tool/cli/workers.h"

enum { BATCH = 100 /* runs of one process: what a kill costs at most */ };

struct job {
    struct experiment *experiment;
    uint64_t           first_seed, runs;
    char              *json;
    struct session    *session;
};

struct session {
    const struct suite_settings *settings;
    struct plan    plan;
    struct store  *store;
    const char    *place;  /* temporary directory */
    struct job    *jobs;
    size_t         job_count, job_room;
    size_t         earlier, built_wrongly;
};

static bool run_tasks(const struct session *s, struct task *tasks, size_t count, const char *what,
                      void (*done)(struct task *task, int status, double seconds))
{
    struct workers workers = {.at_a_time = processes_at_a_time(s->settings->jobs), .what = s->settings->quiet ? NULL : what,
        .seconds = seconds_until(s->settings->end), .done = done};
    return workers_run(&workers, tasks, count);
}

/* --- compiling ------------------------------------------------------------------------------------------------------- */

static struct builder builder_of(const struct session *s)
{
    return (struct builder){.place = s->place, .cc = s->settings->cc, .at_a_time = processes_at_a_time(s->settings->jobs),
        .quiet = s->settings->quiet, .end = s->settings->end};
}

static bool compile_all(struct session *s)
{
    struct build **list = allocate((s->plan.build_count + 1) * sizeof *list);
    struct builder how = builder_of(s);
    for (size_t i = 0; i < s->plan.build_count; i++)
        list[i] = &s->plan.builds[i];
    bool whole = builds_compile(&how, list, s->plan.build_count);
    for (size_t i = 0; i < s->plan.build_count; i++)
        s->built_wrongly += list[i]->failure != NULL;
    return whole;
}

/* --- what is left to do ---------------------------------------------------------------------------------------------- */

static void add_job(struct session *s, struct experiment *e, uint64_t first_seed, uint64_t runs)
{
    if (s->job_count == s->job_room) {
        s->job_room = s->job_room ? 2 * s->job_room : 256;
        s->jobs = resize(s->jobs, s->job_room * sizeof *s->jobs);
    }
    s->jobs[s->job_count] = (struct job){.experiment = e, .first_seed = first_seed, .runs = runs,
        .json = format_text("%s/%zu.json", s->place, s->job_count), .session = s};
    s->job_count++;
}

/* Seeds that have a run. What was refused has none and is done with; what failed for want of something is tried
 * again. */
static bool *seeds_done(struct session *s, const struct experiment *e)
{
    bool *done = allocate(e->runs + 1);
    struct sqlite3_stmt *rows = store_query(s->store, "SELECT seed FROM run WHERE experiment = ? AND seed <= ?", "ii", e->id,
        (int64_t)e->runs);
    while (store_row(s->store, rows))
        done[store_integer(rows, 0)] = true;
    bool whole = store_number(s->store, "SELECT count(*) FROM outcome WHERE experiment = ? AND (exit_code = ? OR (verdict = 'counted'))",
        "ii", e->id, (int64_t)EXIT_UNSOUND) > 0;
    for (uint64_t seed = 1; whole && seed <= e->runs; seed++)
        done[seed] = true;
    return done;
}

static void plan_experiment(struct session *s, struct experiment *e)
{
    bool *done = seeds_done(s, e), any = false;
    for (uint64_t seed = 1; seed <= e->runs; seed++) {
        uint64_t runs = 0;
        while (seed + runs <= e->runs && !done[seed + runs] && runs < BATCH)
            runs++;
        if (runs == 0)
            continue;
        add_job(s, e, seed, runs);
        seed += runs - 1;
        any = true;
    }
    s->earlier += !any;
    free(done);
}

static void forget(struct store *store, int64_t experiment)
{
    static const char *const tables[] = {"DELETE FROM run WHERE experiment = ?", "DELETE FROM outcome WHERE experiment = ?",
        "DELETE FROM finding WHERE experiment = ?", "DELETE FROM census WHERE experiment = ?"};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        store_do(store, tables[i], "i", experiment);
}

static void plan_all(struct session *s)
{
    store_begin(s->store);
    for (size_t i = 0; i < s->plan.experiment_count; i++) {
        struct experiment *e = &s->plan.experiments[i];
        if (e->build->failure)
            continue;
        e->id = experiment_row(s->store, e, s->settings, build_fingerprint(e->build));
        if (s->settings->again)
            forget(s->store, e->id);
        plan_experiment(s, e);
    }
    store_commit(s->store);
}

/* --- visible sets ---------------------------------------------------------------------------------------------------- */

static bool make_sets(struct session *s)
{
    struct build **list = allocate((s->plan.build_count + 1) * sizeof *list);
    struct builder how = builder_of(s);
    size_t count = 0;
    for (size_t i = 0; i < s->plan.build_count; i++)
        s->plan.builds[i].wants_set = false;
    for (size_t i = 0; i < s->job_count; i++)
        s->jobs[i].experiment->build->wants_set |= s->jobs[i].experiment->configuration->by != BY_CHECK;
    for (size_t i = 0; i < s->plan.build_count; i++)
        if (s->plan.builds[i].wants_set)
            list[count++] = &s->plan.builds[i];
    return builds_make_sets(&how, list, count);
}

/* --- running --------------------------------------------------------------------------------------------------------- */

static void tell(const struct session *s, const struct experiment *e, const struct outcome *o)
{
    if (o->why)
        printf("FAIL %s: %s\n", experiment_name(e), printable(o->why));
    else if (!s->settings->quiet && e->configuration->by == BY_CHECK)
        printf("ok   %s: %s: %s\n", experiment_name(e), o->verdict, printable(o->reason));
    flush_stdout();
}

static void finished(struct task *t, int status, double seconds)
{
    struct job *j = t->self;
    struct outcome o = outcome_read(j->experiment, j->json, t->log, status, seconds);
    o.first_seed = j->first_seed;
    o.runs = j->runs;
    outcome_keep(j->session->store, j->experiment, &o);
    tell(j->session, j->experiment, &o);
    json_decref(o.json);
    remove(j->json);
    remove(t->log);
}

static bool run_all(struct session *s)
{
    struct task *tasks = allocate((s->job_count + 1) * sizeof *tasks);
    for (size_t i = 0; i < s->job_count; i++) {
        struct job *j = &s->jobs[i];
        tasks[i] = (struct task){.argv = experiment_command(j->experiment, s->settings, j->first_seed, j->runs, j->json),
            .directory = j->experiment->build->program->directory, .log = format_text("%s.log", j->json), .self = j};
    }
    return run_tasks(s, tasks, s->job_count, "jobs", finished);
}

/* --- the end --------------------------------------------------------------------------------------------------------- */

/* Why it is not as expected; NULL: it is, or has not been run. */
static char *failure_of(struct session *s, const struct experiment *e)
{
    char *why = NULL;
    if (e->build->failure)
        return NULL;
    struct sqlite3_stmt *rows = store_query(s->store, "SELECT why FROM outcome WHERE experiment = ? AND expected = 0 AND first_seed <= ?",
        "ii", e->id, (int64_t)e->runs);
    while (store_row(s->store, rows))
        why = store_text(rows, 0);
    return why;
}

/* Failures of earlier commands count, too: a suite that has failed has failed until it is mended. */
static json_t *failures_of(struct session *s)
{
    json_t *list = json_array();
    for (size_t i = 0; i < s->plan.experiment_count; i++) {
        const struct experiment *e = &s->plan.experiments[i];
        char *why = failure_of(s, e);
        if (why)
            json_array_append_new(list, json_pack("{s:s,s:s,s:s,s:s,s:s}", "program", e->build->program->name, "form", e->build->form->name,
                "scale", e->build->scale->name, "configuration", e->configuration->name, "why", why));
    }
    return list;
}

static void write_json(const struct session *s, json_t *failures, bool whole)
{
    json_file_put(json_pack("{s:s,s:i,s:s,s:b,s:I,s:I,s:I,s:I,s:O}", "schema", "mazurka-suite-run", "schema_version", 1, "store",
        s->settings->store, "finished", whole, "experiments", (json_int_t)s->plan.experiment_count, "done_before", (json_int_t)s->earlier,
        "not_compiled", (json_int_t)s->built_wrongly, "failed", (json_int_t)json_array_size(failures), "failures", failures),
        s->settings->json);
}

static int conclude(struct session *s, bool whole)
{
    json_t *failures = failures_of(s);
    size_t failed = json_array_size(failures);
    if (s->settings->json)
        write_json(s, failures, whole);
    if (!s->settings->quiet)
        fprintf(stderr, "%s, %s done before; %s not as expected%s; results are in %s\n",
            show_things(s->plan.experiment_count, "experiment"), show_count(s->earlier), show_count(failed),
            s->built_wrongly ? format_text("; %s not compiled", show_things(s->built_wrongly, "program")) : "", s->settings->store);
    if (!whole)
        warn("stopped before the end: the same command goes on from here");
    store_close(s->store);
    return s->built_wrongly ? EXIT_ERROR : failed ? EXIT_BUG : whole ? 0 : EXIT_UNKNOWN;
}

int suite_run(const struct suite_settings *settings)
{
    struct session s = {.settings = settings};
    struct strings programs = split_list(settings->programs), wanted = split_list(settings->configurations);
    struct suite suite = suite_read(settings->directory, &programs);
    struct configuration_list list = configurations_matching(&wanted);
    for (size_t i = 0; i < list.count; i++)
        if (list.at[i]->absent && !settings->quiet)
            warn("note: %s is left out: %s", list.at[i]->name, list.at[i]->absent);
    s.plan = plan_make(&suite, &list, settings);
    for (size_t i = 0; i < s.plan.notes.count && !settings->quiet; i++)
        warn("note: %s", s.plan.notes.at[i]);
    if (s.plan.experiment_count == 0)
        die("there is nothing to run: no program has a form and a scale that these configurations are for");
    s.store = store_open(settings->store, true);
    s.place = temp_directory();
    setenv("TMPDIR", s.place, 1); /* what those processes leave behind that are killed with us is in there, too */
    bool whole = compile_all(&s);
    if (whole)
        plan_all(&s);
    whole = whole && make_sets(&s) && run_all(&s);
    return conclude(&s, whole);
}
