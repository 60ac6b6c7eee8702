/* hunt_command.c - `mazurka hunt`: executions of a whole program under controlled scheduling, until one fails. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apps/hunt/hunt_gdb.h"
#include "apps/hunt/hunt_jobs.h"
#include "apps/hunt/hunt_report.h"
#include "apps/hunt/hunt_seeds.h"
#include "apps/hunt/hunt_trace.h"
#include "tool/binary/elf/elf_symbols.h"
#include "tool/binary/elf/fingerprint.h"
#include "tool/binary/uninstrumented/unseen.h"
#include "tool/cli/command.h"
#include "tool/cli/options.h"
#include "tool/cli/trust.h"
#include "tool/compile/compile.h"

static const char usage[] =
    "Usage: mazurka hunt PROGRAM [OPTIONS] [-- ARGUMENTS]\n"
    "       mazurka hunt FILES.c... [OPTIONS OF THE COMPILER] [OPTIONS] [-- ARGUMENTS]\n"
    "       mazurka hunt --replay=FILE.mzh\n"
    "\n"
    "Runs a program again and again, each time in a process of its own, with its threads one at a time in an order that Mazurka\n"
    "chooses. Only scheduling is controlled: files, sockets, child processes, signals and libraries are the real ones. The first\n"
    "execution that fails is replayed, its schedule made smaller and shown. Choices are made at synchronization, and in code that\n"
    "was compiled by `mazurka cc`, or by anybody with -fsanitize=thread, at atomics and shared accesses as well.\n";

static const char examples[] =
    "\n"
    "Examples:\n"
    "  mazurka hunt ./server_test\n"
    "  mazurka hunt ./server_test --time=5m --seed=7 -- --port=0\n"
    "  mazurka hunt queue.c test.c -Iinclude\n"
    "  mazurka hunt ./flaky --flaky=100        how often it fails by itself, too\n"
    "  mazurka replay server_test.mzh          what was found, again\n"
    "  mazurka replay server_test.mzh --gdb    in gdb\n"
    "\n"
    "Exit status: 1 an execution failed, 3 none did, 2 usage, compiler or system error. --replay: 1 the same fault, 0 none,\n"
    "3 another one; with --gdb 0.\n";

#define ROW(...) OPTION_ROW(struct hunt_settings, __VA_ARGS__)
static const struct option_row hunt_options[] = {
    OPTION_HEADING_ROW("Options"),
    ROW("time", OPTION_DURATION, time_ms, "DURATION", "how long to look (default 30s; 0: no limit)", .initial = "30s"),
    ROW("runs", OPTION_COUNT, runs, "N", "executions at most (default: no limit)"),
    ROW("seed", OPTION_COUNT, seed, "N", "seed of all choices (default 1)", .initial = "1"),
    ROW("strategy", OPTION_WORD, strategy, "portfolio|pct|pos|walk|urw|pctvb|rff",
        "who goes on: random priorities (pct), partial order sampling (pos), a random walk (walk), one weighted by what is left (urw), "
        "changes at few objects (pctvb), schedules that showed a new pair of a write and a read (rff), or the first four in turn (default)",
        .initial = "portfolio"),
    ROW("depth", OPTION_COUNT, depth, "N",
        "of pct: it finds a bug that N ordered steps make (default: 1, 2, 3 in turn, and more with time)"),
    ROW("hang", OPTION_DURATION, hang_ms, "DURATION|off",
        "an execution in which nothing happens, and nothing is computed, for so long hangs (default 10s)",
        .initial = "10s"),
    ROW("jobs", OPTION_COUNT, jobs, "N",
        "N executions at a time; also -j N (default 1). What they share, such as a port of a fixed number, must bear that", .initial = "1"),
    ROW("status", OPTION_WORD, status, "same|zero|any",
        "which exit status is a failure: another one than by itself (default), any but 0, or none", .initial = "same"),
    ROW("race", OPTION_WORD, race, "report|error|off",
        "data races: told when nothing else was found, and beside what was (default), the first ends the hunt, or not looked for",
        .initial = "report"),
    ROW("trust", OPTION_TEXT, trust, "LIST|all", "libraries without hooks that order no threads by themselves: races are told beside them"),
    ROW("heap", OPTION_FLAG, heap, NULL, "each block of the heap has pages of its own: use after free and overflows are faults at once"),
    ROW("real-time", OPTION_FLAG, real_time, NULL, "sleeps and time-outs last; otherwise they end when no thread can move"),
    ROW("flaky", OPTION_COUNT, flaky, "N", "run the program N times by itself as well, and say how often it fails"),
    ROW("shrink", OPTION_COUNT, shrink, "N", "executions to make the schedule smaller (default 100)", .initial = "100"),
    ROW("cc", OPTION_TEXT, cc, "COMPILER", "compiler for sources (default gcc)"),
    ROW("trace", OPTION_TEXT, trace, "FILE", "write the schedule there (default: PROGRAM.mzh)"),
    ROW("no-trace", OPTION_FLAG, no_trace, NULL, "write none"),
    ROW("seeds", OPTION_TEXT, seeds, "FILE", "seeds that find something are kept there, and tried first by the next hunt of the program"),
    ROW("json", OPTION_TEXT, json, "FILE", "write the result as JSON; - is stdout"),
    ROW("quiet", OPTION_FLAG, quiet, NULL, "the verdict, without schedule, output and figures"),
    ROW("trust-trace", OPTION_FLAG, trust_trace, NULL, "with --replay: compile and run whatever the trace says"),
    ROW("gdb", OPTION_FLAG, gdb, NULL, "with --replay: in gdb, where `run` follows the schedule to the fault"),
    ROW("gdb-commands", OPTION_TEXT, gdb_commands, "FILE", "the same, but gdb does what stands in FILE and is left"),
    ROW("replay", OPTION_TEXT, replay, "FILE", "run the schedule of a trace again"),
    OPTION_END,
};

/* What is no option of ours is the program, or a word for the compiler. */
static void read_arguments(struct hunt_settings *s, int argc, char **argv)
{
    int i = 1;
    bool sources = false;
    char *error;
    options_initial(hunt_options, s);
    for (; i < argc && strcmp(argv[i], "--") != 0; i++)
        sources |= is_source(argv[i]);
    for (i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        int taken = options_parse(hunt_options, s, argv, &i, &error);
        if (taken == OPTION_WRONG)
            die("%s", error);
        if (taken == OPTION_TAKEN || options_parse_jobs(hunt_options, s, argv, &i))
            continue;
        if (sources)
            strings_add(&s->words, argv[i]);
        else if (argv[i][0] == '-')
            die("unknown option '%s': `mazurka hunt --help` lists them; what the program is given follows --", argv[i]);
        else if (s->program)
            die("unexpected argument %s: hunt takes one program; its arguments follow --", argv[i]);
        else
            s->program = argv[i];
    }
    for (i++; i < argc; i++)
        strings_add(&s->arguments, argv[i]);
    if (!s->program && !sources && !s->replay)
        die("which program? mazurka hunt PROGRAM");
    if ((s->gdb || s->gdb_commands) && !s->replay)
        die("--gdb is for replays: mazurka replay FILE.mzh --gdb");
}

