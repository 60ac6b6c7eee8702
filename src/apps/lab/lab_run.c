/* lab_run.c - `mazurka lab run`: compiles the programs of a study, and makes the runs that the store does not have yet, phase by phase.
 *
 * Runs of many configurations share a process (batches.h), and are committed when it has ended: what is killed loses what was running
 * then, seconds of work, and the same command goes on with the rest. */
#include <stdlib.h>
#include <string.h>

#include "apps/lab/batches.h"
#include "apps/lab/lab_clients.h"
#include "apps/suite/builds.h"
#include "tool/cli/json_file.h"
#include "tool/cli/options.h"
#include "tool/cli/printable.h"
#include "tool/cli/workers.h"

struct session {
    const struct lab_settings *settings;
    struct study    study;
    struct suite    suite;
    struct subject *subjects;
    size_t          subject_count;
    struct store   *store;
    const char     *place;
    bool            sets_made;
    struct strings  told;       /* faults that are not the programs' bugs */
    uint64_t        made;       /* runs */
    uint64_t        lost;       /* those that could not be made */
    uint64_t        lost_told, uncompiled;
};

struct work {
    struct batch   *batch;
    struct session *session;
};

/* --- programs -------------------------------------------------------------------------------------------------------- */

static struct builder builder_of(const struct session *s)
{
    return (struct builder){.place = s->place, .cc = s->settings->cc, .at_a_time = processes_at_a_time(s->settings->jobs),
        .quiet = s->settings->quiet, .end = s->settings->end};
}

static bool compile_all(struct session *s)
{
    struct builder how = builder_of(s);
    struct build **list = allocate((s->subject_count + 1) * sizeof *list);
    for (size_t i = 0; i < s->subject_count; i++)
        list[i] = &s->subjects[i].build;
    if (!builds_compile(&how, list, s->subject_count))
        return false;
    for (size_t i = 0; i < s->subject_count; i++) {
        s->subjects[i].fingerprint = list[i]->failure ? NULL : build_fingerprint(list[i]);
        s->uncompiled += list[i]->failure != NULL;
    }
    return true;
}

/* Once, when there is something to run. */
static bool make_sets(struct session *s)
{
    struct builder how = builder_of(s);
    struct build **list = allocate((s->subject_count + 1) * sizeof *list);
    size_t count = 0;
    for (size_t i = 0; i < s->subject_count; i++)
        if (s->subjects[i].fingerprint)
            list[count++] = &s->subjects[i].build;
    s->sets_made = true;
    return builds_make_sets(&how, list, count);
}

/* --- a phase --------------------------------------------------------------------------------------------------------- */

static void tell_odd(struct session *s, const struct batch *b, const char *odd)
{
    char *text = format_text("%s: a fault that is not its bug was found: %s", b->trials[0]->subject->build.program->name, printable(odd));
    if (strings_contain(&s->told, text))
        return;
    strings_add(&s->told, text);
    warn("note: %s", text);
}

/* The first ones stand for the others: there may be thousands. */
static void tell_lost(struct session *s, const struct trial *t, const char *why)
{
    enum { TOLD = 10 };
    uint64_t left = t->experiment.runs - t->done;
    s->lost += left;
    if (s->lost_told++ < TOLD)
        warn("%s, %s: %s could not be made: %s", t->subject->build.program->name, t->experiment.configuration->name,
            show_things(left, "run"), printable(why));
}

static void finished(struct task *t, int status, double seconds)
{
    struct work *w = t->self;
    char *why, *odd;
    w->session->made += batch_keep(w->session->store, w->batch, status, seconds, &why, &odd);
    if (odd)
        tell_odd(w->session, w->batch, odd);
    if (w->batch->trials[0]->lost)
        tell_lost(w->session, w->batch->trials[0], why);
    remove(w->batch->series);
    remove(w->batch->json);
    remove(w->batch->log);
}

