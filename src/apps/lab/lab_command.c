/* lab_command.c - `mazurka lab`: studies of many configurations on many programs. */
#include <stdlib.h>
#include <string.h>

#include "apps/lab/lab_json.h"
#include "apps/lab/lab_settings.h"
#include "apps/lab/study.h"
#include "apps/suite/facts.h"
#include "apps/suite/place.h"
#include "tool/cli/command.h"
#include "tool/cli/options.h"
#include "tool/cli/result_file.h"
#include "tool/commands/checking.h"

static const char usage[] =
    "Usage: mazurka lab list [STUDY] [OPTIONS]\n"
    "       mazurka lab run STUDY [OPTIONS]\n"
    "       mazurka lab rank STUDY [OPTIONS]\n"
    "       mazurka lab plot STUDY [OPTIONS]\n"
    "       mazurka lab merge INTO FROM... [OPTIONS]\n"
    "       mazurka lab export [OPTIONS]\n"
    "\n"
    "A study is a small text file: programs of a suite, configurations, seeds and limits, in phases (suite/lab.md).\n"
    "STUDY is such a file, or the name of one that is shipped; `list` lists these, and what one of them would run.\n"
    "\n"
    "`run` makes the runs that are not in the store yet, on all processors, so that an interrupted command goes on where it was; with\n"
    "--slice several machines share a study, and `merge` puts their stores together. `rank` prints the tables of the paper on DFS-RB:\n"
    "which configurations find errors, how far from the best speed, with how little variation. `plot` draws its figures, and makes one\n"
    "page of all tables and figures. `export` writes the results of a store as text, which `rank`, `plot` and `merge` read as a store.\n";

static const char examples[] =
    "\n"
    "Examples:\n"
    "  mazurka lab run 000 --quick                        a sample of the paper's study, in minutes\n"
    "  mazurka lab run 000 --time=8h                      at the paper's limit, for a night; again: it goes on from there\n"
    "  mazurka lab run 000 --slice=1/4 --store=a.db       a quarter; others elsewhere, then:\n"
    "  mazurka lab merge all.db a.db b.db c.db d.db\n"
    "  mazurka lab rank 000 --store=all.db >tables.md\n"
    "  mazurka lab plot 000 --store=all.db --html=study.html\n"
    "\n"
    "Exit status: 0 done, 2 usage, compiler or system error, or runs that could not be made, 3 stopped before the end.\n";

#define ROW(...) OPTION_ROW(struct lab_settings, __VA_ARGS__)

static const struct option_row lab_options[] = {
    OPTION_HEADING_ROW("Which"),
    ROW("quick", OPTION_FLAG, quick, NULL, "the short form of the study: a sample of its configurations, with a smaller limit"),
    ROW("programs", OPTION_TEXT, programs, "LIST",
        "of those of the study: names, separated by commas; * and ? stand for any (default: all)"),
    ROW("phases", OPTION_TEXT, phases, "LIST", "run: likewise, phases of the study (default: all)"),
    ROW("errors", OPTION_WORD, errors, "own|races",
        "what counts as an error: the program's own bug, or every state in which two threads are about to make conflicting accesses "
        "(default: as the study has it)"),
    ROW("sample", OPTION_COUNT, sample, "N",
        "of a phase with more configurations N of them, one of each of N equal pieces of its list (default: as the study has it)"),
    ROW("slice", OPTION_TEXT, slice, "I/N", "run: the I-th of N parts of all experiments, the first is 1/N"),
    ROW("suite", OPTION_TEXT, suite, "DIR", "the folder with the programs (default: suite, here or where Mazurka is installed)"),
    OPTION_HEADING_ROW("How much"),
    ROW("states", OPTION_COUNT, states, "N", "limit of each run (default: that of the study)"),
    ROW("budget", OPTION_DURATION, milliseconds, "DURATION", "time for each run (default: that of the study)"),
    ROW("time", OPTION_DURATION, time, "DURATION", "run: for all of them; the same command goes on from there"),
    ROW("jobs", OPTION_COUNT, jobs, "N", "run: processes at a time; also -j N (default: all processors)"),
    OPTION_HEADING_ROW("Programs and results"),
    ROW("cc", OPTION_TEXT, cc, "COMPILER", "compile with this compiler (default: MAZURKA_CC, else cc)"),
    ROW("store", OPTION_TEXT, store, "FILE", "where results are kept (default mazurka.db)", .initial = "mazurka.db"),
    ROW("by-time", OPTION_FLAG, by_time, NULL, "rank, plot: variation is that of running times, as in the paper (default: of states)"),
    ROW("html", OPTION_TEXT, html, "FILE", "plot: one page with all tables and figures; - is stdout"),
    ROW("svg", OPTION_TEXT, svg, "DIR", "plot: each figure as a file in DIR, drawn by gnuplot, and its script with the data"),
    ROW("json", OPTION_TEXT, json, "FILE", "list, run, rank, plot: write what is told as JSON; - is stdout"),
    ROW("quiet", OPTION_FLAG, quiet, NULL, "run: say only what goes wrong"),
    OPTION_END,
};

