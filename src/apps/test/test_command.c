/* test_command.c - `mazurka test`: every case of a program of tests is checked by itself, under a budget.
 *
 * Each check is a process of its own, `mazurka check` with the argument by which the framework selects the case; what it found is read
 * from its JSON.
 */
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apps/test/test_baseline.h"
#include "apps/test/test_cache.h"
#include "apps/test/case_run.h"
#include "apps/test/changed_since.h"
#include "apps/test/test_sarif.h"
#include "tool/binary/elf/objects.h"
#include "tool/cli/command.h"
#include "tool/cli/options.h"
#include "tool/cli/printable.h"
#include "tool/cli/result_file.h"
#include "tool/cli/util.h"
#include "tool/run/newer_sources.h"

static const char usage[] =
    "Usage: mazurka test PROGRAM [OPTIONS] [OPTIONS OF CHECK] [-- ARGUMENTS]\n"
    "\n"
    "Checks every case of a program of tests by itself: all interleavings of one case, then of the next. The program was built\n"
    "with `mazurka cc` or `mazurka c++`, and uses GoogleTest, Catch2, doctest, cmocka or Check, or is a test by itself, as those\n"
    "of CTest, Meson and make are. One line is printed for each case. Options that are not listed below are given to\n"
    "`mazurka check`, and so are the ARGUMENTS of the program. With --hunt it may have been built by any compiler. Standard\n"
    "input of cases is empty (/dev/null).\n";

static const char examples[] =
    "\n"
    "Examples:\n"
    "  mazurka test ./queue_test\n"
    "  mazurka test ./queue_test --budget=1m --junit=mazurka.xml\n"
    "  mazurka test ./queue_test --filter='Queue.*' --preemptions=2\n"
    "  mazurka test ./server_test --hunt --budget=30s\n"
    "  mazurka test ./queue_test --all --baseline=before.json   # fails where a case is worse than it was\n"
    "\n"
    "Exit status: 0 all cases are verified or skip themselves, 1 there is a bug in one, 2 usage or system error, 3 one is\n"
    "inconclusive and none has a bug, or not all cases are known, or, with --since, a source is newer than the program.\n"
    "With --hunt: 1 or 3. With --baseline what was so before does not count.\n";

#define ROW(...) OPTION_ROW(struct test_settings, __VA_ARGS__)
static const struct option_row test_options[] = {
    OPTION_HEADING_ROW("Options"),
    ROW("budget", OPTION_DURATION, budget, "DURATION", "time for each case (default 10s; 0: until all is explored)", .initial = "10s"),
    ROW("filter", OPTION_TEXT, filter, "PATTERN", "only cases whose names, Suite.Case or Case, fit: * and ? as in names of files"),
    ROW("framework", OPTION_WORD, framework, "googletest|catch2|catch2-3|doctest|cmocka|check|none",
        "the program uses this one (default: what is found in it); none: the program is one case"),
    ROW("hunt", OPTION_FLAG, hunt, NULL,
        "run each case under controlled scheduling until it fails, and refuse nothing (mazurka hunt, whose options are taken, too)"),
    ROW("baseline", OPTION_TEXT, baseline_file, "FILE",
        "the --json of an earlier run: bugs that a case had then, and cases that were undecided then, are told and let pass"),
    ROW("since", OPTION_TEXT, since, "COMMIT",
        "cases that come to code which has changed since this commit of git go first; a program that is made of nothing that has "
        "changed is not checked"),
    ROW("cache", OPTION_TEXT, cache, "DIR|off",
        "keep results that time has not decided in DIR (default ~/.cache/mazurka/results), and take those of cases for which nothing has "
        "changed"),
    ROW("list", OPTION_FLAG, list, NULL, "print the names of the cases, and check nothing"),
    ROW("list-time", OPTION_DURATION, list_time, "DURATION",
        "time for naming the cases, for which cmocka and Check run them (default 60s; 0: no limit)", .initial = "60s"),
    ROW("junit", OPTION_TEXT, junit, "FILE", "write the results as JUnit XML, a test case for each; - is stdout"),
    ROW("sarif", OPTION_TEXT, sarif, "FILE", "write the bugs of all cases as SARIF, for code hosts and editors; - is stdout"),
    ROW("json", OPTION_TEXT, json, "FILE", "write the results of all cases as one JSON document; - is stdout"),
    OPTION_END,
};

