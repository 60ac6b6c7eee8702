/* replay_trace.c - `mazurka replay`: run a recorded schedule again, with the program's real output, to the same fault. */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool/cli/result_file.h"
#include "tool/commands/checking.h"
#include "tool/cli/command.h"
#include "tool/compile/compile.h"
#include "tool/binary/elf/objects.h"
#include "tool/binary/names/fault_text.h"
#include "tool/cli/options.h"
#include "tool/cli/printable.h"
#include "tool/result/exit_status.h"
#include "tool/report/html_page.h"
#include "tool/cli/json_file.h"
#include "tool/cli/json_text.h"
#include "tool/report/report.h"
#include "tool/report/report_json.h"
#include "tool/result/replay_finding.h"
#include "tool/run/gdb.h"
#include "tool/run/launch.h"
#include "tool/run/setup_repeats.h"
#include "tool/binary/elf/fingerprint.h"
#include "tool/trace/step_sums.h"
#include "tool/trace/token.h"
#include "tool/trace/trace_file.h"
#include "tool/cli/trust.h"

static const char usage[] =
    "Usage: mazurka replay FILE.mzt [OPTIONS]\n"
    "       mazurka replay TOKEN [PROGRAM] [OPTIONS]\n"
    "\n"
    "Runs the schedule that `mazurka check` recorded in a file, or printed as a token, with the program's own output, to the\n"
    "fault that it leads to. If check had compiled the program, it is compiled again. What is compiled and run is printed, and\n"
    "unsafe content of traces from other people is refused.\n";

static const char examples[] =
    "\n"
    "Examples:\n"
    "  mazurka replay counter.mzt\n"
    "  mazurka replay counter.mzt --steps          what each thread does, step by step\n"
    "  mazurka replay counter.mzt --html=page.html the same as a page for a browser, beside the source\n"
    "  mazurka replay counter.mzt --gdb            in gdb, at the fault: bt, mazurka threads, mazurka thread 1\n"
    "  mazurka replay mz1-3QYh...                  the token that a report ends with\n"
    "  mazurka replay counter.mzt --force          although the program has changed since\n"
    "  mazurka replay theirs.mzt --cc=clang-14     compiled by this compiler, and not by the one that the trace names\n"
    "\n"
    "Exit status: 1 the same fault was reached, 0 the recorded schedule has no fault and none was met, or --until came first,\n"
    "3 the schedule does not lead there (any more), 2 usage, compiler or system error.\n";

struct replay_settings {
    const char *file, *program;
    const char *cc, *setup_writes, *html, *json;
    bool        force, steps, trust_trace, gdb;
    const char *gdb_commands;
    uint64_t    hang_ms, until;
    const char *color;
};

#define ROW(...) OPTION_ROW(struct replay_settings, __VA_ARGS__)
static const struct option_row replay_options[] = {
    OPTION_HEADING_ROW("Options"),
    ROW("steps", OPTION_FLAG, steps, NULL, "print the interleaving, in which the program's output is shown at its place"),
    ROW("html", OPTION_TEXT, html, "FILE", "write the interleaving as one page for a browser, to step through beside the source"),
    ROW("json", OPTION_TEXT, json, "FILE", "write the interleaving as JSON, as `mazurka check` describes a finding"),
    ROW("until", OPTION_COUNT, until, "N",
     "stop before step N of the schedule; output, ends of threads and what no other thread can notice are no steps of it"),
    ROW("gdb", OPTION_FLAG, gdb, NULL,
     "stop in gdb at the fault, or with --until before step N, with the program's own frames; `mazurka threads` there lists its threads"),
    ROW("gdb-commands", OPTION_TEXT, gdb_commands, "FILE", "the same, but gdb does what stands in FILE and is left"),
    ROW("force", OPTION_FLAG, force, NULL, "go on although the program has changed since the trace was written"),
    ROW("program", OPTION_TEXT, program, "FILE", "run this program instead of the one that is named in the trace"),
    ROW("cc", OPTION_TEXT, cc, "COMPILER", "compile with this compiler (default: the one of this machine that has the name in the trace)"),
    ROW("trust-trace", OPTION_FLAG, trust_trace, NULL,
     "do all that the trace says, with compilers, options and files that are not known to be harmless: whoever wrote the trace can "
     "then run anything"),
    ROW("setup-writes", OPTION_WORD, setup_writes, "captured|real", "as for `mazurka check` (default captured)"),
    ROW("hang", OPTION_DURATION, hang_ms, "DURATION",
     "how long a thread may run without calling anything before it counts as hanging (default 10s; 0: for ever)", .initial = "10s"),
    ROW("color", OPTION_WORD, color, "auto|always|never", "colours (auto: on a terminal, unless NO_COLOR is set)", .initial = "auto"),
    OPTION_END,
};

