/* test_command.c - `mazurka test`: every case of a program of tests is checked by itself, under a budget.
 *
 * Each check is a process of its own, `mazurka check` with the argument by which the framework selects the case; what it found is read
 * from its JSON.
 */
#include <errno.h>
#include <fnmatch.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apps/test/frameworks.h"
#include "apps/test/test_junit.h"
#include "tool/binary/elf/objects.h"
#include "tool/cli/command.h"
#include "tool/cli/options.h"
#include "tool/cli/printable.h"
#include "tool/cli/util.h"
#include "tool/cli/workers.h"

static const char usage[] =
    "Usage: mazurka test PROGRAM [OPTIONS] [OPTIONS OF CHECK] [-- ARGUMENTS]\n"
    "\n"
    "Checks every case of a program of tests by itself: all interleavings of one case, then of the next. The program was built\n"
    "with `mazurka cc` or `mazurka c++`, and uses GoogleTest, Catch2, doctest, cmocka or Check, or is a test by itself, as those\n"
    "of CTest, Meson and make are. One line is printed for each case. Options that are not listed below are given to\n"
    "`mazurka check`, and so are the ARGUMENTS of the program.\n";

static const char examples[] =
    "\n"
    "Examples:\n"
    "  mazurka test ./queue_test\n"
    "  mazurka test ./queue_test --budget=1m --junit=mazurka.xml\n"
    "  mazurka test ./queue_test --filter='Queue.*' --preemptions=2\n"
    "\n"
    "Exit status: 0 all cases are verified or skip themselves, 1 there is a bug in one, 2 usage or system error, 3 one is\n"
    "inconclusive and none has a bug, or not all cases are known.\n";

struct test_settings {
    const char *program;
    const char *filter, *framework, *junit, *json;
    FILE       *out;       /* for the lines of cases: not where a document goes */
    uint64_t    budget, list_time;
    bool        list;
    struct strings check, arguments;
};

#define ROW(...) OPTION_ROW(struct test_settings, __VA_ARGS__)
static const struct option_row test_options[] = {
    OPTION_HEADING_ROW("Options"),
    ROW("budget", OPTION_DURATION, budget, "DURATION", "time for each case (default 10s; 0: until all is explored)", .initial = "10s"),
    ROW("filter", OPTION_TEXT, filter, "PATTERN", "only cases whose names, Suite.Case or Case, fit: * and ? as in names of files"),
    ROW("framework", OPTION_WORD, framework, "googletest|catch2|catch2-3|doctest|cmocka|check|none",
        "the program uses this one (default: what is found in it); none: the program is one case"),
    ROW("list", OPTION_FLAG, list, NULL, "print the names of the cases, and check nothing"),
    ROW("list-time", OPTION_DURATION, list_time, "DURATION",
        "time for naming the cases, for which cmocka and Check run them (default 60s; 0: no limit)", .initial = "60s"),
    ROW("junit", OPTION_TEXT, junit, "FILE", "write the results as JUnit XML, a test case for each; - is stdout"),
    ROW("json", OPTION_TEXT, json, "FILE", "write the results of all cases as one JSON document; - is stdout"),
    OPTION_END,
};

static void print_more_help(void)
{
    options_print(test_options, stdout);
    fputs(examples, stdout);
}

/* False: help was asked for. */
static bool read_arguments(struct test_settings *s, int argc, char **argv)
{
    int i = 1;
    char *error;
    options_initial(test_options, s);
    for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (option_take_help(argv[i]))
            return false;
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
    return true;
}

/* --- one case ---------------------------------------------------------------------------------------------------------- */

static char *full_name(const struct test_case *c)
{
    return *c->suite ? format_text("%s.%s", c->suite, c->name) : c->name;
}

/* For a file: letters that need no quotes. */
static char *file_name(const char *program, const char *name)
{
    char *file = format_text("%s-%s.mzt", path_base(program), name);
    for (char *c = file; *c; c++) {
        if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.", *c))
            *c = '_';
    }
    return file;
}