static bool run_batches(struct session *s, struct batches *batches, const char *what)
{
    struct task *tasks = allocate((batches->count + 1) * sizeof *tasks);
    struct work *works = allocate((batches->count + 1) * sizeof *works);
    struct workers workers = {.at_a_time = processes_at_a_time(s->settings->jobs), .what = s->settings->quiet ? NULL : what,
        .seconds = seconds_until(s->settings->end), .done = finished};
    for (size_t i = 0; i < batches->count; i++) {
        struct batch *b = &batches->at[i];
        works[i] = (struct work){b, s};
        tasks[i] = (struct task){.argv = batch_command(b, &s->study), .directory = b->trials[0]->subject->build.program->directory,
            .log = b->log, .self = &works[i]};
    }
    return workers_run(&workers, tasks, batches->count);
}

/* Trials of a phase that goes on with another one: those whose runs differ, and found an error. */
static void leave_out(struct trials *trials)
{
    for (size_t i = 0; i < trials->count; i++)
        if (!trials->at[i].varies || trials->at[i].found == 0)
            trials->at[i].experiment.runs = trials->at[i].done;
}

/* What is left: of batches that have failed, and of those whose runs would go by each other. One run of each trial at a time, which then is
 * what its seed makes of it; and where one fails it is known which. */
static bool run_left(struct session *s, const struct trials *trials)
{
    for (;;) {
        struct batches singles = batches_of(trials, &s->study, s->place, true);
        if (singles.count == 0)
            return true;
        if (!run_batches(s, &singles, "single runs"))
            return false;
    }
}

static bool run_phase(struct session *s, const struct study_phase *phase)
{
    struct trials trials = trials_of(s->store, &s->study, phase, s->subjects, s->subject_count, s->settings->slice_number,
        s->settings->slice_count);
    uint64_t made = s->made, lost = s->lost;
    if (phase->of)
        leave_out(&trials);
    struct batches batches = batches_of(&trials, &s->study, s->place, false);
    if (batches.count && !s->sets_made && !make_sets(s))
        return false;
    bool whole = run_batches(s, &batches, format_text("batches of the phase %s", phase->name)) && run_left(s, &trials);
    if (!s->settings->quiet)
        fprintf(stderr, "%s: %s, %s now%s\n", phase->name, show_things(trials.count, "experiment"), show_things(s->made - made, "run"),
            s->lost > lost ? format_text("; %s could not be made", show_things(s->lost - lost, "run")) : "");
    return whole;
}

/* --- all ------------------------------------------------------------------------------------------------------------- */

static bool is_wanted(const struct session *s, const struct study_phase *phase)
{
    struct strings wanted = split_list(s->settings->phases);
    return matches_any(&wanted, phase->name);
}

static void write_json(const struct session *s, bool whole)
{
    json_file_put(json_pack("{s:s,s:i,s:s,s:s,s:s,s:b,s:I,s:I,s:I}", "schema", "mazurka-lab-run", "schema_version", 1, "mazurka_version",
        MZ_VERSION, "study", s->study.name, "store", s->settings->store, "finished", whole, "runs", (json_int_t)s->made, "not_made",
        (json_int_t)s->lost, "not_compiled", (json_int_t)s->uncompiled), s->settings->json);
}

static int conclude(struct session *s, bool whole)
{
    if (s->settings->json)
        write_json(s, whole);
    if (!s->settings->quiet)
        fprintf(stderr, "%s made; results are in %s\n", show_things(s->made, "run"), s->settings->store);
    if (!whole)
        warn("stopped before the end: the same command goes on from here");
    store_close(s->store);
    return s->uncompiled || s->lost ? EXIT_ERROR : whole ? 0 : EXIT_UNKNOWN;
}

int lab_run(const struct lab_settings *settings)
{
    struct session s = {.settings = settings, .study = lab_study(settings)};
    s.suite = study_suite(&s.study, settings);
    s.subjects = subjects_of(&s.study, &s.suite, &s.subject_count);
    s.store = store_open(settings->store, true);
    s.place = temp_directory();
    setenv("TMPDIR", s.place, 1); /* what those processes leave behind that are killed with us is in there, too */
    bool whole = compile_all(&s);
    for (size_t i = 0; whole && i < s.study.phase_count; i++)
        if (is_wanted(&s, &s.study.phases[i]))
            whole = run_phase(&s, &s.study.phases[i]);
    return conclude(&s, whole);
}