static void find_program(struct hunt_settings *s)
{
    if (s->words.count) {
        s->name = s->name ? s->name : first_source_stem(&s->words);
        s->program = compile_program(&s->words, s->cc);
        if (!s->program)
            die("%s could not be compiled", s->name);
        return;
    }
    s->name = s->name ? s->name : s->program;
    const char *here = file_exists(s->program) ? path_join(".", s->program) : NULL;
    const char *found = strchr(s->program, '/') ? s->program : here ? here : find_command(s->program);
    char *whole = found ? realpath(found, NULL) : NULL;
    if (!whole || access(whole, X_OK) != 0)
        die("cannot run %s: %s", s->program, strerror(whole ? EACCES : ENOENT));
    s->program = whole;
}

struct hooks {
    bool called, own;
};

static void see_hooks(const GElf_Sym *symbol, const char *name, void *found)
{
    struct hooks *h = found;
    h->called |= starts_with(name, "__tsan_");
    h->own |= symbol->st_shndx != SHN_UNDEF && strcmp(name, "__tsan_init") == 0;
}

/* clang links ThreadSanitizer into the program, whose functions come before those of any library. */
static struct hooks look_for_hooks(const struct hunt_settings *s)
{
    struct hooks h = {0};
    elf_symbols_of_file(s->program, SHT_DYNSYM, see_hooks, &h);
    if (h.own)
        die("%s has ThreadSanitizer linked into it, as clang does it, and cannot be controlled: build it by `mazurka cc`, by gcc with "
            "-fsanitize=thread, or without", s->name);
    return h;
}

/* What these say goes unseen, and orders no threads: the atomics of headers of C++ have hooks. */
static bool orders_nothing(const char *says)
{
    return strstr(says, "memory that memcpy and the like touch") || strstr(says, "to which clang gives no hooks") ||
           strstr(says, " by a builtin") || starts_with(says, "/usr/include/c++/");
}

