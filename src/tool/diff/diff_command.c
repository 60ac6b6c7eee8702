/* diff_command.c - `mazurka diff`: what an edit may break between two threads, in seconds.
 *
 * After Parízek, Kliber, "Checking Just Pairs of Threads for Efficient and Scalable Incremental Verification of Multithreaded Programs".
 * Changed lines become code fragments (changed_code.h), threads that may execute them come from the machine code and from a first run
 * (instances.h), and each pair of them is explored by itself (pair_runs.h). */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tool/checking.h"
#include "tool/command.h"
#include "tool/diff/baseline.h"
#include "tool/diff/diff_report.h"
#include "tool/diff/git.h"
#include "tool/diff/ini.h"
#include "tool/diff/targets.h"
#include "tool/options.h"
#include "tool/printable.h"

static const char usage[] =
    "Usage: mazurka diff [REV | REV..REV] [OPTIONS] [-- PATHS]\n"
    "       mazurka diff --fragment=FILE:FROM-TO | --function=NAME [OPTIONS]\n"
    "\n"
    "Looks for bugs that an edit has made between two threads. The lines that differ from REV (HEAD, if none is given) are taken to\n"
    "code fragments with thread interactions; for each fragment and each ordered pair of threads of which the first may execute\n"
    "the fragment, all interleavings of the fragment with the second thread are explored. That takes seconds where all\n"
    "interleavings of the program take hours, and is no proof: the verdict is \"covered: 12 pairs of 3 fragments\" at best.\n"
    "\n"
    "What is built and run is said in the file .mazurka.ini in the repository's top folder, or by --program, --build, --sources and\n"
    "--arguments. PATHS are files or folders that the comparison is restricted to.\n";

static const char examples[] =
    "\n"
    "A .mazurka.ini, with which `mazurka diff` alone is enough:\n"
    "  [target queue]\n"
    "  build = make CC='mazurka cc' test_queue\n"
    "  program = ./test_queue\n"
    "  arguments = 2 3\n"
    "\n"
    "Examples:\n"
    "  mazurka diff                                  the work tree against HEAD\n"
    "  mazurka diff HEAD~3                           against an older commit\n"
    "  mazurka diff origin/main...HEAD               all that a branch has changed\n"
    "  mazurka diff -- src/queue.c                   only what has changed there\n"
    "  mazurka diff --sources='-Iinclude test.c queue.c' --arguments='2 3'\n"
    "  mazurka diff --build='make -j4' --program=./server --pair-time=30s\n"
    "  mazurka diff --function=queue_push            as if all of this function had changed\n"
    "  mazurka diff --fragment=queue.c:41-47 --json=result.json\n"
    "\n"
    "Exit status, as that of `mazurka check`: 0 no thread interaction changed, 1 a bug was found, 2 usage, compiler or system error,\n"
    "3 covered, or not explored to the end: never a proof.\n";

#define ROW(...) OPTION_ROW(struct diff_settings, __VA_ARGS__)

static const struct option_row diff_options[] = {
    OPTION_HEADING_ROW("What to check"),
    ROW("config", OPTION_TEXT, config, "FILE", "the configuration (default: .mazurka.ini in the repository's top folder)"),
    ROW("target", OPTION_TEXT, target, "NAME", "only this [target NAME] of the configuration"),
    ROW("program", OPTION_TEXT, program, "PROGRAM", "built with `mazurka cc`; in place of the configuration"),
    ROW("build", OPTION_TEXT, build, "COMMAND", "run by the shell before, to build the program"),
    ROW("sources", OPTION_TEXT, sources, "WORDS", "files and compiler options, as for `mazurka check`; in place of --program"),
    ROW("arguments", OPTION_TEXT, arguments, "WORDS", "of the program"),
    ROW("check", OPTION_TEXT, check, "OPTIONS", "more options of `mazurka check` for all searches: --check='--race=off --spurious'"),
    OPTION_HEADING_ROW("How"),
    ROW("pair-rule", OPTION_WORD, rule, "figure2|authors",
        "when both threads may go on: as the paper prints it, or as its authors' code has it, which explores more (default)"),
    ROW("pair-time", OPTION_DURATION, pair_ms, "DURATION", "of each pair at most (default 10s)"),
    ROW("jobs", OPTION_COUNT, jobs, "N", "pairs at a time; also -j N (default: all processors)"),
    ROW("baseline", OPTION_TEXT, baseline, "FILE",
        "which pairs were covered before, and need no search (default: mazurka-diff.json in the .git folder)"),
    ROW("no-baseline", OPTION_CLEAR, use_baseline, NULL, "explore all pairs, and remember none"),
    ROW("dry-run", OPTION_FLAG, dry, NULL, "show fragments and who executes them, and explore nothing"),
    OPTION_HEADING_ROW("Results"),
    ROW("json", OPTION_TEXT, json, "FILE", "write what there is to tell as JSON; - is stdout"),
    ROW("quiet", OPTION_FLAG, quiet, NULL, "print bugs and the verdict only"),
    ROW("color", OPTION_WORD, color, "auto|always|never", "of the reports of bugs (default auto)", .initial = "auto"),
    OPTION_END,
};