static void read_word(struct lab_settings *s, char **argv, int *at)
{
    if (!options_take(lab_options, s, "lab", argv, at))
        strings_add(&s->files, argv[*at]);
}

static void read_slice(struct lab_settings *s)
{
    unsigned long long number = 1, count = 1;
    char behind;
    if (s->slice && (sscanf(s->slice, "%9llu/%9llu%c", &number, &count, &behind) != 2 || number < 1 || number > count))
        die("--slice=%s: the I-th of N parts, such as 1/4", s->slice);
    s->slice_number = number;
    s->slice_count = count;
}

/* --- what all of them need ------------------------------------------------------------------------------------------- */

static struct strings matching(const struct strings *names, const char *patterns, const struct study *study)
{
    struct strings wanted = split_list(patterns), chosen = {0};
    for (size_t i = 0; i < names->count; i++)
        if (matches_any(&wanted, names->at[i]))
            strings_add(&chosen, names->at[i]);
    for (size_t i = 0; i < wanted.count; i++) {
        struct strings one = {0};
        bool any = false;
        strings_add(&one, wanted.at[i]);
        for (size_t k = 0; k < study->programs.count; k++)
            any |= matches_any(&one, study->programs.at[k]);
        if (!any)
            die("--programs: the study %s has no program %s", study->name, wanted.at[i]);
    }
    return chosen;
}

static void check_phases(const struct study *study, const char *patterns)
{
    struct strings wanted = split_list(patterns);
    for (size_t i = 0; i < wanted.count; i++) {
        struct strings one = {0};
        bool any = false;
        strings_add(&one, wanted.at[i]);
        for (size_t k = 0; k < study->phase_count; k++)
            any |= matches_any(&one, study->phases[k].name);
        if (!any)
            die("--phases: the study %s has no phase %s", study->name, wanted.at[i]);
    }
}

struct study lab_study(const struct lab_settings *s)
{
    struct study study = study_read(s->files.at[0]);
    if (s->quick)
        study_be_quick(&study);
    study_take_samples(&study, s->sample);
    if (s->states)
        study.states = s->states;
    if (s->milliseconds)
        study.milliseconds = s->milliseconds;
    if (s->errors)
        study.races = strcmp(s->errors, "races") == 0;
    check_phases(&study, s->phases);
    struct strings all = study.programs;
    study.paper_programs = matching(study.paper_programs.count ? &study.paper_programs : &all, s->programs, &study);
    study.programs = matching(&all, s->programs, &study);
    return study;
}

/* --- list ------------------------------------------------------------------------------------------------------------ */

static void list_shipped(void)
{
    struct strings names = studies_shipped();
    for (size_t i = 0; i < names.count; i++) {
        struct study study = study_read(names.at[i]);
        printf("%s: %s\n", study.name, study.title);
    }
    if (names.count == 0)
        warn("note: no studies are shipped with this Mazurka");
}