/* The trace, or a token, which may be followed by the program. */
static void take_name(struct replay_settings *s, const char *name)
{
    if (s->file && !(token_is(s->file) && !s->program))
        die("unexpected argument %s: replay takes one trace file, or a token and a program; --help explains", name);
    *(s->file ? &s->program : &s->file) = name;
}

static void check_document(const char *option, const char *file)
{
    if (is_stdout(file))
        die("--%s=-: standard output is the program's own here: name a file", option);
    check_writable(option, file);
}

static void read_arguments(struct replay_settings *s, int argc, char **argv)
{
    bool only_names = false; /* behind -- */
    options_initial(replay_options, s);
    for (int i = 1; i < argc; i++) {
        char *error;
        int taken = only_names ? OPTION_NOT_OURS : options_parse(replay_options, s, argv, &i, &error);
        if (taken == OPTION_WRONG)
            die("%s", error);
        if (taken == OPTION_TAKEN)
            continue;
        if (only_names || argv[i][0] != '-') {
            take_name(s, argv[i]);
            continue;
        }
        if (strcmp(argv[i], "--") != 0)
            die("unexpected argument %s: replay takes one trace file, or a token and a program; --help explains", argv[i]);
        only_names = true;
    }
    if (!s->file)
        die("which trace? mazurka replay FILE.mzt");
    check_document("html", s->html);
    check_document("json", s->json);
}

/* --- the program ------------------------------------------------------------------------------------------------------- */

static void refuse_untrusted(const struct replay_settings *s, const struct trace *t)
{
    struct strings refused = {0};
    struct trust trust = trust_here(t->directory);
    if (s->trust_trace)
        return;
    if (!s->cc && !trust_compiler(t->compiler))
        die("the trace names an unknown compiler: %s. --cc=COMPILER names one of this machine; --trust-trace accepts it",
            shell_quote(t->compiler));
    trust_words(&trust, &t->compile, &refused);
    for (size_t i = 0; i < refused.count; i++)
        warn("the trace passes to the compiler: %s", printable(refused.at[i]));
    if (refused.count)
        die("nothing was compiled or run: the trace could do harm. --trust-trace does what the trace says");
}

/* The same words in the same directory give the same program, debug information included. */
static const char *compile_again(const struct replay_settings *s, const struct trace *t)
{
    char *before = getcwd(NULL, 0);
    const char *compiler = s->cc ? s->cc : *t->compiler ? t->compiler : NULL;
    refuse_untrusted(s, t);
    if (chdir(t->directory) != 0)
        die("the program was compiled in %s: %s. --program=FILE names a program to run", t->directory, strerror(errno));
    warn("compiling in %s: %s %s", printable(t->directory), compiler ? printable(compiler) : "cc",
         printable(strings_command(&t->compile)));
    const char *program = compile_program(&t->compile, compiler);
    if (!program)
        exit(EXIT_ERROR); /* the compiler has said why */
    if (before && chdir(before) != 0)
        die("%s: %s", before, strerror(errno));
    free(before);
    return program;
}