/* Code without hooks may order threads as it likes: races are told beside it only where the user trusts the program. */
static void look_for_unseen(struct hunt_machine *m)
{
    const struct hunt_settings *s = m->settings;
    const char *name = path_base(s->program);
    bool trusted = s->trust && (strcmp(s->trust, "all") == 0 || strstr(s->trust, name));
    const struct gap_list *gaps = trusted || strcmp(s->race, "off") == 0 ? NULL : unseen_gaps(s->program);
    for (size_t i = 0; gaps && i < gaps->count && !m->wire->unseen[0]; i++)
        if (!orders_nothing(gaps->at[i].says))
            snprintf(m->wire->unseen, sizeof m->wire->unseen, "%s", gaps->at[i].says);
}

/* --- the program by itself: what its status is, and how long it takes ------------------------------------------------------- */

static bool failed(const struct hunt_outcome *o, int expected)
{
    return o->signal != 0 || o->fault == HUNT_HANG || (expected >= 0 && o->status != expected);
}

/* The status by which executions are judged: that of the first of three runs that ends well, or with 0. */
static void run_natively(struct hunt_machine *m)
{
    const struct hunt_settings *s = m->settings;
    struct hunt_outcome o = {0};
    uint64_t spent = 0;
    m->hang_ms = s->hang_ms;
    m->expected_status = -1;
    for (int i = 0; i < 3 && !end_is_asked() && (!s->time_ms || spent < s->time_ms); i++) {
        m->limit_ms = s->time_ms ? s->time_ms - spent : 0;
        o = hunt_execute(m, false);
        spent += o.milliseconds;
        if (o.status == 0 || o.fault == HUNT_HANG)
            break;
    }
    m->limit_ms = 0;
    if (s->hang_ms && o.fault == HUNT_NO_FAULT && !o.given_up && o.milliseconds * 3 > s->hang_ms)
        m->hang_ms = o.milliseconds * 3;
    bool zero = strcmp(s->status, "zero") == 0, any = strcmp(s->status, "any") == 0;
    m->expected_status = any ? -1 : zero ? 0 : o.status;
    if (o.given_up)
        warn("note: the program by itself takes longer than --time: no exit status is a failure");
    else if (o.signal || o.fault)
        warn("note: the program fails by itself: %s", o.signal ? strsignal(o.signal) : "it hangs");
    else if (o.status > 0 && !zero && !any)
        warn("note: the program ends with status %d by itself: another one is a failure (--status=zero)", o.status);
}

static struct hunt_native run_flaky(struct hunt_machine *m)
{
    struct hunt_native native = {0};
    for (uint64_t i = 0; i < m->settings->flaky && !end_is_asked(); i++) {
        struct hunt_outcome o = hunt_execute(m, false);
        native.runs += !o.stopped;
        native.failed += !o.stopped && failed(&o, m->expected_status);
    }
    return native;
}

/* --- the hunt --------------------------------------------------------------------------------------------------------------- */

static const char *trace_name(const struct hunt_settings *s)
{
    return s->no_trace ? NULL : s->trace ? s->trace : format_text("%s.mzh", path_base(s->name));
}

enum { REPLAYS = 5 };

/* The smaller schedule counts if it is as reliable as the one that was found. */
static void make_smaller(struct hunt_machine *m, struct hunt_finding *f)
{
    struct hunt_finding first = *f;
    if (f->reproduced < f->replays || f->cut || f->outcome.fault == HUNT_HANG)
        return;
    first.schedule = allocate((f->records + 1) * sizeof *first.schedule);
    memcpy(first.schedule, f->schedule, f->records * sizeof *first.schedule);
    first.answers = allocate((f->answer_count + 1) * sizeof *first.answers);
    memcpy(first.answers, f->answers, f->answer_count * sizeof *first.answers);
    hunt_shrink(m, f, (unsigned)m->settings->shrink);
    if (f->preemptions == first.preemptions)
        return;
    hunt_confirm(m, f, REPLAYS);
    if (f->reproduced < f->replays)
        *f = first;
}

/* A finding that was met by executions side by side, and never by one that was alone, may be one of these disturbing each other. */
struct told {
    struct hunt_native       native;
    const struct hunt_raced *raced;
};

static int tell_bug(struct hunt_machine *m, struct hunt_finding *f, const struct hunt_statistics *statistics, void *self)
{
    const struct told *told = self;
    hunt_seeds_keep(m->settings, f);
    hunt_confirm(m, f, f->outcome.fault == HUNT_HANG ? 1 : REPLAYS);
    make_smaller(m, f);
    const char *trace = trace_name(m->settings);
    if (trace)
        hunt_trace_write(trace, m, f);
    hunt_explain(m, f);
    hunt_report_bug(m, f, statistics, &told->native, told->raced, trace);
    if (m->settings->jobs > 1 && f->replays && !f->reproduced)
        warn("note: no replay by itself leads there: executions side by side may have disturbed each other (files, ports): -j 1 tells");
    return EXIT_BUG;
}