static void read_arguments(struct test_settings *s, int argc, char **argv)
{
    int i = 1;
    char *error;
    options_initial(test_options, s);
    for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (option_of_word(test_options, argv[i])) {
            if (options_parse(test_options, s, argv, &i, &error) == OPTION_WRONG)
                die("%s", error);
        } else if (argv[i][0] == '-')
            strings_add(&s->check, argv[i]);
        else if (!s->program)
            s->program = argv[i];
        else
            die("unexpected argument %s: test takes one program; options of check are written --name=value", argv[i]);
    }
    for (i++; i < argc; i++)
        strings_add(&s->arguments, argv[i]);
    if (!s->program)
        die("which program? mazurka test PROGRAM");
    if (s->baseline_file)
        s->baseline = baseline_read(s->baseline_file);
}

/* --- one case ---------------------------------------------------------------------------------------------------------- */

static char *full_name(const struct test_case *c)
{
    return *c->suite ? format_text("%s.%s", c->suite, c->name) : c->name;
}

/* As much of it as fits a line of output; the rest is in JUnit. */
static char *brief(const char *reason)
{
    enum { MOST = 200 };
    char *text = strlen(reason) > MOST ? format_text("%.*s…", MOST, reason) : format_text("%s", reason);
    for (char *c = text; (c = strchr(c, '\n'));)
        *c = ' ';
    return text;
}

/* As a shell takes it, for a trace or a token. */
static void print_replay(const struct framework *f, const struct test_result *r, const char *what, const char *of, FILE *out)
{
    fprintf(out, "         %s: ", what);
    for (const char *const *variable = f ? f->environment : (const char *const[]){NULL}; *variable; variable++)
        fprintf(out, "%s ", *variable);
    fprintf(out, "%s%smazurka replay %s\n", r->setting ? shell_quote(r->setting) : "", r->setting ? " " : "", shell_file(of));
}

static void print_bug(const struct framework *f, const struct test_result *r, FILE *out)
{
    char *rest = r->message ? format_text("%s", r->message) : NULL;
    for (char *line = rest ? strtok(rest, "\n") : NULL; line; line = strtok(NULL, "\n"))
        fprintf(out, "         | %s\n", printable(line));
    if (*r->cause)
        fprintf(out, "         cause: %s\n", printable(r->cause));
    if (*r->trace)
        print_replay(f, r, "replay", r->trace, out);
    if (*r->token)
        print_replay(f, r, "token", r->token, out);
}

static void print_result(const struct framework *f, const struct test_result *r, FILE *out)
{
    fprintf(out, "%-8s %s", r->status == EXIT_BUG && r->known ? "known" : r->verdict, r->name);
    if (r->status == EXIT_VERIFIED && !r->skipped)
        fprintf(out, " (%s, %.1f s)", show_things(r->states, "state"), r->seconds);
    else
        fprintf(out, ": %s", printable(brief(r->reason)));
    fprintf(out, "%s\n", r->cached ? " (cached)" : "");
    if (r->status == EXIT_BUG && !r->known)
        print_bug(f, r, out);
    fflush(out);
    flush_stdout();
}

/* --- all of them --------------------------------------------------------------------------------------------------------- */

/* Does the program run one case alone when it is asked to? Where the framework leaves that to main, main may not. */
static bool takes_names(const struct framework *f, const struct test_settings *s, const struct test_cases *cases)
{
    struct strings arguments = {0};
    char *argument, *variable;
    if (!f->by_running || f->select_in || cases->count < 2 || end_is_asked())
        return true;
    framework_select(f, &cases->at[0], &argument, &variable);
    strings_add(&arguments, argument);
    struct test_cases one = framework_list(f, s->program, &arguments, s->list_time);
    return end_is_asked() || (one.count == 1 && strcmp(one.at[0].name, cases->at[0].name) == 0);
}

static struct test_cases cases_of(struct test_settings *s, const struct framework **f)
{
    struct test_cases cases = {0};
    if (*f) {
        framework_environment(*f);
        cases = framework_list(*f, s->program, &s->arguments, s->list_time);
        if (!cases.count && !end_is_asked())
            die("%s has no cases of %s; --framework=none checks it as one", s->program, (*f)->name);
        if (takes_names(*f, s, &cases))
            return cases;
        warn("note: %s does not take the name of a case as its argument, and is checked as one case: "
             "cmocka_set_test_filter(argv[1]) in main lets it", s->program);
        *f = NULL;
    }
    static struct test_case whole;
    whole = (struct test_case){.suite = format_text("%s", ""), .name = format_text("%s", path_base(s->program))};
    return (struct test_cases){.at = &whole, .count = 1};
}