static void check_unchanged(const struct replay_settings *s, const struct trace *t, const char *program)
{
    struct fingerprint now, then = {t->build_id, t->digest, t->size};
    if (!fingerprint_of_code(program, &now))
        die("%s: %s", program, strerror(errno));
    if (fingerprint_equal(&now, &then))
        return;
    const char *what = t->compiler && !s->program ? "its sources, the compiler or its options" : program;
    if (!s->force)
        die("the program has changed since the trace was written: %s (build id %s, was %s). --force replays all the same", what,
            now.build_id ? now.build_id : "none", t->build_id ? t->build_id : "none");
    warn("the program has changed since the trace was written; the schedule may mean something else now");
}

static const char *find_program(const struct replay_settings *s, const struct trace *t)
{
    const char *program = s->program ? s->program : t->compiler ? compile_again(s, t) : t->program;
    if (!s->program && !t->compiler && !s->trust_trace && !trust_program(program) && file_exists(program))
        die("the trace names the program %s, which is not below this directory: --program=FILE names the program to run",
            shell_quote(program));
    char *why, *absolute = realpath(program, NULL);
    if (!absolute)
        die("the program %s: %s. --program=FILE names another", program, strerror(errno));
    check_unchanged(s, t, absolute);
    if (!program_is_ours(absolute, &why))
        die("%s", why);
    return absolute;
}

/* --- the replay -------------------------------------------------------------------------------------------------------- */

/* A trace alone does not let a program write to the disk. */
static bool writes_are_real(const struct replay_settings *s, const struct trace *t)
{
    bool real = t->options.config.writes_real;
    if (s->setup_writes)
        return strcmp(s->setup_writes, "real") == 0;
    if (real && !s->trust_trace)
        warn("note: the check was made with --setup-writes=real; here set-up is kept from the disk unless that option is given");
    return real && s->trust_trace;
}

static struct wire_config config_of(const struct trace *t, bool live_output)
{
    struct wire_config config = t->options.config;
    const char *trust = t->options.trust;
    config.visible = WIRE_VISIBLE_AUTO;
    for (uint32_t i = 0; trace_visible[i]; i++)
        config.visible = strcmp(t->visible, trace_visible[i]) == 0 ? i : config.visible;
    config.exit_status = config.exit_status ? WIRE_EXIT_ZERO : WIRE_EXIT_ANY;
    config.race = strcmp(t->fault, fault_words[FAULT_RACE]) == 0 ? WIRE_RACE_REPORT : WIRE_RACE_OFF;
    config.live_output = live_output;
    snprintf(config.trust, sizeof config.trust, "%s", trust ? trust : "");
    return config;
}

static bool is_expected(const struct trace *t, const struct finding *f)
{
    if (f->fault.kind >= FAULT_KINDS || strcmp(t->fault, fault_words[f->fault.kind]) != 0)
        return false;
    uint64_t line = f->place.line > 0 ? (uint64_t)f->place.line : 0;
    if (f->fault.kind == FAULT_RUNAWAY)
        return t->fault_thread == f->fault.thread;
    return strcmp(t->fault_text ? t->fault_text : "", f->fault.text) == 0 && t->fault_line == line;
}

static char *expected_text(const struct trace *t)
{
    char *text = t->fault_text ? format_text("%s: %s", t->fault, t->fault_text) : format_text("%s", t->fault);
    return t->fault_file ? format_text("%s at %s:%" PRIu64, text, t->fault_file, t->fault_line) : text;
}

/* Step from which the replay does something else than what was recorded: "other than recorded from step 7 on: thread 1 (work) at f.c:12,
 * write x: 0 → 2"; NULL: nowhere, as far as is known. */