/* The first execution shows what all others start from. */
static int hunt(struct hunt_machine *m)
{
    const struct hunt_settings *s = m->settings;
    struct hunt_finding f = {0};
    struct hunt_statistics statistics = {0};
    struct hunt_seeds kept = hunt_seeds_read(s);
    run_natively(m);
    uint64_t end = s->runs ? s->runs : UINT64_MAX;
    struct hunt_raced *raced = allocate(sizeof *raced);
    struct told told = {.native = run_flaky(m), .raced = raced};
    struct hunt_part part = {.step = 1, .end = s->jobs > 1 ? 1 : end, .began = clock_ms(CLOCK_MONOTONIC), .raced = raced,
                             .kept = kept};
    if (hunt_search(m, &part, &f, &statistics))
        return tell_bug(m, &f, &statistics, &told);
    part.first = part.end;
    part.end = end;
    if (part.first < end) {
        int status = hunt_side_by_side(m, &part, &statistics, tell_bug, &told);
        if (status >= 0)
            return status;
    }
    if (raced->first.outcome.fault != HUNT_NO_FAULT)
        return tell_bug(m, &raced->first, &statistics, &told);
    hunt_report_nothing(m, &statistics, &told.native);
    return EXIT_UNKNOWN;
}

/* Unsafe content of traces from other people is refused. */
static void check_trust(const struct hunt_settings *s)
{
    struct trust t = trust_here(".");
    struct strings refused = {0};
    if (s->trust_trace)
        return;
    if (s->words.count)
        trust_words(&t, &s->words, &refused);
    if (s->cc && !trust_compiler(s->cc))
        strings_addf(&refused, "the compiler %s", s->cc);
    if (!s->words.count && !trust_program(s->program))
        strings_addf(&refused, "the program %s: it does not lie below the current directory", s->program);
    for (size_t i = 0; i < refused.count; i++)
        warn("the trace asks for %s", refused.at[i]);
    if (refused.count)
        die("nothing was run: --trust-trace, as in `mazurka hunt --replay=FILE --trust-trace`, does what the trace says");
}

static int replay(struct hunt_settings *s)
{
    enum { NOT_KNOWN = 5000 };
    struct hunt_finding f = {.outcome.milliseconds = NOT_KNOWN};
    struct hunt_machine m = {.expected_status = -1, .hang_ms = s->hang_ms};
    struct hunt_statistics statistics = {.executions = 1};
    struct hunt_native native = {0};
    struct fingerprint print = {0};
    uint64_t digest = 0;
    hunt_trace_read(s->replay, s, &f, &m.expected_status, &digest);
    check_trust(s);
    find_program(s);
    if (!fingerprint_of(s->program, &print) || print.digest != digest)
        warn("note: %s has changed since the trace was written", s->name);
    hunt_machine_open(&m, s);
    if (s->gdb || s->gdb_commands) {
        hunt_follow(&m, &f);
        hunt_gdb(&m, s->gdb_commands);
        return EXIT_VERIFIED;
    }
    hunt_confirm(&m, &f, 1);
    if (f.reproduced) {
        hunt_explain(&m, &f);
        f.preemptions = hunt_preemptions(m.wire->record, m.wire->records); /* a trace does not have where threads were left */
        hunt_report_bug(&m, &f, &statistics, &native, NULL, NULL);
        return EXIT_BUG;
    }
    fprintf(hunt_text(s), "not the recorded fault%s\n",
            f.differed ? format_text(": the replay differed at decision %ju", (uintmax_t)f.differed - 1) : "");
    return f.replays && f.replayed.fault == HUNT_NO_FAULT && !f.replayed.given_up ? EXIT_VERIFIED : EXIT_UNKNOWN;
}

static int run_hunt(int argc, char **argv)
{
    struct hunt_settings s = {0};
    struct hunt_machine m = {0};
    read_arguments(&s, argc, argv);
    end_on_signals(NULL, NULL);
    if (s.replay)
        return replay(&s);
    find_program(&s);
    struct hooks hooks = look_for_hooks(&s);
    hunt_machine_open(&m, &s);
    if (hooks.called)
        look_for_unseen(&m);
    return hunt(&m);
}

const struct command hunt_command = {
    .name = "hunt",
    .help = "run a whole program under controlled scheduling until it fails",
    .example = "mazurka hunt ./program --time=1m",
    .usage = usage,
    .options = hunt_options,
    .examples = examples,
    .run = run_hunt,
    .replays = hunt_trace_is,
};
