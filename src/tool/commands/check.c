/* check.c - `mazurka check`: compile, explore, replay what was found, report. */
#include "tool/commands/checking.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool/binary/asserts/asserts.h"
#include "tool/binary/elf/objects.h"
#include "tool/binary/uninstrumented/imported.h"
#include "tool/binary/uninstrumented/unseen.h"
#include "tool/checkpoint/checkpoint.h"
#include "tool/cli/command.h"
#include "tool/cli/printable.h"
#include "tool/cli/result_file.h"
#include "tool/commands/budget.h"
#include "tool/commands/check_options.h"
#include "tool/commands/result_inputs.h"
#include "tool/commands/rc11_search.h"
#include "tool/commands/series_file.h"
#include "tool/compile/compile.h"
#include "tool/mpi/machines.h"
#include "tool/report/report.h"
#include "tool/report/traces.h"
#include "tool/advice/advice.h"
#include "tool/result/confirm.h"
#include "tool/result/draw.h"
#include "tool/result/exit_status.h"
#include "tool/advice/suggestion.h"
#include "tool/result/unwritten.h"
#include "tool/result/verdict.h"
#include "tool/result/visible_set.h"
#include "tool/run/deadline.h"
#include "tool/run/fragment_list.h"
#include "tool/run/launch.h"
#include "tool/run/other_orders.h"
#include "tool/run/setup_repeats.h"
#include "tool/run/visible_list.h"
#include "tool/trace/trace_names.h"

/* What most people need is in the first ten lines, the example of the command among them. */
static const char usage[] =
    "Usage: mazurka check FILE.c|FILE.cpp...|PROGRAM [OPTIONS] [-- ARGUMENTS]\n"
    "  mazurka check -Iinclude -DSIZE=2 queue.c test.c -- 3 4   with options of the compiler, and arguments of the program\n"
    "  mazurka check ./server --budget=5m --html=page.html      a program built with `mazurka cc` or `mazurka c++`\n"
    "  mazurka replay counter.mzt                               the interleaving that was found, once more\n"
    "\n"
    "Explores all interleavings of a multithreaded program and ends with a verdict: a bug with its interleaving,\n"
    "\"verified\" if there is none, or how far it came (exit status 1, 0, 3). --help=all shows all options, --help the\n"
    "usual ones.\n";

static const char examples[] =
    "\n"
    "Sources are compiled without optimization unless there is an -O option; options that are not listed (-D, -I, -std=, -l, -W,\n"
    "...) and objects (.o, .a) are for the compiler. Options may also stand in the variable MAZURKA_OPTIONS, as in\n"
    "\"time=30s:all\"; those of the command line win.\n"
    "\n"
    "Exit status: 0 verified, 1 a bug was found, 2 usage, compiler or system error, 3 inconclusive, 4 options that together\n"
    "would not be sound.\n";

/* --- the search -------------------------------------------------------------------------------------------------------- */

static void read_watched(struct launch *l, const char *list)
{
    uint64_t *at = allocate((strlen(list) / 2 + 1) * sizeof *at);
    char *end;
    for (const char *from = list; *from; from = *end ? end + 1 : end) {
        at[l->watched_count++] = strtoull(from, &end, 16);
        if (end == from || (*end && *end != ','))
            die("--reached=%s: these are no addresses, as 0x1139,0x1156", list);
    }
    l->watched = at;
}

void check_search(struct launch *l, const struct check_settings *s, const char *program, char *const *argv)
{
    const struct dead_values *known = l->dead_values;
    struct wire_config config = check_config(s);
    *l = (struct launch){.program = program, .argv = argv, .config = config, .hang_ms = s->hang_ms,
        .show_progress = !s->quiet, .progress_before = s->rc11 ? "no bug under sequential consistency; now RC11, " : NULL,
        .suppressions = s->suppressions, .asserts = asserts_of(program),
        .dead_values = known ? known : dead_values_of(program, config.dead_values)};
    if (wire_is_listed(l->config.visible)) {
        struct visible_list list = s->track ? visible_list(program, "track", s->track) : visible_list(program, "visible", s->visible);
        l->ranges = list.ranges.at;
        l->range_count = list.ranges.count;
        l->blocks = list.blocks;
        l->block_count = list.block_count;
    }
    if (s->visible_from) {
        struct range_list set = visible_set_read(s->visible_from, program);
        l->ranges = set.at;
        l->range_count = set.count;
    }
    struct series series = series_read(s);
    l->series = series.at;
    l->series_count = series.count;
    if (s->fragment || s->function) {
        struct fragment_list *fragments = allocate(sizeof *fragments);
        *fragments = fragment_list(program, s->fragment, s->function);
        l->fragments = fragments;
        l->config.steering.fragments = (uint32_t)fragments->count;
    }
    if (s->reached)
        read_watched(l, s->reached);
    if (s->atomic_orders) {
        struct other_orders *orders = allocate(sizeof *orders);
        *orders = other_orders_read(s->atomic_orders);
        l->orders = orders;
    }
    if (s->log)
        checkpoint_attach(s->log, l);
    if (s->machines)
        machines_attach(s->machines, l);
    if (s->inputs)
        inputs_begin();
    launch_run(l);
    if (s->inputs)
        inputs_add(l);
}