static char *first_difference(const struct trace *t, const struct naming *n)
{
    struct step_difference d;
    if (!step_sums_differ(t->steps, n->wire, &d))
        return NULL;
    if (d.event == UINT64_MAX)
        return format_text("as recorded up to step %" PRIu64 ", which is the last one here", d.after);
    const struct wire_event *e = naming_event(n, d.event);
    struct place place = naming_place(n, e->stack, e->stack_used);
    char *from = d.step == d.after + 1 ? format_text("step %" PRIu64, d.step)
                                       : format_text("one of the steps %" PRIu64 " to %" PRIu64, d.after + 1, d.step);
    return format_text("other than recorded from %s on: %s at %s, %s", from, name_thread(n, e->thread, d.event),
        symbols_line(n->symbols, &place), name_operation(n, d.event));
}

static int lost(const struct trace *t, const struct naming *n, const char *what)
{
    uint64_t left = setup_repeats_digest(n->wire);
    bool other = t->setup && left && left != t->setup;
    char *difference = first_difference(t, n);
    printf("not reproduced: %s%s%s; the trace leads to %s%s\n", printable(what), difference ? "; " : "",
           difference ? printable(difference) : "", printable(expected_text(t)),
           other ? "; set-up leaves other values in memory than when the trace was written" : "");
    return EXIT_UNKNOWN;
}

static int judge_replay(const struct trace *t, const struct finding *f)
{
    const struct launch *l = &f->replay;
    const struct wire *w = l->wire;
    bool expects_fault = strcmp(t->fault, fault_words[FAULT_NONE]) != 0;
    if (l->interrupted)
        return lost(t, &f->naming, "the replay was interrupted");
    if (l->end != LAUNCH_DONE && !expects_fault && l->signal) {
        printf("replayed: the process was killed (signal %d)\n", l->signal);
        return EXIT_BUG;
    }
    if (w->config.debugged && l->signal == SIGKILL) {
        printf("not replayed to the end: the program was killed in gdb\n");
        return EXIT_UNKNOWN;
    }
    if (l->end != LAUNCH_DONE)
        return lost(t, &f->naming, "the process ended without a result");
    if (w->verdict == WIRE_STOPPED) {
        printf("stopped before step %" PRIu64 "%s\n", w->config.until, expects_fault ? ", and before the fault" : "");
        return 0;
    }
    if (w->verdict != WIRE_REPLAYED && w->verdict != WIRE_BUG)
        return lost(t, &f->naming, format_text("%.*s", (int)sizeof w->message - 1, w->message));
    if (w->findings == 0) {
        if (expects_fault)
            return lost(t, &f->naming, "no fault was reached");
        printf("replayed: the whole schedule, without a fault\n");
        return 0;
    }
    if (!expects_fault || !is_expected(t, f))
        return lost(t, &f->naming, format_text("it reached %s", f->headline));
    char *difference = first_difference(t, &f->naming);
    if (difference)
        warn("note: %s", printable(difference));
    printf("replayed: %s\n", printable(f->headline));
    return EXIT_BUG;
}

/* The expected one, if it is there: a way to a race may have met others before. */
static void take_finding(struct finding *f, const struct trace *t)
{
    struct wire *w = f->replay.wire;
    uint32_t findings = w->findings < WIRE_MAX_FINDINGS ? w->findings : WIRE_MAX_FINDINGS;
    uint64_t events = w->events;
    f->headline = format_text("no fault");
    for (f->met = 0; f->met < findings; f->met++) {
        w->events = events;
        finding_take(f);
        f->headline = fault_headline(&f->naming, &f->fault, &f->place);
        f->headline = exit_headline(f, t->options.config.exit_status);
        if (is_expected(t, f))
            return;
    }
}

static void print_steps(const struct replay_settings *s, const struct finding *f)
{
    struct colours colours = colours_for(s->color, STDOUT_FILENO);
    char *text;
    size_t length;
    FILE *lines = open_memstream(&text, &length);
    if (!lines)
        die("out of memory");
    report_interleaving(f, 0, lines, &colours);
    if (fclose(lines) != 0)
        die("out of memory");
    print_lines(text, stdout, &colours);
    putchar('\n');
    free(text);
}