static void print_more_help(void)
{
    fputs("\n  --fragment=FILE:FROM-TO    these lines, as if they had changed; several times for several\n"
          "  --function=NAME            all of this function, likewise\n", stdout);
    options_print(diff_options, stdout);
    fputs(examples, stdout);
}

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

static bool read_jobs(struct diff_settings *s, char **argv, int *at)
{
    const char *value = argv[*at] + 2;
    if (strncmp(argv[*at], "-j", 2) != 0)
        return false;
    if (!*value && argv[*at + 1])
        value = argv[++*at];
    if (parse_count(value, &s->jobs) != 0 || s->jobs == 0)
        die("-j: a number of processes, not '%s'", value);
    return true;
}

static void read_word(struct diff_settings *s, char **argv, int *at)
{
    char *error;
    if (read_list("--fragment", &s->fragments, argv, at) || read_list("--function", &s->functions, argv, at))
        return;
    int taken = options_parse(diff_options, s, argv, at, &error);
    if (taken == OPTION_WRONG)
        die("%s", error);
    if (taken == OPTION_TAKEN || read_jobs(s, argv, at))
        return;
    if (argv[*at][0] == '-')
        die("unknown option '%s': `mazurka diff --help` lists them", argv[*at]);
    if (*s->range)
        die("one revision or range is compared, not both %s and %s. Names of files come after --", s->range, argv[*at]);
    s->range = argv[*at];
}

/* False: it asks for help. */
static bool read_arguments(struct diff_settings *s, int argc, char **argv)
{
    *s = (struct diff_settings){.range = ""};
    options_initial(diff_options, s);
    int i = 1;
    for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return false;
        read_word(s, argv, &i);
    }
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
    if ((s->fragments.count || s->functions.count) && (*s->range || s->paths.count))
        die("--%s says what to look at: it needs neither a revision nor paths", s->fragments.count ? "fragment" : "function");
    check_writable("json", s->json);
    return true;
}

/* --- the configuration -------------------------------------------------------------------------------------------------------- */

static struct strings words_of(const char *option, const char *value)
{
    struct strings words = {0};
    const char *wrong;
    if (value && !ini_words(value, &words, &wrong))
        die("--%s=%s: %s", option, value, wrong);
    return words;
}

static struct targets from_options(const struct diff_settings *s)
{
    struct targets t = {.at = allocate(sizeof *t.at), .count = 1};
    t.at[0] = (struct target){.build = s->build, .program = s->program, .sources = words_of("sources", s->sources),
        .arguments = words_of("arguments", s->arguments), .check = words_of("check", s->check)};
    return t;
}

static struct targets from_file(const char *path)
{
    struct targets t = {0};
    size_t length;
    char *why, *text = read_whole_file(path, &length);
    if (!text)
        die("%s: %s", path, strerror(errno));
    if (!targets_read(path, text, length, &t, &why))
        die("%s", why);
    return t;
}

static void keep_target(struct targets *t, const char *name)
{
    const char **names = allocate((t->count + 1) * sizeof *names);
    for (size_t i = 0; i < t->count; i++) {
        names[i] = t->at[i].name;
        if (strcmp(names[i], name) == 0) {
            t->at[0] = t->at[i];
            t->count = 1;
            return;
        }
    }
    const char *nearest = nearest_word(name, names);
    if (nearest)
        die("the configuration has no target '%s'. Did you mean '%s'?", name, nearest);
    die("the configuration has no target '%s'", name);
}

/* --- one command -------------------------------------------------------------------------------------------------------------- */