static int worse(int a, int b)
{
    static const int order[] = {EXIT_VERIFIED, EXIT_UNKNOWN, EXIT_UNSOUND, EXIT_ERROR, EXIT_BUG};
    int at = 0;
    for (int i = 0; i < 5; i++)
        at = a == order[i] || b == order[i] ? i : at;
    return order[at];
}

/* The cases that --filter leaves, none of them checked yet. */
static struct test_results chosen_cases(const struct test_settings *s, const struct test_cases *cases, struct test_case **of)
{
    struct test_results all = {.at = allocate((cases->count + 2) * sizeof *all.at), .incomplete = cases->cut};
    *of = allocate((cases->count + 1) * sizeof **of);
    for (size_t i = 0; i < cases->count; i++) {
        const struct test_case *c = &cases->at[i];
        char *name = full_name(c);
        if (s->filter && fnmatch(s->filter, name, 0) != 0 && fnmatch(s->filter, c->name, 0) != 0)
            continue;
        (*of)[all.count] = *c;
        all.at[all.count++] = (struct test_result){
            .name = name, .suite = *c->suite ? c->suite : path_base(s->program), .of_suite = c->name};
    }
    return all;
}

static int list_cases(const struct test_results *all)
{
    for (size_t i = 0; i < all->count; i++)
        puts(all->at[i].name);
    return all->incomplete ? EXIT_UNKNOWN : EXIT_VERIFIED;
}

static void print_summary(const struct test_settings *s, const struct test_results *all)
{
    FILE *out = s->out;
    size_t verified = 0, bugs = 0, skipped = 0, not_run = 0, known = 0;
    for (size_t i = 0; i < all->count; i++) {
        const struct test_result *r = &all->at[i];
        skipped += r->skipped;
        verified += r->status == EXIT_VERIFIED && !r->skipped;
        bugs += r->status == EXIT_BUG;
        not_run += r->not_run;
        known += r->known;
    }
    size_t left = all->count - verified - bugs - skipped - not_run;
    if (s->hunt)
        fprintf(out, "%s: %zu with a bug, %zu in which none was found", show_things(all->count, "case"), bugs, left);
    else
        fprintf(out, "%s: %zu verified, %zu with a bug, %zu undecided", show_things(all->count, "case"), verified, bugs, left);
    if (skipped)
        fprintf(out, ", %zu skipped", skipped);
    if (not_run)
        fprintf(out, ", %zu not checked (stopped by a signal)", not_run);
    if (s->baseline)
        fprintf(out, "; %zu as in %s", known, printable(s->baseline_file));
    fprintf(out, "%s\n", all->incomplete ? "; perhaps not all" : "");
}

static int write_results(const struct test_settings *s, struct test_results *all)
{
    const struct document {
        const char *kind, *path;
        bool (*write)(const struct test_results *results, const char *path);
    } documents[] = {{"JUnit", s->junit, test_junit}, {"SARIF", s->sarif, test_sarif}, {"JSON", s->json, test_json}};
    bool written = true;
    all->program = s->program;
    all->baseline = s->baseline_file;
    print_summary(s, all);
    for (size_t i = 0; i < sizeof documents / sizeof *documents; i++) {
        const struct document *d = &documents[i];
        if (!d->path || d->write(all, d->path))
            continue;
        warn("cannot write the %s file %s: %s", d->kind, d->path, strerror(errno));
        written = false;
    }
    return written ? all->status : EXIT_ERROR;
}

static void move_first(struct test_results *all, struct test_case *of, size_t to, size_t from)
{
    struct test_result r = all->at[from];
    struct test_case c = of[from];
    memmove(&all->at[to + 1], &all->at[to], (from - to) * sizeof r);
    memmove(&of[to + 1], &of[to], (from - to) * sizeof c);
    all->at[to] = r;
    of[to] = c;
}

/* Cases that come to code that has changed. What one execution does not come to another may: it is an order, and no
 * choice. */