static json_t *document_of(const struct replay_settings *s, struct finding *f, const char *program, int status)
{
    f->trace = format_text("%s", s->file);
    json_t *document = json_object(), *findings = json_array();
    put(document, "schema", json_string("mazurka-replay"));
    put_number(document, "schema_version", 1);
    put(document, "mazurka_version", json_string(MZ_VERSION));
    put(document, "verdict", json_string(status == EXIT_BUG ? verdict_word(VERDICT_BUG) : status == 0 ? "replayed" : "not reproduced"));
    put(document, "program", text_or_null(path_base(program)));
    append(findings, report_finding(f));
    put(document, "findings", findings);
    return document;
}

static void write_documents(const struct replay_settings *s, struct finding *f, const char *program, int status)
{
    if (s->html && html_page_write(document_of(s, f, program, status), program, s->html) != 0)
        die("cannot write the HTML file %s: %s", s->html, strerror(errno));
    if (s->json)
        json_file_put(document_of(s, f, program, status), s->json);
}

static int replay(const struct replay_settings *s, const struct trace *t)
{
    const char *program = find_program(s, t);
    struct strings argv = {0};
    strings_add(&argv, t->compiler ? path_base(program) : t->program);
    strings_append(&argv, &t->arguments);
    struct launch like = {.program = program, .argv = argv.at, .config = config_of(t, !s->steps), .hang_ms = s->hang_ms,
        .show_output = !s->steps, .dead_values = dead_values_of(program, t->options.config.dead_values)};
    struct finding f = {0};
    like.config.writes_real = writes_are_real(s, t);
    like.config.until = s->until;
    if (s->gdb || s->gdb_commands) {
        gdb_prepare(&like, s->gdb_commands);
        like.config.dead_values = WIRE_DEAD_KEEP; /* who looks at a variable wants to see what was in it */
        like.dead_values = NULL;
    }
    warn("running %s%s%s", printable(shell_quote(t->compiler && !s->program ? path_base(program) : program)),
         t->arguments.count ? " " : "", printable(strings_command(&t->arguments)));
    launch_replay(&f.replay, &like, t->ranges, t->range_count, t->decisions, t->decision_count);
    f.naming = (struct naming){.wire = f.replay.wire, .symbols = symbols_open(f.replay.wire)};
    take_finding(&f, t);
    if (s->steps)
        print_steps(s, &f);
    int status = judge_replay(t, &f);
    flush_stdout();
    write_documents(s, &f, program, status);
    return status;
}

/* What a schedule means is for one version to say: a token is read at once, where a file may lie for years. */
static void check_version(const struct replay_settings *s, const struct trace *t)
{
    if (strcmp(t->tool, MZ_VERSION) == 0)
        return;
    if (!s->force)
        die("the token was made by mazurka %s, and this is mazurka " MZ_VERSION ". --force replays all the same", printable(t->tool));
    warn("the token was made by mazurka %s, and this is mazurka " MZ_VERSION, printable(t->tool));
}

static int run(int argc, char **argv)
{
    static struct replay_settings settings;
    read_arguments(&settings, argc, argv);
    char *error;
    bool token = token_is(settings.file);
    struct trace *trace = token ? token_read(settings.file, &error) : trace_read(settings.file, &error);
    if (!trace)
        die("%s: %s", token ? "the token" : settings.file, error);
    if (token)
        check_version(&settings, trace);
    return replay(&settings, trace);
}

const struct command replay_command = {
    .name = "replay",
    .help = "run a recorded schedule again, with the program's output",
    .example = "mazurka replay counter.mzt",
    .usage = usage,
    .options = replay_options,
    .examples = examples,
    .run = run,
};
