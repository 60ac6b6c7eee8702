/* diff_command.c - `mazurka diff`: what an edit breaks, in seconds. The program as a whole where it can be explored in that time
 * (whole_program.h), otherwise two threads at a time,
 *
 * after Parízek, Kliber, "Checking Just Pairs of Threads for Efficient and Scalable Incremental Verification of Multithreaded Programs".
 * Changed lines become code fragments (changed_code.h), threads that may execute them come from the machine code and from a first run
 * (instances.h), and each pair of them is explored by itself (pair_runs.h); subject_explore.c leads from one to the next. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "apps/diff/diff_report.h"
#include "apps/diff/diff_session.h"
#include "apps/diff/subject_build.h"
#include "apps/diff/subject_explore.h"
#include "tool/cli/command.h"
#include "tool/cli/options.h"
#include "tool/cli/printable.h"
#include "tool/cli/result_file.h"
#include "tool/commands/checking.h"

static const char usage[] =
    "Usage: mazurka diff [REV | REV..REV] [OPTIONS] [-- PATHS]\n"
    "       mazurka diff --fragment=FILE:FROM-TO | --function=NAME [OPTIONS]\n"
    "\n"
    "Looks for bugs that an edit has made. The new version is explored as a whole first, with half of the time: where that ends it is\n"
    "verified, or its bug is shown, and whether the older version has it, too. Otherwise the lines that differ from REV (HEAD, if none\n"
    "is given) are taken to code fragments with thread interactions; for each fragment and each ordered pair of threads of which the\n"
    "first may execute the fragment, all interleavings of the fragment with the second thread are explored. That takes seconds where\n"
    "all interleavings of the program take hours, and is no proof: the verdict is then \"covered: 12 pairs of 3 fragments\" at best, and\n"
    "edits that break a program by way of a third thread, or where threads wait inside a fragment, pass (docs/use/diff.md).\n"
    "\n"
    "What is built and run is said in the file .mazurka.ini in the repository's top folder, or by --program, --build, --sources and\n"
    "--arguments; if it is not said, it is what the repository's build makes, or what its files with a main are compiled to.\n"
    "PATHS are files or folders that the comparison is restricted to.\n"
    "\n"
    "  --fragment=FILE:FROM-TO    these lines, as if they had changed; several times for several\n"
    "  --function=NAME            all of this function, likewise\n";

static const char examples[] =
    "\n"
    "A .mazurka.ini, where more is to be said than `mazurka diff` finds out:\n"
    "  [target queue]\n"
    "  build = make CC='mazurka cc' test_queue\n"
    "  program = ./test_queue\n"
    "  arguments = 2 3\n"
    "\n"
    "Examples:\n"
    "  mazurka diff                                  the work tree against HEAD\n"
    "  mazurka diff HEAD~3                           against an older commit\n"
    "  mazurka diff origin/main...HEAD               all that a branch has changed\n"
    "  mazurka diff --staged                         what the next commit will hold\n"
    "  mazurka diff -- src/queue.c                   only what has changed there\n"
    "  mazurka diff --sources='-Iinclude test.c queue.c' --arguments='2 3'\n"
    "  mazurka diff --build='make -j4' --program=./server --pair-time=30s\n"
    "  mazurka diff --function=queue_push            as if all of this function had changed\n"
    "  mazurka diff --fragment=queue.c:41-47 --json=result.json\n"
    "\n"
    "Exit status, as that of `mazurka check`: 0 verified, or no thread interaction changed, 1 a bug was found, 2 usage, compiler or\n"
    "system error, 3 covered, not explored to the end, or only bugs that the older version has, too.\n";

#define ROW(...) OPTION_ROW(struct diff_settings, __VA_ARGS__)

static const struct option_row diff_options[] = {
    OPTION_HEADING_ROW("What to check"),
    ROW("staged", OPTION_FLAG, staged, NULL, "what the next commit will hold (git add), not the work tree; also --cached"),
    ROW("config", OPTION_TEXT, config, "FILE", "the configuration (default: .mazurka.ini in the repository's top folder)"),
    ROW("target", OPTION_TEXT, target, "NAME", "only this [target NAME] of the configuration"),
    ROW("program", OPTION_TEXT, program, "PROGRAM", "built with `mazurka cc`; in place of the configuration"),
    ROW("build", OPTION_TEXT, build, "COMMAND", "run by the shell before, to build the program"),
    ROW("sources", OPTION_TEXT, sources, "WORDS", "files and compiler options, as for `mazurka check`; in place of --program"),
    ROW("arguments", OPTION_TEXT, arguments, "WORDS", "of the program"),
    ROW("check", OPTION_TEXT, check, "OPTIONS", "more options of `mazurka check` for all searches: --check='--race=off --spurious'"),
    OPTION_HEADING_ROW("How"),
    ROW("pair-rule", OPTION_WORD, rule, "figure2|authors|both",
        "when both threads may go on: as the paper prints it, as its authors' code has it, or by either, and the second wherever the first "
        "has to wait, which explores most (default)"),
    ROW("time", OPTION_DURATION, budget_ms, "DURATION",
        "for all of them: half for the whole program, and each pair has its share, and at least 50 ms (default 4s, unless there is a "
        "--pair-time)"),
    ROW("budget", OPTION_DURATION, budget_ms, "DURATION", "the same as --time"),
    ROW("pair-time", OPTION_DURATION, pair_ms, "DURATION", "of each pair at most (default: its share of the time)"),
    ROW("jobs", OPTION_COUNT, jobs, "N", "pairs at a time; also -j N (default: all processors)"),
    ROW("baseline", OPTION_TEXT, baseline, "FILE",
        "which pairs were covered before, and need no search (default: mazurka-diff.json in the .git folder)"),
    ROW("no-whole", OPTION_CLEAR, use_whole, NULL, "explore pairs only: neither the whole program, nor the older version"),
    ROW("no-baseline", OPTION_CLEAR, use_baseline, NULL, "explore all pairs, and remember none"),
    ROW("dry-run", OPTION_FLAG, dry, NULL, "show fragments and who executes them, and explore nothing"),
    OPTION_HEADING_ROW("Results"),
    ROW("json", OPTION_TEXT, json, "FILE", "write what there is to tell as JSON; - is stdout"),
    ROW("quiet", OPTION_FLAG, quiet, NULL, "print bugs and the verdict only"),
    ROW("color", OPTION_WORD, color, "auto|always|never", "of the reports of bugs (default auto)", .initial = "auto"),
    OPTION_END,
};

/* --- the command line ------------------------------------------------------------------------------------------------------- */