struct session {
    struct diff_settings *settings;
    struct targets   targets;
    bool             by_name;   /* fragments are named: git is not needed */
    char            *top;       /* of the work tree, or of the configuration */
    const char      *root;      /* the same folder of the version that is built: `top`, or a copy of another version */
    const char      *folder;    /* where targets are built and run */
    struct versions  versions;
    struct changes   changes;
    struct baseline *baseline;
    const char      *scratch;   /* for files of processes */
    FILE            *out;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static char *here(void)
{
    char *path = getcwd(NULL, 0);
    if (!path)
        die("the current folder is gone: %s", strerror(errno));
    return path;
}

static const char *absolute(const char *path)
{
    return !path || path[0] == '/' || strcmp(path, "-") == 0 ? path : path_join(here(), path);
}

/* The nearest folder upwards that has a configuration; else this one. */
static char *folder_of_configuration(void)
{
    char *folder = here(), *at = format_text("%s", folder);
    for (;;) {
        if (file_exists(path_join(at, TARGETS_FILE)))
            return at;
        char *slash = strrchr(at, '/');
        if (!slash || slash == at)
            return folder;
        *slash = '\0';
    }
}

static void find_top(struct session *s)
{
    char *why;
    s->top = git_top(&why);
    if (!s->top && !s->by_name)
        die("%s. `mazurka diff --fragment=FILE:FROM-TO` and --function=NAME need none", why);
    if (!s->top)
        s->top = folder_of_configuration();
}

static void read_configuration(struct session *s)
{
    struct diff_settings *o = s->settings;
    const char *file = o->config ? o->config : path_join(s->top, TARGETS_FILE);
    bool by_options = o->program || o->sources;
    if (by_options && !o->config) {
        s->targets = from_options(o);
        s->folder = here();
    } else {
        if (!o->config && !file_exists(file))
            die("there is no %s in %s, so that it is not known what to check: write one (`mazurka diff --help` shows one), or give "
                "--program=PROGRAM or --sources='FILE.c ...'", TARGETS_FILE, s->top);
        s->targets = from_file(file);
        s->folder = s->top;
        if (by_options) {
            struct targets given = from_options(o);
            s->targets.at = given.at;
            s->targets.count = given.count;
            s->folder = here();
        }
    }
    if (o->target)
        keep_target(&s->targets, o->target);
    if (!*o->range && s->targets.base && !s->by_name)
        o->range = s->targets.base;
    o->rule = o->rule ? o->rule : s->targets.rule ? s->targets.rule : "authors";
    o->jobs = o->jobs ? o->jobs : s->targets.jobs;
}

/* What is built is the newer version. If that is not what is checked out, it is copied to a folder of its own. */
static void choose_root(struct session *s)
{
    s->root = s->top;
    if (s->by_name || !s->versions.new_commit || git_is_checked_out(s->versions.new_commit, s->top))
        return;
    for (size_t i = 0; i < s->targets.count; i++)
        if (s->targets.at[i].program && !s->targets.at[i].build)
            die("%s is not what is checked out, and %s was built from what is: check %s out, or say how to build it (--build, or "
                "`build` in %s)", s->versions.new_name, s->targets.at[i].program, s->versions.new_name, TARGETS_FILE);
    s->root = temp_directory();
    git_copy_out(s->versions.new_commit, s->top, s->root);
    const char *below = starts_with(s->folder, s->top) ? s->folder + strlen(s->top) : "";
    s->folder = format_text("%s%s", s->root, below);
}

static void compare(struct session *s)
{
    if (s->by_name)
        return;
    s->versions = git_versions(s->settings->range);
    s->changes = git_changes(&s->versions, s->top, &s->settings->paths);
    if (s->changes.unmerged)
        warn("note: a merge is not finished: %zu files have conflicts", s->changes.unmerged);
}

/* --- one target --------------------------------------------------------------------------------------------------------------- */

static void build(const struct target *t)
{
    if (!t->build)
        return;
    int status;
    char *words[] = {(char *)"sh", (char *)"-c", (char *)t->build, NULL};
    char *output = capture_process(words, &status);
    if (status == 0)
        return;
    fputs(output, stderr);
    die("the program does not build: `%s` ended with status %d", t->build, status);
}

/* Its path, compiled if that is to be done. */
static const char *program_of(const struct target *t)
{
    struct check_settings settings;
    struct strings words = {0}, argv = {0};
    strings_add(&words, "check");
    if (t->program) {
        char *program = realpath(t->program, NULL);
        if (!program)
            die("the program %s: %s%s", t->program, strerror(errno), t->build ? " (it should have been built)" : "");
        strings_add(&words, program);
    } else {
        strings_append(&words, &t->sources);
    }
    strings_append(&words, &t->check);
    check_read_arguments(&settings, (int)words.count, words.at);
    return check_prepare_program(&settings, &argv);
}

static char *read_old(void *session, const char *path, size_t *length)
{
    const struct session *s = session;
    return git_file(s->versions.old_commit, s->top, path, length);
}

static char *read_new(void *session, const char *path, size_t *length)
{
    const struct session *s = session;
    return git_file(NULL, s->root, path, length);
}

static void find_fragments(struct session *s, struct subject *subject)
{
    struct sides sides = {.top = s->root, .old_file = read_old, .new_file = read_new, .self = s};
    const struct diff_settings *o = s->settings;
    char *why;
    if (!s->by_name)
        subject->fragments = fragments_of_changes(subject->map, subject->sources_map, &s->changes, &sides);
    for (size_t i = 0; i < o->fragments.count; i++)
        if (!fragments_add_lines(&subject->fragments, subject->map, subject->sources_map, o->fragments.at[i], &why))
            die("--fragment=%s: %s", o->fragments.at[i], why);
    for (size_t i = 0; i < o->functions.count; i++)
        if (!fragments_add_function(&subject->fragments, subject->map, subject->sources_map, o->functions.at[i], &why))
            die("--function=%s: %s", o->functions.at[i], why);
}

static size_t processors(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? (size_t)CPU_COUNT(&set) : 1;
}

/* A program that nobody builds here may be older than the text that it is compared with: its lines would be others. */
static void check_age(const struct session *s, const struct target *t, const char *program)
{
    struct stat built, edited;
    if (!t->program || t->build || stat(program, &built) != 0)
        return;
    for (size_t i = 0; i < s->changes.count; i++) {
        const char *path = s->changes.files[i].new_path;
        if (path && changed_code_is_source(path) && stat(path_join(s->root, path), &edited) == 0 && edited.st_mtime > built.st_mtime)
            die("%s is older than %s: build it first, or say how to (--build, or `build` in %s)", t->program, path, TARGETS_FILE);
    }
}

static struct subject subject_of(struct session *s, const struct target *t, size_t number)
{
    const struct diff_settings *o = s->settings;
    uint64_t pair_ms = o->pair_ms ? o->pair_ms : t->pair_ms ? t->pair_ms : s->targets.pair_ms ? s->targets.pair_ms : 10000;
    struct subject subject = {.name = t->name, .sources = t->sources, .arguments = t->arguments, .check = t->check, .rule = o->rule,
        .pair_ms = pair_ms, .folder = path_join(s->scratch, format_text("%zu", number)),
        .visible = path_join(s->scratch, format_text("visible-%zu", number))};
    char *why;
    if (mkdir(subject.folder, 0700) != 0)
        die("%s: %s", subject.folder, strerror(errno));
    build(t);
    subject.program = program_of(t);
    check_age(s, t, subject.program);
    subject.map = program_map_open(subject.program, &why);
    if (!subject.map)
        die("%s", why);
    subject.sources_map = source_map_of(subject.map->symbols);
    find_fragments(s, &subject);
    if (s->root != s->top)
        subject.untraceable = format_text("the program was built from a copy of %s: check that out to replay", s->versions.new_name);
    return subject;
}

/* --- bugs --------------------------------------------------------------------------------------------------------------------- */

/* As `mazurka check` shows it: by a command of its own, which replays the bug and writes its trace. */
static void show_bug(const struct session *s, const struct subject *subject, const struct pair *p)
{
    bool from_sources = subject->sources.count && !subject->untraceable;
    struct strings words = pair_command(subject, p, from_sources);
    strings_addf(&words, "--color=%s", s->settings->color);
    if (subject->untraceable)
        strings_add(&words, "--no-trace");
    strings_add(&words, "--");
    strings_append(&words, &subject->arguments);
    const char *title = fragment_title(&subject->fragments.at[p->fragment]);
    fprintf(s->out, "\n%s, thread %zu with thread %zu:\n", printable(title), p->i, p->j);
    fflush(s->out);
    if (s->out == stderr) {
        struct strings shell = {0};
        strings_add(&shell, "sh");
        strings_add(&shell, "-c");
        strings_addf(&shell, "%s >&2", strings_command(&words));
        run_process(shell.at);
    } else {
        run_process(words.at);
    }
    if (subject->untraceable)
        fprintf(s->out, "%s\n", subject->untraceable);
}

static void show_bugs(const struct session *s, const struct subject *subject)
{
    struct strings shown = {0};
    for (size_t i = 0; i < subject->count; i++) {
        const struct pair *p = &subject->pairs[i];
        const char *headline = p->headline ? p->headline : "";
        if (p->end != PAIR_BUG || strings_contain(&shown, headline))
            continue;
        strings_add(&shown, headline);
        show_bug(s, subject, p);
    }
}

/* --- the whole ------------------------------------------------------------------------------------------------------------------ */

/* Names in it are others': files, functions. */
static void tell(const struct session *s, const struct subject *subject, void (*print)(const struct subject *subject, FILE *out))
{
    struct colours none = colours_for("never", STDOUT_FILENO);
    char *text;
    size_t length;
    FILE *lines = open_memstream(&text, &length);
    if (!lines)
        die("out of memory");
    print(subject, lines);
    if (fclose(lines) != 0)
        die("out of memory");
    print_lines(text, s->out, &none);
    fflush(s->out);
    free(text);
}

static bool explore(struct session *s, struct subject *subject)
{
    const struct diff_settings *o = s->settings;
    if (subject->fragments.count) {
        subject->instances = instances_of(subject->map, subject->program, &subject->arguments, &subject->check, subject->visible);
        pairs_make(subject, 0);
        baseline_apply(s->baseline, subject, s->root);
    }
    if (!o->quiet)
        tell(s, subject, diff_print_fragments);
    bool whole = o->dry || pairs_run(subject, o->jobs ? o->jobs : processors(), o->quiet);
    if (!o->dry)
        baseline_add(s->baseline, subject);
    if (!o->quiet && !o->dry)
        tell(s, subject, diff_print_pairs);
    if (!o->dry)
        show_bugs(s, subject);
    if (!o->quiet && !o->dry)
        tell(s, subject, diff_print_left_out);
    return whole;
}

static const char *baseline_path(const struct session *s)
{
    const struct diff_settings *o = s->settings;
    if (!o->use_baseline || o->dry)
        return NULL;
    return absolute(o->baseline ? o->baseline : git_private_path("mazurka-diff.json"));
}

static int run(int argc, char **argv)
{
    static struct diff_settings settings;
    struct session s = {.settings = &settings, .out = stdout};
    double began = now();
    if (!read_arguments(&settings, argc, argv)) {
        fputs(usage, stdout);
        print_more_help();
        return 0;
    }
    s.by_name = settings.fragments.count || settings.functions.count;
    s.out = settings.json && strcmp(settings.json, "-") == 0 ? stderr : stdout;
    settings.json = absolute(settings.json);
    find_top(&s);
    read_configuration(&s);
    compare(&s);
    struct diff_result result = {.compared = s.by_name ? NULL : format_text("%s with %s", s.versions.new_name, s.versions.old_name)};
    s.baseline = baseline_open(baseline_path(&s));
    if (s.by_name || s.changes.count) {
        choose_root(&s);
        if (chdir(s.folder) != 0)
            die("%s: %s", s.folder, strerror(errno));
        s.scratch = temp_directory();
        result.subjects = allocate(s.targets.count * sizeof *result.subjects);
        for (; result.count < s.targets.count && !result.interrupted; result.count++) {
            struct subject *subject = &result.subjects[result.count];
            *subject = subject_of(&s, &s.targets.at[result.count], result.count);
            result.interrupted = !explore(&s, subject);
        }
    }
    baseline_close(s.baseline);
    result.seconds = now() - began;
    char *line;
    enum diff_verdict verdict = diff_judge(&result, &line);
    if (!settings.dry)
        fprintf(s.out, "%s\n", printable(line));
    if (settings.json && diff_write_json(&result, settings.json) != 0)
        die("cannot write the JSON file %s: %s", settings.json, strerror(errno));
    return settings.dry ? EXIT_VERIFIED : diff_exit_code(verdict);
}

const struct command diff_command = {
    .name = "diff",
    .help = "look for what an edit breaks between two threads, in seconds",
    .usage = usage,
    .more = print_more_help,
    .run = run,
};