/* A search that came to its end, of everything or of what it was to explore; races that it reports by the way are found again. */
static bool has_found_nothing(const struct launch *l)
{
    const struct wire *w = l->wire;
    enum wire_verdict end = wire_ending(w);
    for (uint32_t i = 0; i < w->findings && i < WIRE_MAX_FINDINGS; i++)
        if (w->finding[i].fault.kind != FAULT_RACE && !exit_is_undecided(l, i))
            return false;
    return end == WIRE_COMPLETE || end == WIRE_LIMIT_DEPTH || end == WIRE_PARTIAL;
}

/* --uninit: what the zeros have hidden. */
static void search_again(struct launch *l, struct check_settings *s, const char *program, char *const *argv)
{
    if (!s->uninit || l->end != LAUNCH_DONE || !has_found_nothing(l) || l->config.fresh)
        return;
    launch_free(l);
    s->config.fresh = true;
    check_search(l, s, program, argv);
}

void check_add_notes(struct report *r)
{
    struct unseen unseen = unseen_of(r->search->wire);
    strings_append(&r->notes, &unseen.reached);
    r->unseen = unseen.reached.count > 0;
    r->unseen_places = unseen.places;
    r->unreached = unseen.unreached;
    if (r->settings->verbose && r->unreached.count)
        strings_addf(&r->notes, "%s without hooks never reached: %s%s", show_things(r->unreached.count, "place"),
                     r->unreached.at[0], r->unreached.count > 1 ? ", and others (--json lists them)" : "");
    r->untracked = imported_untracked(r->search->wire, r->settings->trust);
    r->sharing = imported_sharing(r->search->wire);
    if (r->settings->uninit && r->search->config.fresh && r->search->wire->findings)
        strings_add(&r->notes, "this needs garbage in memory that was never written: with zeros there it does not happen");
    if (r->search->random_addresses)
        strings_add(&r->notes, "the system does not allow fixed addresses: pointers may differ from run to run");
    exit_notes(r);
    if (r->search->wire->writes_real)
        strings_add(&r->notes, "what set-up writes to files reaches the disk: "
                               "the system does not allow system calls to be caught (seccomp)");
    if (r->search->wire->dropped)
        strings_addf(&r->notes, "%u further distinct faults are not listed", r->search->wire->dropped);
}

void check_writable(const char *option, const char *path)
{
    struct stat status;
    if (!path || is_stdout(path))
        return;
    if (stat(path, &status) == 0) {
        if (S_ISDIR(status.st_mode))
            die("--%s=%s: this is a directory", option, path);
        if (access(path, W_OK) != 0)
            die("--%s=%s: %s", option, path, strerror(errno));
        return;
    }
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0)
        die("--%s=%s: %s", option, path, strerror(errno));
    close(fd);
    unlink(path);
}

/* Identity of a file, however it is named; one that is not there yet, by its folder. */
static char *file_named(const char *path)
{
    const char *base = path_base(path);
    char *whole = realpath(path, NULL), *folder = format_text("%.*s", (int)(base - path), path);
    if (whole)
        return whole;
    whole = realpath(*folder ? folder : ".", NULL);
    return format_text("%s/%s", whole ? whole : folder, base);
}