/* Options that may be given several times. */
static bool read_list(const char *name, struct strings *list, char **argv, int *at)
{
    const char *word = argv[*at];
    size_t length = strlen(name);
    if (strncmp(word, name, length) != 0 || (word[length] != '=' && word[length] != '\0'))
        return false;
    const char *value = word[length] ? word + length + 1 : argv[*at + 1];
    if (!value || !*value)
        die("%s needs a value", name);
    *at += !word[length];
    strings_add(list, value);
    return true;
}

static void read_word(struct diff_settings *s, char **argv, int *at)
{
    if (strcmp(argv[*at], "--cached") == 0) { /* as git calls it, too */
        s->staged = true;
        return;
    }
    if (read_list("--fragment", &s->fragments, argv, at) || read_list("--function", &s->functions, argv, at) ||
        options_take(diff_options, s, "diff", argv, at))
        return;
    if (*s->range)
        die("one revision or range is compared, not both %s and %s. Names of files come after --", s->range, argv[*at]);
    s->range = argv[*at];
}

static void read_arguments(struct diff_settings *s, int argc, char **argv)
{
    *s = (struct diff_settings){.range = ""};
    options_initial(diff_options, s);
    int i = 1;
    for (; i < argc && strcmp(argv[i], "--") != 0; i++)
        read_word(s, argv, &i);
    for (i++; i < argc; i++)
        strings_add(&s->paths, argv[i]);
    if (s->program && s->sources)
        die("give either --program or --sources");
    if (s->build && !s->program)
        die("--build needs --program: what is built?");
    if ((s->arguments || s->check) && !s->program && !s->sources)
        die("--%s goes with --program or --sources; the configuration has its own", s->arguments ? "arguments" : "check");
    if (s->target && (s->program || s->sources))
        die("--target names a part of the configuration: it does not go with --program or --sources");
    if ((s->fragments.count || s->functions.count) && (*s->range || s->staged || s->paths.count))
        die("--%s says what to look at: it needs neither a revision nor paths", s->fragments.count ? "fragment" : "function");
    check_writable("json", s->json);
}

/* --- the command ---------------------------------------------------------------------------------------------------------- */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

struct conclusion {
    const struct diff_settings *settings;
    struct session             *session;
    struct diff_result          result;
    double                      began;
};

static int conclude(struct conclusion *c)
{
    const struct diff_settings *settings = c->settings;
    FILE *out = c->session->out;
    char *line;
    baseline_close(c->session->baseline);
    c->result.seconds = now() - c->began;
    enum diff_verdict verdict = diff_judge(&c->result, &line);
    if (!settings->quiet && !settings->dry)
        diff_print_foreign(&c->result, out);
    if (!settings->dry)
        fprintf(out, "%s\n", printable(line));
    if (settings->json && diff_write_json(&c->result, settings->json) != 0)
        die("cannot write the JSON file %s: %s", settings->json, strerror(errno));
    return settings->dry && !c->result.interrupted ? EXIT_VERIFIED : diff_exit_code(verdict);
}

/* A signal came while a program was built, or its threads were looked at. */
static int conclude_early(void *self)
{
    struct conclusion *c = self;
    c->result.interrupted = true;
    return conclude(c);
}

static void explore(struct session *s, struct diff_result *r)
{
    size_t fragments = 0;
    session_enter(s);
    r->subjects = allocate(s->targets.count * sizeof *r->subjects);
    while (r->count < s->targets.count && !r->interrupted) {
        struct subject *subject = &r->subjects[r->count];
        *subject = subject_build(s, r->count);
        r->count++; /* what is found from now on counts, wherever a signal comes */
        r->interrupted = !subject_explore(s, subject);
        fragments += subject->fragments.count;
    }
    if (s->by_name && !fragments && !r->interrupted)
        die("no program here has code of what --function or --fragment names");
}

static int run(int argc, char **argv)
{
    static struct diff_settings settings;
    struct session s = {.settings = &settings, .out = stdout};
    struct conclusion c = {.settings = &settings, .session = &s, .began = now()};
    read_arguments(&settings, argc, argv);
    s.by_name = settings.fragments.count || settings.functions.count;
    s.out = is_stdout(settings.json) ? stderr : stdout;
    settings.json = session_absolute(settings.json);
    end_on_signals(conclude_early, &c);
    session_open(&s);
    if (!s.by_name)
        c.result.compared = format_text("%s with %s", s.versions.new_name, s.versions.old_name);
    if (s.by_name || s.changes.count)
        explore(&s, &c.result);
    return conclude(&c);
}

const struct command diff_command = {
    .name = "diff",
    .help = "look for what an edit breaks, in seconds",
    .example = "mazurka diff",
    .usage = usage,
    .options = diff_options,
    .examples = examples,
    .run = run,
};
