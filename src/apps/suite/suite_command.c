/* suite_command.c - `mazurka suite`: programs with known bugs, as a benchmark and as a regression suite. */
#include <stdlib.h>
#include <string.h>

#include "apps/suite/place.h"
#include "apps/suite/suite_settings.h"
#include "tool/cli/command.h"
#include "tool/cli/options.h"
#include "tool/cli/util.h"
#include "tool/commands/checking.h"

static const char usage[] =
    "Usage: mazurka suite list [DIR] [OPTIONS]\n"
    "       mazurka suite run [DIR] [OPTIONS]\n"
    "       mazurka suite show [DIR] [OPTIONS]\n"
    "\n"
    "A suite is a folder of programs with known bugs: every folder in DIR that has a facts.json is one (suite/suite.md says what\n"
    "stands in it). DIR is `suite`, in this folder or where Mazurka is installed, if it is not given.\n"
    "\n"
    "`list` lists the programs. `run` compiles every form of a program once and checks it: by default each form at its small scale,\n"
    "where the bug must be found with its kind and line, and the fixed form verified. --configurations asks for searches of the\n"
    "paper on DFS-RB besides, each under a limit in states, and for a census. Results are kept in a file; what is there is not run\n"
    "again, so that an interrupted command goes on where it was. `show` prints the results as tables, beside what papers print.\n";

static const char examples[] =
    "\n"
    "Examples:\n"
    "  mazurka suite run                                      a regression suite: status 1 if a program is not as expected\n"
    "  mazurka suite run bugs --programs='queue*' -j 4        those of another folder\n"
    "  mazurka suite run --configurations=all --states=750k   the experiments of the paper, at its limit\n"
    "  mazurka suite run --configurations=rivals,rb-1 --runs=100 --programs=piper --errors=both\n"
    "  mazurka suite show --markdown                          all results as tables\n"
    "  mazurka suite list --configurations=all                what there is to ask for\n"
    "\n"
    "Exit status: 0 all is as expected, 1 a program is not, 2 usage, compiler or system error, 3 stopped before the end.\n";

#define ROW(...) OPTION_ROW(struct suite_settings, __VA_ARGS__)

static const struct option_row suite_options[] = {
    OPTION_HEADING_ROW("Which"),
    ROW("programs", OPTION_TEXT, programs, "LIST", "names, separated by commas; * and ? stand for any (default: all)"),
    ROW("forms", OPTION_TEXT, forms, "LIST", "likewise: buggy, fixed, ... (default: all)"),
    ROW("configurations", OPTION_TEXT, configurations, "LIST",
        "likewise, by name or by group: check, silence, census, rb-1, ...; top-ten, rivals, combinations; all (run: check, if nothing is "
        "said)"),
    ROW("scale", OPTION_TEXT, scale, "NAME", "small, paper, ... (default: small for check, paper for the others)"),
    ROW("errors", OPTION_CHOICE, errors, "own|races|both",
        "what the searches look for, but for check: the program's bug (own, the default), or every state in which two threads are about to "
        "make conflicting accesses (races: --race=error --race-rule=poised)",
        .initial = "own"),
    OPTION_HEADING_ROW("How much"),
    ROW("runs", OPTION_COUNT, runs, "N", "of each search with something random in it, with the seeds 1 to N (default 10)", .initial = "10"),
    ROW("states", OPTION_COUNT, states, "N",
        "limit of each run: what was a minute in the paper, where that was about 750,000 (default 100000)", .initial = "100000"),
    ROW("budget", OPTION_DURATION, milliseconds, "DURATION", "time for each run (default 1m)", .initial = "1m"),
    ROW("time", OPTION_DURATION, time, "DURATION", "run: for all of them; the same command goes on from there"),
    ROW("jobs", OPTION_COUNT, jobs, "N", "processes at a time; also -j N (default: all processors)"),
    OPTION_HEADING_ROW("Programs and results"),
    ROW("cc", OPTION_TEXT, cc, "COMPILER", "compile with this compiler (default: MAZURKA_CC, else cc)"),
    ROW("store", OPTION_TEXT, store, "FILE", "where results are kept (default mazurka.db)", .initial = "mazurka.db"),
    ROW("again", OPTION_FLAG, again, NULL, "run: forget what the store has of these experiments, and run them"),
    ROW("markdown", OPTION_FLAG, markdown, NULL, "show: tables in Markdown"),
    ROW("json", OPTION_TEXT, json, "FILE", "write what there is to tell as JSON; - is stdout"),
    ROW("quiet", OPTION_FLAG, quiet, NULL, "print failures only"),
    OPTION_END,
};

static void read_word(struct suite_settings *s, char **argv, int *at)
{
    if (options_take(suite_options, s, "suite", argv, at))
        return;
    if (s->directory)
        die("more than one folder is given: %s and %s", s->directory, argv[*at]);
    s->directory = argv[*at];
}

static void check_settings(const struct suite_settings *s)
{
    if (!is_directory(s->directory))
        die("the suite %s: there is no such folder", s->directory);
    if (s->states == 0 || s->runs == 0 || s->milliseconds == 0)
        die("--%s must be at least 1", s->states == 0 ? "states" : s->runs == 0 ? "runs" : "budget");
    check_writable("json", s->json);
}

static int run(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(const struct suite_settings *settings);
    } verbs[] = {{"list", suite_list}, {"run", suite_run}, {"show", suite_show}};
    struct suite_settings settings = {0};
    size_t verb = 0;
    while (argc > 1 && verb < 3 && strcmp(argv[1], verbs[verb].name) != 0)
        verb++;
    if (argc < 2 || verb == 3)
        die("`mazurka suite` needs to be told what to do: list, run or show%s%s", argc > 1 ? ", not " : "", argc > 1 ? argv[1] : "");
    options_initial(suite_options, &settings);
    for (int i = 2; i < argc; i++)
        read_word(&settings, argv, &i);
    settings.end = settings.time ? clock_ms(CLOCK_MONOTONIC) + settings.time : 0;
    if (!settings.directory && !(verbs[verb].run == suite_list && settings.configurations))
        settings.directory = suite_default_directory();
    if (settings.directory)
        check_settings(&settings);
    if (verbs[verb].run == suite_run && !settings.configurations)
        settings.configurations = "check";
    return verbs[verb].run(&settings);
}

const struct command suite_command = {
    .name = "suite",
    .help = "programs with known bugs: list them, run them as a regression suite or a benchmark, show results",
    .example = "mazurka suite run",
    .usage = usage,
    .options = suite_options,
    .examples = examples,
    .run = run,
};
