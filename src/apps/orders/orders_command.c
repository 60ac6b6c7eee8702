/* orders_command.c - `mazurka orders`: the weakest memory orders that are right, found by search. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apps/orders/orders_report.h"
#include "tool/cli/check_settings.h"
#include "tool/cli/command.h"
#include "tool/cli/options.h"
#include "tool/cli/result_file.h"
#include "tool/compile/compile.h"

static const char usage[] =
    "Usage: mazurka orders FILES... [OPTIONS OF THE COMPILER] [OPTIONS] [-- ARGUMENTS]\n"
    "       mazurka orders PROGRAM... [OPTIONS] [-- ARGUMENTS]\n"
    "\n"
    "For each atomic operation and fence that is reached: the weakest memory order with which, for all of them together, each\n"
    "program stays verified (mazurka check --memory-model=c11), what it costs, and a diff. Options of `mazurka check`, such as\n"
    "--stale=1, hold for all searches.\n";

static const char examples[] =
    "\n"
    "Examples:\n"
    "  mazurka orders queue.c test.c | patch -p1      with no more than the table above it\n"
    "  mazurka orders ./test --keep=queue.c:31 --time=10m\n"
    "  mazurka orders ./push_test ./pop_test          what both allow\n"
    "  mazurka orders ./test --mutate                 which weaker orders do the tests not notice?\n"
    "\n"
    "Exit status: 0 all was decided, 1 the program has a bug as it is written, 2 usage, compiler or system error, 3 not all was\n"
    "decided or proven, or the result is not `verified`.\n";

#define ROW(...) OPTION_ROW(struct orders_settings, __VA_ARGS__)
static const struct option_row orders_options[] = {
    OPTION_HEADING_ROW("Options"),
    ROW("time", OPTION_DURATION, time_ms, "DURATION", "for all searches together (default 5m; 0: no limit)", .initial = "5m"),
    ROW("keep", OPTION_TEXT, keep, "PLACES", "places, separated by commas, that keep their orders: queue.c:31,stack.c:7"),
    ROW("load-buffering", OPTION_CHOICE, buffering, "keep|allow",
        "loads that Arm could perform behind stores which follow them in their thread, in a circle of threads: what keeps these in order "
        "stays (default), or only what RC11 needs, which has no load buffering", .initial = "keep", .words = "keep|allow"),
    ROW("mutate", OPTION_FLAG, mutate, NULL, "weaken each place by one step, on its own, and tell what no test notices"),
    ROW("format", OPTION_WORD, format, "text|json", "what is printed (default text)", .initial = "text"),
    ROW("sarif", OPTION_TEXT, sarif, "FILE", "write what is found as SARIF, for code hosts and editors; - is stdout"),
    ROW("html", OPTION_TEXT, html, "FILE", "write the table and the diff as a page for a browser; - is stdout"),
    ROW("quiet", OPTION_FLAG, quiet, NULL, "no progress"),
    ROW("cc", OPTION_TEXT, cc, "COMPILER", "compiler for sources (default: as mazurka check)"),
    OPTION_END,
};

/* What decides which program is searched, and how orders hold, is ours. */
static bool take_check_option(struct orders_settings *s, char **argv, int *at)
{
    static const char *const ours[] = {"memory-model", "race", "json", "atomic-orders", "search", "reduction", "minimize", "all",
        NULL};
    const struct option_row *row = option_of_word(check_options, argv[*at]);
    if (!row)
        return false;
    if (is_one_of(row->name, ours))
        die("--%s: mazurka orders chooses it by itself", row->name);
    bool takes_next = row->kind != OPTION_FLAG && row->kind != OPTION_CLEAR && row->kind != OPTION_TEXT_OR_FLAG &&
        row->kind != OPTION_CHOICE_OR_FLAG && !strchr(argv[*at], '=') && argv[*at + 1];
    strings_add(&s->check, argv[*at]);
    if (takes_next)
        strings_add(&s->check, argv[++*at]);
    return true;
}

/* What is no option is the program, or a word for the compiler. */
static void read_word(struct orders_settings *s, char **argv, int *at, bool sources)
{
    char *error;
    bool is_option = starts_with(argv[*at], "--");
    if (is_option && !option_of_word(orders_options, argv[*at]) && take_check_option(s, argv, at))
        return;
    int taken = options_parse(orders_options, s, argv, at, &error);
    if (taken == OPTION_WRONG)
        die("%s", error);
    if (taken == OPTION_TAKEN)
        return;
    if (sources)
        strings_add(&s->words, argv[*at]);
    else if (argv[*at][0] == '-')
        die("unknown option '%s': `mazurka orders --help` lists them; what the program is given follows --", argv[*at]);
    else
        strings_add(&s->programs, argv[*at]);
}

static void read_arguments(struct orders_settings *s, int argc, char **argv)
{
    int i = 1;
    bool sources = false;
    options_initial(orders_options, s);
    for (; i < argc && strcmp(argv[i], "--") != 0; i++)
        sources |= is_source(argv[i]);
    for (i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        read_word(s, argv, &i, sources);
    for (i++; i < argc; i++)
        strings_add(&s->arguments, argv[i]);
    if (is_stdout(s->sarif) + is_stdout(s->html) + (strcmp(s->format, "json") == 0) > 1)
        die("--sarif, --html, --format=json: one of them only can be written to standard output (-)");
    if (!s->programs.count && !sources)
        die("which program? mazurka orders FILES.c, or a program that was built with `mazurka cc`");
}

static void compile(struct orders_settings *s)
{
    const char *name = first_source_stem(&s->words), *program = compile_program(&s->words, s->cc);
    if (!program)
        die("%s could not be compiled", name);
    strings_add(&s->programs, program);
    strings_add(&s->names, name);
}

static void find_programs(struct orders_settings *s)
{
    if (s->words.count) {
        compile(s);
        return;
    }
    s->names = s->programs;
    s->programs = (struct strings){0};
    for (size_t i = 0; i < s->names.count; i++) {
        char *whole = realpath(s->names.at[i], NULL);
        if (!whole || access(whole, X_OK) != 0)
            die("cannot run %s: %s", s->names.at[i], strerror(whole ? EACCES : ENOENT));
        strings_add(&s->programs, whole);
    }
}

static int run_orders(int argc, char **argv)
{
    struct orders_settings s = {0};
    struct trials t = {.settings = &s};
    read_arguments(&s, argc, argv);
    find_programs(&s);
    end_on_signals(NULL, NULL);
    if (s.mutate) {
        struct mutants m = orders_mutate(&t);
        return mutants_report(&t, &m);
    }
    struct orders_found f = orders_search(&t);
    struct fix fix = f.written.end == TRIAL_FAILS && !f.stopped ? order_fix(&t) : (struct fix){.end = FIX_UNDECIDED};
    return orders_report(&t, &f, &fix);
}

const struct command orders_command = {
    .name = "orders",
    .help = "find the weakest memory orders with which a program is right",
    .example = "mazurka orders queue.c test.c -Iinclude",
    .usage = usage,
    .options = orders_options,
    .examples = examples,
    .run = run_orders,
};