static int lab_list(const struct lab_settings *s)
{
    if (s->files.count == 0) {
        struct strings names = studies_shipped();
        if (s->json)
            lab_json_studies(&names, s->json);
        if (!is_stdout(s->json))
            list_shipped();
        return 0;
    }
    struct study study = lab_study(s);
    if (s->json)
        lab_json_study(&study, s->json);
    if (is_stdout(s->json))
        return 0;
    printf("%s: %s\n", study.name, study.title);
    printf("%s, form %s, scale %s, errors: %s, limit of %s\n", show_things(study.programs.count, "program"), study.form, study.scale,
        study.races ? "races" : "own", show_things(study.states, "state"));
    for (size_t i = 0; i < study.phase_count; i++) {
        const struct study_phase *p = &study.phases[i];
        printf("  %s: %s%s, %s each%s%s\n", p->name, show_things(p->configurations.count, "configuration"),
            p->configurations.count < p->whole ? format_text(" of %s", show_count(p->whole)) : "", show_things(p->runs, "run"),
            p->of ? ", of those of " : "", p->of ? p->of : "");
    }
    return 0;
}

/* --- the command ----------------------------------------------------------------------------------------------------- */

static void check_settings(const struct lab_settings *s, const char *verb, size_t least, size_t most)
{
    if (s->files.count < least)
        die("`mazurka lab %s` needs %s", verb, least == 1 ? "a study: `mazurka lab list` lists those that are shipped" :
            "the store to merge into, and those to merge");
    if (most == 0 && s->files.count > 0)
        die("`mazurka lab %s` takes no study: --store=FILE names the store", verb);
    if (s->files.count > most)
        die("more than one study is given: %s and %s", s->files.at[0], s->files.at[1]);
    if (s->suite && !is_directory(s->suite))
        die("the suite %s: there is no such folder", s->suite);
    check_writable("html", s->html);
    if (s->json && (strcmp(verb, "merge") == 0 || strcmp(verb, "export") == 0))
        die("--json: `mazurka lab %s` writes none; list, run, rank and plot do", verb);
    if (is_stdout(s->html) && is_stdout(s->json))
        die("--json, --html: one of them only can be written to standard output (-)");
    check_writable("json", s->json);
}

static int run(int argc, char **argv)
{
    static const struct {
        const char *name;
        size_t least, most;
        int (*run)(const struct lab_settings *settings);
    } verbs[] = {{"list", 0, 1, lab_list}, {"run", 1, 1, lab_run}, {"rank", 1, 1, lab_rank}, {"plot", 1, 1, lab_plot},
                 {"merge", 2, SIZE_MAX, lab_merge}, {"export", 0, 0, lab_export}};
    enum { VERBS = sizeof verbs / sizeof *verbs };
    struct lab_settings settings = {0};
    size_t verb = 0;
    while (argc > 1 && verb < VERBS && strcmp(argv[1], verbs[verb].name) != 0)
        verb++;
    if (argc < 2 || verb == VERBS)
        die("`mazurka lab` needs to be told what to do: list, run, rank, plot, merge or export%s%s", argc > 1 ? ", not " : "",
            argc > 1 ? argv[1] : "");
    options_initial(lab_options, &settings);
    for (int i = 2; i < argc; i++)
        read_word(&settings, argv, &i);
    read_slice(&settings);
    settings.end = settings.time ? clock_ms(CLOCK_MONOTONIC) + settings.time : 0;
    check_settings(&settings, verbs[verb].name, verbs[verb].least, verbs[verb].most);
    return verbs[verb].run(&settings);
}

const struct command lab_command = {
    .name = "lab",
    .help = "studies of many searches on many programs: run them, rank configurations, draw figures",
    .example = "mazurka lab run 000 --quick",
    .usage = usage,
    .options = lab_options,
    .examples = examples,
    .run = run,
};
