/* states.c - `mazurka states`: what of a program's registers and stack is cleared, because it will not be read again. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tool/binary/liveness/liveness.h"
#include "tool/cli/command.h"
#include "tool/cli/json_file.h"
#include "tool/cli/options.h"
#include "tool/cli/printable.h"
#include "tool/cli/result_file.h"
#include "tool/cli/util.h"
#include "tool/commands/states/agreement.h"
#include "tool/commands/states/show_splits.h"
#include "tool/compile/compile.h"
#include "tool/run/dead_values.h"

static const char usage[] =
    "Usage: mazurka states PROGRAM|FILE.c|FILE.cpp [OPTIONS] [-- ARGUMENTS]\n"
    "\n"
    "Says how much of PROGRAM's code the analysis of dead values covers. States that differ only in what will never be read\n"
    "again are one state: at each hook the checker clears registers and bytes of the stack that are dead there. Functions\n"
    "whose code it does not understand are left as they are.\n";

static const char examples[] =
    "\n"
    "Examples:\n"
    "  mazurka states ./program                    how many functions, calls and hooks were analysed\n"
    "  mazurka states ./program --explain          and which functions were not, and why\n"
    "  mazurka states ./program --at worker        what is dead behind each call of the function worker\n"
    "  mazurka states ./program --splits=2000 -- 3  what the first 2000 states of `./program 3` differ in\n"
    "  mazurka states ./program --agree=100        does clearing lead to any state that the program does not have?\n";

struct states_settings {
    const char *program, *at, *table, *json;
    uint8_t     dead_values; /* enum wire_dead_values */
    bool        explain;
    uint64_t    splits, agree, time;
    struct strings argv; /* of the program */
};

#define ROW(...) OPTION_ROW(struct states_settings, __VA_ARGS__)
static const struct option_row states_options[] = {
    OPTION_HEADING_ROW("Options"),
    ROW("explain", OPTION_FLAG, explain, NULL, "list the functions that were left alone"),
    ROW("at", OPTION_TEXT, at, "FUNCTION", "show the dead registers and bytes behind each call of this function"),
    ROW("splits", OPTION_COUNT, splits, "N",
     "search the program, look at its first N states, and say in which places alone some of them differ"),
    ROW("agree", OPTION_COUNT, agree, "N",
     "search the program, reach up to N of its states once more with dead values kept, and compare: must be the same"),
    ROW("dead-values", OPTION_CHOICE, dead_values, "clear|keep|poison", "with --splits: as for `mazurka check` (default clear)",
        .words = "keep|clear|poison", .initial = "clear"),
    ROW("time", OPTION_DURATION, time, "DURATION", "with --splits and --agree: end after this time"),
    ROW("json", OPTION_TEXT, json, "FILE", "write the numbers as JSON"),
    ROW("table", OPTION_TEXT, table, "FILE", "write the table that the runtime gets into this file"),
    OPTION_END,
};

static const char *compiled(const char *source)
{
    struct strings words = {0};
    strings_add(&words, source);
    const char *program = compile_program(&words, NULL);
    if (!program)
        exit(EXIT_ERROR); /* the compiler has said why */
    return program;
}

static void read_arguments(struct states_settings *s, int argc, char **argv)
{
    *s = (struct states_settings){0};
    options_initial(states_options, s);
    int i = 1;
    for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
        char *error;
        int taken = options_parse(states_options, s, argv, &i, &error);
        if (taken == OPTION_WRONG)
            die("%s", error);
        if (taken == OPTION_TAKEN)
            continue;
        if (argv[i][0] == '-' || s->program)
            die("unexpected argument %s: states takes one program; --help explains", argv[i]);
        s->program = argv[i];
    }
    if (!s->program)
        die("which program? mazurka states PROGRAM");
    if (s->json && (s->at || is_stdout(s->json)))
        die(s->at ? "--json: not with --at, which prints code" : "--json=-: the numbers are printed there");
    if (is_source(s->program))
        s->program = compiled(s->program);
    strings_add(&s->argv, s->program);
    for (i++; i < argc; i++)
        strings_add(&s->argv, argv[i]);
}

static void print_share(const char *what, uint32_t part, uint32_t whole)
{
    printf("%-9s %s of %s analysed (%.1f %%)\n", what, show_count(part), show_count(whole), whole ? 100.0 * part / whole : 100.0);
}

static int by_reason(const void *a, const void *b)
{
    const struct liveness_skipped *left = a, *right = b;
    int order = strcmp(left->reason, right->reason);
    return order ? order : strcmp(left->function, right->function);
}