static const char *text_at(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* What the program has printed on the way to the bug. */
static char *output_of(const json_t *finding)
{
    char *output = format_text("%s", "");
    const json_t *steps = json_object_get(finding, "steps");
    for (size_t i = 0; i < json_array_size(steps); i++)
        if (*text_at(json_array_get(steps, i), "stream"))
            output = format_text("%s%s", output, text_at(json_array_get(steps, i), "output"));
    return output;
}

/* A case that has failed has not always failed. */
static const char *how_often(const json_t *finding)
{
    if (strcmp(text_at(finding, "kind"), "exit-status") != 0)
        return "";
    return json_is_true(json_object_get(finding, "never_ends_well")) ? "; so in every interleaving"
         : json_is_integer(json_object_get(finding, "fatal_step"))   ? "; passes in other interleavings" : "";
}

static void take_bug(struct test_result *r, const struct framework *f, const json_t *finding)
{
    bool fails = strcmp(text_at(finding, "kind"), "exit-status") == 0;
    r->message = fails ? framework_message(f, output_of(finding)) : NULL;
    r->cause = format_text("%s", text_at(finding, "cause"));
    r->token = format_text("%s", text_at(finding, "token"));
    r->trace = format_text("%s", text_at(finding, "trace_file"));
    r->reason = format_text("%s%s", r->reason, how_often(finding));
}

/* The result of a case that was not checked, or not to an end that says something. */
static void take_nothing(struct test_result *r)
{
    r->status = EXIT_UNKNOWN;
    r->verdict = "unknown";
    r->reason = "not checked: stopped by a signal";
    r->not_run = true;
    r->said = r->cause = r->token = r->trace = "";
}

/* The status of a check that was ended by a signal is in its document. */
static void take_result(struct test_result *r, const struct framework *f, const char *path, int status, const char *said)
{
    json_t *document = json_load_file(path, 0, NULL);
    if (status < 0 && document)
        status = (int)json_integer_value(json_object_get(document, "exit_code"));
    if (status < 0) {
        take_nothing(r);
        return;
    }
    r->document = document;
    r->status = status;
    r->verdict = format_text("%s", document ? text_at(document, "verdict") : "error");
    r->reason = format_text("%s", document ? text_at(document, "reason") : said);
    r->cause = r->token = r->trace = format_text("%s", "");
    r->seconds = json_number_value(json_object_get(json_object_get(document, "statistics"), "total_seconds"));
    r->states = (uint64_t)json_integer_value(json_object_get(json_object_get(document, "statistics"), "states"));
    r->said = format_text("%s", said);
    r->skipped = status == EXIT_VERIFIED && json_is_true(json_object_get(document, "noticed"));
    if (r->skipped) {
        r->verdict = "skipped";
        r->reason = "the case skips itself in some interleaving";
    }
    if (status == EXIT_BUG)
        take_bug(r, f, json_array_get(json_object_get(document, "findings"), 0));
}

/* The words of `mazurka check` for the case. */
static struct strings check_words(const struct test_settings *s, const struct framework *f, const char *trace, const char *json)
{
    struct strings argv = {0};
    strings_add(&argv, self_path());
    strings_add(&argv, "check");
    strings_add(&argv, s->program);
    strings_addf(&argv, "--time=%jums", (uintmax_t)s->budget);
    strings_addf(&argv, "--json=%s", json);
    strings_add(&argv, "--exit-status=zero"); /* a case that fails is a bug, whatever others do */
    strings_addf(&argv, "--trace=%s", trace);
    if (f && f->skipped)
        strings_addf(&argv, "--notice=%s", f->skipped);
    strings_append(&argv, &s->check);
    strings_add(&argv, "--");
    return argv;
}

static void take_status(struct task *task, int status, double seconds)
{
    (void)seconds;
    *(int *)task->self = status;
}

static void check_case(const struct test_settings *s, const struct framework *f, const struct test_case *c, struct test_result *r)
{
    const char *folder = temp_directory();
    char *argument = NULL, *variable = NULL, *json = path_join(folder, "result.json");
    char *trace = f ? file_name(s->program, r->name) : format_text("%s.mzt", path_base(s->program));
    int status = -1; /* the check was ended */
    struct task task = {.argv = check_words(s, f, trace, json), .log = path_join(folder, "said"), .self = &status};
    struct workers one = {.at_a_time = 1, .done = take_status};
    if (f)
        framework_select(f, c, &argument, &variable);
    if (argument)
        strings_add(&task.argv, argument);
    if (f && f->with)
        strings_add(&task.argv, f->with);
    strings_append(&task.argv, &s->arguments);
    if (variable && putenv(variable) != 0)
        die("out of memory");
    workers_run(&one, &task, 1);
    char *said = read_whole_file(task.log, NULL);
    take_result(r, f, json, status, said ? said : "");
    r->setting = variable;
}

/* As much of it as fits a line of output; the rest is in JUnit. */
static char *brief(const char *reason)
{
    enum { MOST = 200 };
    return strlen(reason) > MOST ? format_text("%.*s…", MOST, reason) : format_text("%s", reason);
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
    fprintf(out, "%-8s %s", r->verdict, r->name);
    if (r->status == EXIT_VERIFIED && !r->skipped)
        fprintf(out, " (%s, %.1f s)\n", show_things(r->states, "state"), r->seconds);
    else
        fprintf(out, ": %s\n", printable(brief(r->reason)));
    if (r->status == EXIT_BUG)
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

static void print_summary(const struct test_results *all, FILE *out)
{
    size_t verified = 0, bugs = 0, skipped = 0, not_run = 0;
    for (size_t i = 0; i < all->count; i++) {
        const struct test_result *r = &all->at[i];
        skipped += r->skipped;
        verified += r->status == EXIT_VERIFIED && !r->skipped;
        bugs += r->status == EXIT_BUG;
        not_run += r->not_run;
    }
    fprintf(out, "%s: %zu verified, %zu with a bug, %zu undecided", show_things(all->count, "case"), verified, bugs,
        all->count - verified - bugs - skipped - not_run);
    if (skipped)
        fprintf(out, ", %zu skipped", skipped);
    if (not_run)
        fprintf(out, ", %zu not checked (stopped by a signal)", not_run);
    fprintf(out, "%s\n", all->incomplete ? "; perhaps not all" : "");
}

static int write_results(const struct test_settings *s, struct test_results *all)
{
    bool written = true;
    all->program = s->program;
    print_summary(all, s->out);
    if (s->junit && !test_junit(all, s->junit)) {
        warn("cannot write the JUnit file %s: %s", s->junit, strerror(errno));
        written = false;
    }
    if (s->json && !test_json(all, s->json)) {
        warn("cannot write the JSON file %s: %s", s->json, strerror(errno));
        written = false;
    }
    return written ? all->status : EXIT_ERROR;
}

static int check_all(const struct test_settings *s, const struct framework *f, const struct test_cases *cases)
{
    struct test_case *of;
    struct test_results all = chosen_cases(s, cases, &of);
    if (s->list)
        return list_cases(&all);
    if (!all.count && !end_is_asked())
        die("no case fits --filter=%s; --list names all", s->filter);
    all.status = all.incomplete ? EXIT_UNKNOWN : EXIT_VERIFIED;
    for (size_t i = 0; i < all.count; i++) {
        struct test_result *r = &all.at[i];
        if (end_is_asked())
            take_nothing(r);
        else
            check_case(s, f, &of[i], r);
        if (!r->not_run)
            print_result(f, r, s->out);
        all.status = worse(all.status, r->status);
    }
    return write_results(s, &all);
}

static bool is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

static int run(int argc, char **argv)
{
    static struct test_settings settings;
    char *why;
    if (!read_arguments(&settings, argc, argv)) {
        fputs(usage, stdout);
        print_more_help();
        return 0;
    }
    if (is_stdout(settings.junit) && is_stdout(settings.json))
        die("--json, --junit: one of them only can be written to standard output (-)");
    settings.out = is_stdout(settings.junit) || is_stdout(settings.json) ? stderr : stdout;
    char *program = realpath(settings.program, NULL);
    if (!program)
        die("%s: %s", settings.program, strerror(errno));
    if (!program_is_ours(program, &why))
        die("%s", why);
    if (!strchr(settings.program, '/'))
        settings.program = format_text("./%s", settings.program);
    const struct framework *f = !settings.framework ? framework_of(program)
                              : strcmp(settings.framework, "none") == 0 ? NULL : framework_named(settings.framework);
    end_on_signals(NULL, NULL);
    struct test_cases cases = cases_of(&settings, &f);
    return check_all(&settings, f, &cases);
}

const struct command test_command = {
    .name = "test",
    .help = "check every case of a program of tests (GoogleTest, Catch2, doctest, cmocka, Check)",
    .usage = usage,
    .more = print_more_help,
    .run = run,
};