/* /dev/null takes whatever is written to it. */
static bool is_device(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

/* What is written for other programs: option, what it is called, and who writes it. `-` is stdout. */
static const struct output {
    const char *option, *kind;
    int (*write)(const struct report *r, const char *path);
    bool tells_compiler; /* it has a place for the compiler's errors */
} outputs[] = {
    {"json", "JSON", report_json, true},
    {"junit", "JUnit", report_junit, true},
    {"sarif", "SARIF", report_sarif, true},
    {"html", "HTML", report_html, false},
    {"witness", "witness", report_witness, false},
    {"dot", "DOT", report_dot, false},
};
enum { OUTPUTS = sizeof outputs / sizeof *outputs };

static const char *path_of(const struct check_settings *s, const char *option)
{
    return option_text(option_find(check_options, option), s);
}

/* One of them goes there. */
static bool writes_to_stdout(const struct check_settings *s)
{
    int count = 0;
    for (int i = 0; i < OUTPUTS; i++)
        count += is_stdout(path_of(s, outputs[i].option));
    if (count > 1)
        die("--json, --junit, --sarif, --html, --dot, --witness: one of them only can be written to standard output (-)");
    return count > 0;
}

const char *check_writes(int i)
{
    static const char *const others[] = {"trace", "visible-to", "keep", "inputs", NULL};
    return i < OUTPUTS ? outputs[i].option : others[i - OUTPUTS];
}

/* Each of the files that are written is one of its own. */
static void check_outputs(struct check_settings *s)
{
    enum { ALL = OUTPUTS + 4 };
    char *files[ALL] = {NULL};
    writes_to_stdout(s); /* dies on mistakes */
    for (int i = 0; i < ALL; i++) {
        const char *path = path_of(s, check_writes(i));
        files[i] = path && !(i < OUTPUTS && is_stdout(path)) ? file_named(path) : NULL;
        for (int j = 0; files[i] && j < i; j++) {
            if (files[j] && strcmp(files[i], files[j]) == 0 && !is_device(files[i]))
                die("--%s and --%s: both would be written to %s", check_writes(j), check_writes(i), path);
        }
    }
    for (int i = 0; i < OUTPUTS; i++) {
        check_writable(outputs[i].option, path_of(s, outputs[i].option));
        s->tells_compiler |= outputs[i].tells_compiler && path_of(s, outputs[i].option);
    }
    check_writable("trace", s->trace);
    check_writable("inputs", s->inputs);
}

/* --- results ----------------------------------------------------------------------------------------------------------- */

bool check_write_files(const struct report *r)
{
    bool written = true;
    for (int i = 0; i < OUTPUTS; i++) {
        const struct output *o = &outputs[i];
        const char *path = path_of(r->settings, o->option);
        if (!path || o->write(r, path) == 0)
            continue;
        warn("cannot write the %s file %s: %s", o->kind, path, strerror(errno));
        written = false;
    }
    return written;
}

/* What it names is the program's. */
static void print_report(const struct report *r, FILE *out)
{
    struct colours colours = colours_for(r->settings->color, fileno(out));
    char *text;
    size_t length;
    FILE *lines = open_memstream(&text, &length);
    if (!lines)
        die("out of memory");
    if (r->settings->machines)
        colours.width = 0; /* what mpirun makes look like a terminal */
    if (r->settings->explain_calls)
        imported_explain(r->search->wire, r->settings->trust, lines);
    if (strcmp(r->settings->format, "text") == 0)
        report_text(r, lines, &colours);
    else
        report_lines(r, lines);
    if (fclose(lines) != 0)
        die("out of memory");
    print_lines(text, out, &colours);
    free(text);
}

bool check_write_results(struct report *r)
{
    const struct check_settings *s = r->settings;
    FILE *out = writes_to_stdout(s) ? stderr : stdout;
    bool written = traces_write(r);
    for (size_t i = 0; i < r->finding_count; i++)
        r->findings[i].naming.verbose = s->verbose;
    for (size_t i = 0; i < r->notes.count; i++)
        warn("note: %s", r->notes.at[i]);
    print_report(r, out);
    flush_stdout();
    if (!s->quiet && r->verdict != VERDICT_ERROR && r->verdict != VERDICT_UNSOUND)
        report_summary(r, stderr);
    written = check_write_files(r) && written;
    if (s->inputs && !inputs_write(r, s->inputs)) {
        warn("cannot write the file %s: %s", s->inputs, strerror(errno));
        written = false;
    }
    return visible_set_write(r) && written;
}

/* The file that keeps what is finished, if one is to. */
static void open_checkpoint(struct check_settings *s, const struct going_on *resumed, const char *program, char **words)
{
    s->log = resumed ? resumed->log : NULL;
    if (s->log)
        checkpoint_compare_program(s->log, program);
    if (s->log || !s->checkpoint)
        return;
    if (*s->checkpoint == '\0')
        s->checkpoint = format_text("%s.mzc", path_base(s->compile.count ? program : s->program));
    s->log = checkpoint_begin(s->checkpoint, program, words);
}

/* --mpi. False: another one reports, and writes what is to be written. */
static bool join_machines(struct check_settings *s, const struct going_on *resumed)
{
    s->machines = resumed ? resumed->machines : s->mpi ? machines_open() : NULL;
    if (s->machines && strcmp(s->color, "auto") == 0)
        s->color = "never"; /* mpirun gives every rank a terminal, wherever its own output goes */
    if (!s->machines || machines_report(s->machines))
        return true;
    s->quiet = true;
    s->keep = s->checkpoint = NULL;
    return false;
}

/* For all that the command does once the program is built. A series has limits of its own. */
static uint64_t whole_time(const struct check_settings *s)
{
    uint64_t runs = s->how.steering.runs;
    return s->series ? 0 : s->budget ? s->budget : s->config.max_milliseconds * (runs ? runs : 1);
}

/* What set-up leaves in the replay of a finding, or in a process that is started for it, and did not in the search; NULL: nothing. */
static char *setup_difference(const struct report *r)
{
    for (size_t i = 0; i < r->finding_count; i++)
        if (r->findings[i].replay.wire)
            return setup_repeats_difference(r->search, r->findings[i].replay.wire);
    return r->finding_count == 0 ? setup_repeats_difference(r->search, NULL) : NULL;
}

void check_conclude(struct report *r)
{
    check_add_notes(r);
    visible_set_compare(r);
    confirm_findings(r);
    if (r->settings->dot)
        draw(r);
    r->unrepeated = setup_difference(r);
    unwritten_tell(r);
    judge(r);
}

int check_run(int argc, char **argv, const struct going_on *resumed)
{
    static struct check_settings settings;
    check_read_arguments(&settings, argc, argv);
    if (resumed)
        settings.keep = NULL; /* it was kept in the beginning */
    bool reports = join_machines(&settings, resumed);
    if (reports)
        check_outputs(&settings);
    struct strings words = {0};
    if (!settings.machines)
        check_heed_signals(&settings);
    const char *program = check_prepare_program(&settings, &words);
    const char *trace = reports ? trace_claim(&settings) : NULL;
    open_checkpoint(&settings, resumed, program, argv + 1);
    if (settings.machines)
        machines_begin(settings.machines, &settings, program, argv + 1);
    struct launch launch = {0};
    int asked = end_on_signals_no_more();
    deadline_begin(whole_time(&settings));
    if (asked)
        raise(asked); /* that the search has an end is the deadline's business from now on */
    if (reports)
        visible_set_open(settings.visible_to);
    struct report report = {.settings = &settings, .program = program, .trace = trace, .search = &launch,
        .name = settings.compile.count ? path_base(program) : program};
    if (settings.budget)
        budget_search(&launch, &settings, program, words.at, &report.notes);
    else
        check_search(&launch, &settings, program, words.at);
    settings.config.wide = launch.config.wide;
    settings.config.rounds = launch.config.rounds;
    search_again(&launch, &settings, program, words.at);
    if (settings.machines)
        machines_end(settings.machines, &launch, &report.notes);
    if (settings.log) {
        machines_recall(settings.log, &launch);
        checkpoint_end(settings.log, &launch, &report.notes);
    }
    check_conclude(&report);
    rc11_search(&report, words.at);
    if (!report.settings->rc11)
        advice_add(&report);
    suggestion_add(&report);
    exit_show_early_output(&launch);
    bool written = check_write_results(&report);
    if (settings.log)
        checkpoint_close(settings.log, &launch, written);
    if (settings.machines)
        machines_close(settings.machines);
    return written ? verdict_exit_code(report.verdict) : EXIT_ERROR;
}

static int run(int argc, char **argv)
{
    return check_run(argc, argv, NULL);
}

const struct command check_command = {
    .name = "check",
    .help = "explore all interleavings of C or C++ files or of a program",
    .example = "mazurka check counter.c",
    .usage = usage,
    .options = check_options,
    .examples = examples,
    .rest = "\n`mazurka searches` explains the parts that searches are put together from.\n",
    .run = run,
};