static void print_skipped(const struct liveness *l, bool list)
{
    if (l->skipped_count)
        qsort(l->skipped, l->skipped_count, sizeof *l->skipped, by_reason);
    for (size_t i = 0, end; i < l->skipped_count; i = end) {
        for (end = i; end < l->skipped_count && strcmp(l->skipped[end].reason, l->skipped[i].reason) == 0;)
            end++;
        printf("left alone: %zu function%s: %s\n", end - i, end - i == 1 ? "" : "s", l->skipped[i].reason);
        for (size_t k = i; list && k < end; k++)
            printf("    %s (%" PRIu32 " calls, %" PRIu32 " of hooks)\n", printable(l->skipped[k].function), l->skipped[k].calls,
                   l->skipped[k].hooks);
    }
}

static void write_table(const char *path, const struct liveness *l)
{
    if (result_write(path, l->table, l->size) != 0)
        die("%s cannot be written: %s", path, strerror(errno));
}

/* What it has told, as JSON: `what` is the kind of it. */
static void write_json(const struct states_settings *s, const char *what, json_t *told)
{
    json_t *document = json_pack("{s:s,s:i,s:s,s:s,s:o}", "schema", "mazurka-states", "schema_version", 1, "mazurka_version", MZ_VERSION,
        "program", path_base(s->program), what, told);
    if (s->json)
        json_file_put(document, s->json);
}

static json_t *share_json(uint32_t part, uint32_t whole)
{
    return json_pack("{s:I,s:I}", "analysed", (json_int_t)part, "all", (json_int_t)whole);
}

static json_t *analysis_json(const struct liveness *l)
{
    const struct liveness_header *h = l->table;
    json_t *skipped = json_array();
    for (size_t i = 0; i < l->skipped_count; i++)
        json_array_append_new(skipped, json_pack("{s:s,s:s,s:I,s:I}", "function", printable(l->skipped[i].function), "reason",
            l->skipped[i].reason, "calls", (json_int_t)l->skipped[i].calls, "hooks", (json_int_t)l->skipped[i].hooks));
    return json_pack("{s:o,s:o,s:o,s:o,s:b,s:o}", "functions", share_json(h->functions_analysed, h->functions), "calls",
        share_json(h->sites, h->calls), "hooks", share_json(h->hooks_analysed, h->hooks), "entries", share_json(h->entries, h->functions),
        "pointers_known", h->stays, "left_alone", skipped);
}

static int analyse(const struct states_settings *s)
{
    struct liveness l;
    char *why = NULL;
    if (!liveness_analyse(s->program, &l, &why))
        die("%s", why);
    if (s->table)
        write_table(s->table, &l);
    const struct liveness_header *h = l.table;
    if (!h->functions)
        die("%s has no instrumented functions: build it with `mazurka cc`", s->program);
    print_share("functions", h->functions_analysed, h->functions);
    print_share("calls", h->sites, h->calls);
    print_share("hooks", h->hooks_analysed, h->hooks);
    print_share("entries", h->entries, h->functions);
    printf("pointers  %s\n",
           h->stays ? "what is called through them is known in advance" : "something may be called through one unnoticed");
    print_skipped(&l, s->explain);
    write_json(s, "analysis", analysis_json(&l));
    return 0;
}

static int run(int argc, char **argv)
{
    struct states_settings s;
    char *why = NULL;
    json_t *told;
    read_arguments(&s, argc, argv);
    if (s.at) {
        if (!liveness_explain(s.program, s.at, stdout, &why))
            die("%s", why ? why : format_text("%s has no function %s", s.program, s.at));
        return 0;
    }
    if (s.time && !s.splits && !s.agree)
        die("--time: without --splits or --agree nothing is run that a limit could end");
    if (!s.splits && !s.agree)
        return analyse(&s);
    end_on_signals(NULL, NULL);
    if (s.splits) {
        write_json(&s, "splits", splits_print(s.program, s.argv.at, s.splits, s.time, s.dead_values));
        return end_is_asked() ? EXIT_UNKNOWN : 0;
    }
    int status = agreement_print(s.program, s.argv.at, s.agree, s.time, &told);
    write_json(&s, "agreement", told);
    return status;
}

const struct command states_command = {
    .name = "states",
    .help = "show registers and stack slots treated as dead",
    .example = "mazurka states ./program --explain",
    .usage = usage,
    .options = states_options,
    .examples = examples,
    .run = run,
};