static void order_cases(const struct test_settings *s, const struct framework *f, struct test_results *all, struct test_case *of,
                        const char *places)
{
    size_t first = 0;
    for (size_t i = 0; i < all->count && !end_is_asked(); i++)
        if (case_reaches(s, f, &of[i], places))
            move_first(all, of, first++, i);
    if (!end_is_asked())
        fprintf(s->out, "%zu of %s come to it, and go first\n", first, show_things(all->count, "case"));
}

/* What was not built cannot be checked. With --since, which says that changes were, nothing passes then. */
static void tell_newer(const struct test_settings *s, const struct strings *newer)
{
    char *sentence = newer_sources_sentence(newer, s->program);
    if (sentence && s->since)
        warn("%s; build first: with --since no case passes so", sentence);
    else if (sentence)
        warn("note: %s", sentence);
}

/* --since. False: there is nothing to check. */
static bool compare(const struct test_settings *s, const struct framework *f, struct test_results *all, struct test_case *of)
{
    if (!s->since) {
        struct strings newer = newer_sources(s->program);
        tell_newer(s, &newer);
        return true;
    }
    struct changed_since changed = changed_since(s->since, s->program);
    all->since = s->since;
    all->changed = changed.files;
    all->newer = changed.newer;
    tell_newer(s, &changed.newer);
    if (changed.files.count == 0) {
        fprintf(s->out, "%s is made of nothing that has changed since %s: %s not checked\n", printable(s->program), printable(s->since),
            show_things(all->count, "case"));
        all->count = 0;
        return false;
    }
    fprintf(s->out, "since %s %s has changed%s\n", printable(s->since), printable(changed.files.at[0]),
        changed.files.count > 1 ? format_text(", and %s", show_things(changed.files.count - 1, "other file")) : "");
    if (changed.reached && all->count > 1)
        order_cases(s, f, all, of, changed.reached);
    return true;
}

static int check_all(const struct test_settings *s, const struct framework *f, const struct test_cases *cases)
{
    struct test_case *of;
    struct test_results all = chosen_cases(s, cases, &of);
    if (s->list)
        return list_cases(&all);
    if (!all.count && !end_is_asked())
        die("no case fits --filter=%s; --list names all", s->filter);
    if (!compare(s, f, &all, of))
        all.incomplete = NULL;
    if (all.newer.count && !all.incomplete)
        all.incomplete = newer_sources_sentence(&all.newer, s->program);
    all.status = all.incomplete ? EXIT_UNKNOWN : EXIT_VERIFIED;
    for (size_t i = 0; i < all.count; i++) {
        struct test_result *r = &all.at[i];
        if (end_is_asked())
            case_not_run(r);
        else
            case_run(s, f, &of[i], r);
        if (!r->not_run)
            print_result(f, r, s->out);
        all.status = worse(all.status, r->known ? EXIT_VERIFIED : r->status);
    }
    return write_results(s, &all);
}

static int run(int argc, char **argv)
{
    static struct test_settings settings;
    char *why;
    read_arguments(&settings, argc, argv);
    int to_stdout = is_stdout(settings.junit) + is_stdout(settings.json) + is_stdout(settings.sarif);
    if (to_stdout > 1)
        die("--json, --junit, --sarif: one of them only can be written to standard output (-)");
    if (settings.hunt && settings.sarif)
        die("--sarif is for checks: --hunt has --junit and --json");
    settings.out = to_stdout ? stderr : stdout;
    char *program = realpath(settings.program, NULL);
    if (!program)
        die("%s: %s", settings.program, strerror(errno));
    if (!settings.hunt && !program_is_ours(program, &why))
        die("%s", why);
    if (!strchr(settings.program, '/'))
        settings.program = format_text("./%s", settings.program);
    const struct framework *f = !settings.framework ? framework_of(program)
                              : strcmp(settings.framework, "none") == 0 ? NULL : framework_named(settings.framework);
    if (!settings.hunt)
        unsetenv("MALLOC_PERTURB_"); /* Meson sets it to something else each time, for a malloc that no program has here */
    end_on_signals(NULL, NULL);
    struct test_cases cases = cases_of(&settings, &f);
    settings.kept = test_cache_open(&settings);
    int status = check_all(&settings, f, &cases);
    test_cache_close(settings.kept);
    return status;
}

const struct command test_command = {
    .name = "test",
    .help = "check every case of a program of tests (GoogleTest, Catch2, doctest, cmocka, Check)",
    .example = "mazurka test ./queue_test",
    .usage = usage,
    .options = test_options,
    .examples = examples,
    .run = run,
};
