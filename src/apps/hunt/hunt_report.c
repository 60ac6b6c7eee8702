/* hunt_report.c - the verdict, who waits for what, and the schedule: each line is a thread, and how far it runs. */
#include "apps/hunt/hunt_report.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/binary/symbols/symbols.h"
#include "tool/binary/symbols/variables.h"
#include "tool/cli/json_file.h"
#include "tool/cli/options.h"
#include "tool/cli/printable.h"
#include "tool/cli/result_file.h"

static FILE *report; /* where its words go */

FILE *hunt_text(const struct hunt_settings *s)
{
    return is_stdout(s->json) ? stderr : stdout;
}

struct names {
    struct wire    *modules; /* for the symbols: nothing else of it is used */
    struct symbols *symbols;
    const struct hunt_wire *wire;
};

static const char *const kind_words[HUNT_KIND_COUNT] = {
#define HUNT_KIND(NAME, word, writes, orders) word,
    HUNT_KINDS(HUNT_KIND)
#undef HUNT_KIND
};

static bool is_systems(const char *path)
{
    const char *name = path_base(path);
    return strstr(path, "/libmazurka-") || starts_with(name, "libc.so") || starts_with(name, "ld-linux") || starts_with(name, "libgcc_s") ||
           starts_with(name, "libtsan.so");
}

static struct names open_names(const struct hunt_wire *w)
{
    struct names n = {.wire = w, .modules = allocate(sizeof *n.modules)};
    for (uint32_t i = 0; i < w->modules && i < HUNT_MAX_MODULES; i++) {
        const struct hunt_module *from = &w->module[i];
        struct wire_module *to = &n.modules->module[n.modules->modules++];
        *to = (struct wire_module){.base = from->base, .lo = from->lo, .hi = from->hi};
        to->flags = is_systems(from->path) ? WIRE_MODULE_SYSTEM : i == 0 ? WIRE_MODULE_PROGRAM : WIRE_MODULE_INSTRUMENTED;
        memcpy(to->path, from->path, sizeof to->path);
    }
    n.symbols = symbols_open(n.modules);
    return n;
}

static bool is_of_user(const struct names *n, uint64_t pc)
{
    for (uint32_t i = 0; i < n->modules->modules; i++)
        if (pc >= n->modules->module[i].lo && pc < n->modules->module[i].hi)
            return !(n->modules->module[i].flags & WIRE_MODULE_SYSTEM);
    return false;
}

/* The innermost place in code of the user's own, from the frame whose pc it is; without one, that of the pc. */
static struct place place_of(const struct names *n, uint64_t pc, const uint64_t *stack)
{
    struct place found = symbols_call(n->symbols, pc);
    bool below = false;
    for (unsigned i = 0; stack && i < HUNT_MAX_FRAMES && stack[i]; i++) {
        below |= stack[i] == pc;
        struct place p = below && is_of_user(n, stack[i]) ? symbols_call(n->symbols, stack[i]) : (struct place){0};
        if (p.file && !p.library)
            return p;
    }
    return found;
}

static char *where(const struct names *n, uint64_t pc, const uint64_t *stack)
{
    struct place p = place_of(n, pc, stack);
    char *line = symbols_line(n->symbols, &p);
    return p.function ? format_text("%s in %s", line, p.function) : line;
}

static char *thread_name(const struct names *n, unsigned thread)
{
    if (thread == 0)
        return format_text("thread 0 (main)");
    uint64_t start = thread < HUNT_MAX_THREADS ? n->wire->thread[thread].start : 0;
    const char *function = start && is_of_user(n, start) ? symbols_function(n->symbols, start) : NULL;
    return function ? format_text("thread %u (%s)", thread, function) : format_text("thread %u", thread);
}

/* The object of an operation, where it is known: a variable, a descriptor, a thread. */
static char *object_name(const struct names *n, unsigned kind, uint64_t object)
{
    struct value_type type = {0};
    if (!object || kind == HUNT_JOIN || kind == HUNT_SLEEP || kind == HUNT_CREATE)
        return format_text("%s", "");
    if (kind == HUNT_INPUT || kind == HUNT_OUTPUT)
        return format_text(" (descriptor %" PRIu64 ")", object - 1);
    char *name = variables_name(n->symbols, object, 0, &type);
    return name ? format_text(" %s", name) : format_text(" 0x%" PRIx64, object);
}

static char *operation(const struct names *n, unsigned kind, uint64_t object)
{
    return kind < HUNT_KIND_COUNT ? format_text("%s%s", kind_words[kind], object_name(n, kind, object)) : format_text("%s", "?");
}

/* --- who waits for what ----------------------------------------------------------------------------------------------------- */

static bool is_alive(const struct hunt_thread *t)
{
    return t->state != HUNT_IS_FREE && t->state != HUNT_IS_EXITED;
}

static char *waits_text(const struct names *n, unsigned thread)
{
    static const char *const words[HUNT_STATE_COUNT] = {
#define HUNT_STATE(NAME, word) word,
        HUNT_STATES(HUNT_STATE)
#undef HUNT_STATE
    };
    const struct hunt_thread *t = &n->wire->thread[thread];
    const char *state = words[t->state % HUNT_STATE_COUNT];
    char *text = format_text("%s %s: %s at %s", thread_name(n, thread), state, operation(n, t->kind, t->object),
                             where(n, t->pc, t->frames ? t->stack : NULL));
    if (t->state == HUNT_IS_BLOCKED && t->holder)
        text = format_text("%s; %s %s", text, t->kind == HUNT_JOIN ? "for" : "held by", thread_name(n, t->holder - 1));
    return text;
}

/* Threads of which each waits for the next; NULL: there are none. */
static char *circle_text(const struct names *n)
{
    const struct hunt_thread *at = n->wire->thread;
    for (unsigned first = 0; first < n->wire->threads; first++) {
        char *text = format_text("%s", thread_name(n, first));
        unsigned t = first, length = 0;
        do {
            t = at[t].state == HUNT_IS_BLOCKED && at[t].holder && at[t].holder <= HUNT_MAX_THREADS ? at[t].holder - 1 : HUNT_MAX_THREADS;
            text = t == HUNT_MAX_THREADS || t == first ? text : format_text("%s, %s", text, thread_name(n, t));
        } while (t != HUNT_MAX_THREADS && t != first && ++length < HUNT_MAX_THREADS);
        if (t == first)
            return format_text(length ? "%s wait for each other" : "%s waits for itself", text);
    }
    return NULL;
}

/* --- accesses: of a race, of the heap ---------------------------------------------------------------------------------------- */

static const char *access_word(const struct hunt_access *a)
{
    return a->frees ? "free" : a->atomic ? (a->writes ? "atomic write" : "atomic read") : a->writes ? "write" : "read";
}

static char *race_text(const struct names *n, const struct hunt_race *r)
{
    struct value_type type = {0};
    const struct hunt_access *a = &r->access[0], *b = &r->access[1];
    char *name = variables_name(n->symbols, r->address, 0, &type);
    return format_text("%s of %s by %s at %s, and %s by %s at %s", access_word(a), name ? name : format_text("0x%" PRIx64, r->address),
                       thread_name(n, a->thread), where(n, a->pc, NULL), access_word(b), thread_name(n, b->thread), where(n, b->pc, NULL));
}

/* The frames in code of the user's own, from the one whose pc it is. */
static void print_stack(const struct names *n, uint64_t pc, const uint64_t *stack)
{
    bool below = false, any = false;
    for (unsigned i = 0; i < HUNT_MAX_FRAMES && stack[i]; i++) {
        below |= stack[i] == pc;
        if (!below || !is_of_user(n, stack[i]) || !symbols_call(n->symbols, stack[i]).file)
            continue;
        fprintf(report, "      at %s\n", printable(where(n, stack[i], NULL)));
        any = true;
    }
    if (!any)
        fprintf(report, "      at %s\n", printable(where(n, pc, NULL)));
}

static void print_race(const struct names *n, const struct hunt_race *r)
{
    fprintf(report, "the two accesses, which nothing orders:\n");
    for (int i = 0; i < 2; i++) {
        const struct hunt_access *a = &r->access[i];
        fprintf(report, "  %s: %s (%s)\n", printable(thread_name(n, a->thread)), access_word(a), show_things(a->size, "byte"));
        print_stack(n, a->pc, a->stack_known ? a->stack : (const uint64_t[HUNT_MAX_FRAMES]){0});
    }
}

static void print_block(const struct names *n, const struct hunt_block *b)
{
    static const char *const did[2] = {"was asked for", "was given back"};
    if (b->thread)
        fprintf(report, "  in %s\n", printable(thread_name(n, b->thread - 1)));
    print_stack(n, b->pc, b->stack);
    for (int i = 0; i < 1 + (b->is_freed != 0); i++) {
        fprintf(report, "the block of %s %s by %s\n", show_things(b->size, "byte"), did[i], printable(thread_name(n, b->by[i].thread)));
        print_stack(n, b->by[i].pc, b->by[i].stack);
    }
}

static char *memory_text(const struct names *n, const struct hunt_finding *f)
{
    const struct hunt_block *b = &n->wire->block;
    return format_text("%s at %s: at byte %" PRId64 " of a block of %s", f->message, where(n, b->pc, b->stack[0] ? b->stack : NULL),
                       b->offset, show_things(b->size, "byte"));
}

static char *fault_text(const struct names *n, const struct hunt_finding *f)
{
    const struct hunt_wire *w = n->wire;
    switch (f->outcome.fault) {
    case HUNT_ASSERTION:
        return format_text("assertion failed: %s", f->message);
    case HUNT_RACE:
        return format_text("data race: %s", race_text(n, &w->race[0]));
    case HUNT_MEMORY:
        return memory_text(n, f);
    case HUNT_DEADLOCK:
        return format_text("deadlock: %s", strcmp(f->message, HUNT_CIRCLE) == 0 && circle_text(n) ? circle_text(n) : "no thread can move");
    case HUNT_HANG:
        return circle_text(n) ? format_text("deadlock: %s", circle_text(n))
                              : format_text("hang: nothing has happened for a while (--hang)");
    case HUNT_STATUS:
        return format_text("exit status %d", f->outcome.status);
    default:
        if (!w->crash_pc)
            return format_text("killed by signal %d: %s", f->outcome.signal, strsignal(f->outcome.signal));
        return format_text("killed by signal %d: %s at %s", f->outcome.signal, strsignal(f->outcome.signal),
                           where(n, w->crash_pc + 1, w->crash_frames ? w->crash_stack : NULL));
    }
}

/* --- the schedule ----------------------------------------------------------------------------------------------------------- */

static const uint64_t *stack_at(const struct names *n, uint32_t index)
{
    return index && index <= HUNT_MAX_STACKS ? n->wire->stack[index - 1].pc : NULL;
}

/* End of a thread's run: the record by which it is left. */
static char *segment_end(const struct names *n, const struct hunt_record *r)
{
    if (r->from_state == HUNT_IS_EXITED || r->from_state == HUNT_IS_FREE)
        return format_text("%s", "ends");
    const char *how = r->from_state == HUNT_IS_READY   ? "stops before"
                    : r->from_state == HUNT_IS_BLOCKED ? "waits:" : "is in the kernel:";
    return format_text("%s %s at %s", how, operation(n, r->from_kind, r->from_object),
                       where(n, r->from_pc + n->wire->base, stack_at(n, r->from_stack)));
}

/* Place of the last thread at the end, if it waits. */
static char *last_end(const struct names *n, unsigned thread)
{
    const struct hunt_thread *t = &n->wire->thread[thread % HUNT_MAX_THREADS];
    if (t->state != HUNT_IS_BLOCKED && t->state != HUNT_IS_POLLING && t->state != HUNT_IS_OUTSIDE)
        return format_text("%s", "to the end");
    return format_text("%s %s at %s", t->state == HUNT_IS_OUTSIDE ? "is in the kernel:" : "waits:", operation(n, t->kind, t->object),
                       where(n, t->pc, t->frames ? t->stack : NULL));
}

static char *event_text(const struct names *n, const struct hunt_record *r, const struct hunt_record *next)
{
    static const char *const words[HUNT_EVENT_COUNT] = {[HUNT_BACK] = "comes back from the kernel", [HUNT_TIMEOUT] = "its time is over",
                                                        [HUNT_OUT] = "is in a call for long", [HUNT_CHOSEN] = "is woken"};
    if (r->event == HUNT_SWITCH)
        return format_text("%s %s", thread_name(n, r->thread), next ? segment_end(n, next) : last_end(n, r->thread));
    return format_text("%s: %s", thread_name(n, r->thread), words[r->event % HUNT_EVENT_COUNT]);
}

static const struct hunt_record *next_switch(const struct hunt_wire *w, uint64_t from, uint64_t count)
{
    for (uint64_t i = from; i < count; i++)
        if (w->record[i].event == HUNT_SWITCH)
            return &w->record[i];
    return NULL;
}

static uint64_t records_of(const struct hunt_wire *w)
{
    return w->records < HUNT_MAX_RECORDS ? w->records : HUNT_MAX_RECORDS;
}

/* The first thread has the token without a record. */
static char *first_text(const struct names *n, uint64_t count)
{
    const struct hunt_record *next = next_switch(n->wire, 0, count);
    return format_text("%s %s", thread_name(n, 0), next ? segment_end(n, next) : last_end(n, 0));
}

static void print_schedule(const struct names *n)
{
    enum { SHOWN = 60 };
    const struct hunt_wire *w = n->wire;
    uint64_t count = records_of(w), from = count > SHOWN ? count - SHOWN : 0;
    fprintf(report, "schedule:\n");
    if (from)
        fprintf(report, "  (%" PRIu64 " lines before)\n", from);
    else
        fprintf(report, "  %s\n", first_text(n, count));
    for (uint64_t i = from; i < count; i++)
        fprintf(report, "  %s\n", printable(event_text(n, &w->record[i], next_switch(w, i + 1, count))));
}

/* --- reports ---------------------------------------------------------------------------------------------------------------- */

static void print_output(const char *output)
{
    enum { SHOWN = 2000 };
    size_t length = strlen(output);
    if (!length)
        return;
    fprintf(report, "output%s:\n", length > SHOWN ? " (its end)" : "");
    char *rest = format_text("%s", length > SHOWN ? output + length - SHOWN : output);
    for (char *line; (line = strsep(&rest, "\n")) != NULL && (*line || rest);)
        fprintf(report, "  | %s\n", printable(line));
}

static void print_native(const struct hunt_native *native)
{
    if (native->runs)
        fprintf(report, "natively: %" PRIu64 " of %" PRIu64 " runs failed\n", native->failed, native->runs);
}

static double rate(const struct hunt_statistics *s)
{
    return s->milliseconds ? (double)s->executions * 1000 / (double)s->milliseconds : 0;
}

static void put_json(const struct hunt_settings *settings, json_t *o, const struct hunt_statistics *s, const struct hunt_native *native)
{
    json_object_update_new(o, json_pack("{s:s,s:i,s:s,s:s}", "schema", "mazurka-hunt", "schema_version", 1, "mazurka_version", MZ_VERSION,
        "program", printable(settings->name)));
    json_object_set_new(o, "executions", json_integer((json_int_t)s->executions));
    json_object_set_new(o, "executions_per_second", json_real(rate(s)));
    json_object_set_new(o, "seed", json_integer((json_int_t)settings->seed));
    if (native->runs)
        json_object_set_new(o, "native", json_pack("{s:I,s:I}", "runs", (json_int_t)native->runs, "failed", (json_int_t)native->failed));
    json_file_put(o, settings->json);
}

static json_t *schedule_json(const struct names *n)
{
    json_t *lines = json_array();
    const struct hunt_wire *w = n->wire;
    for (uint64_t i = 0, count = records_of(w); i < count; i++)
        json_array_append_new(lines, json_pack("{s:I,s:i,s:s}", "at", (json_int_t)w->record[i].at, "thread", w->record[i].thread, "text",
                                               printable(event_text(n, &w->record[i], next_switch(w, i + 1, count)))));
    return lines;
}

static void print_found(const struct hunt_finding *f)
{
    fprintf(report, "found in execution %" PRIu64 " (%s, depth %u%s)", f->execution, hunt_strategy_name(f->strategy), f->depth,
            f->kept ? ", by a seed that was kept" : "");
    if (f->replays)
        fprintf(report, "; %u of %u replays lead there", f->reproduced, f->replays);
    fprintf(report, "; %s", show_things(f->preemptions, "preemption"));
    if (f->preemptions_before > f->preemptions)
        fprintf(report, " (%u before it was made smaller)", f->preemptions_before);
    fprintf(report, "\n");
    if (f->cut)
        fprintf(report, "the schedule is longer than there is room for: a replay follows its beginning\n");
    if (f->differed)
        fprintf(report, "a replay differed at decision %" PRIu64 ": something outside of the threads is not the same each time\n",
                f->differed - 1);
}

/* Races beside the fault that is told. */
static json_t *tell_races(const struct names *n, const struct hunt_finding *f, const struct hunt_raced *raced)
{
    json_t *texts = json_array();
    for (unsigned i = 0; raced && i < raced->count; i++) {
        const struct hunt_access *a = raced->at[i].access;
        bool is_fault = f->outcome.fault == HUNT_RACE && a[0].pc == f->race.access[0].pc && a[1].pc == f->race.access[1].pc;
        if (is_fault)
            continue;
        const char *text = printable(race_text(n, &raced->at[i]));
        fprintf(report, "race: %s\n", text);
        json_array_append_new(texts, json_string(text));
    }
    return texts;
}

/* What was asked for, and was not done. */
static void note_unchecked(const struct hunt_statistics *s)
{
    if (s->foreign[0])
        warn("note: data races were met and are not told, for what is unseen may order threads: %s (--trust tells them)",
             printable(s->foreign));
    if (s->heap_refused)
        warn("note: --heap: there is no address space for it: the heap was libc's");
}

void hunt_report_bug(const struct hunt_machine *m, const struct hunt_finding *f, const struct hunt_statistics *s,
                     const struct hunt_native *native, const struct hunt_raced *raced, const char *trace)
{
    const struct hunt_settings *settings = m->settings;
    struct names n = open_names(m->wire);
    report = hunt_text(settings);
    const char *fault = printable(fault_text(&n, f));
    fprintf(report, "bug: %s\n", fault);
    if (f->outcome.fault == HUNT_CRASH && m->wire->crash_thread)
        fprintf(report, "  in %s\n", printable(thread_name(&n, m->wire->crash_thread - 1)));
    if (f->outcome.fault == HUNT_RACE)
        print_race(&n, &m->wire->race[0]);
    if (f->outcome.fault == HUNT_MEMORY)
        print_block(&n, &m->wire->block);
    for (unsigned i = 0; (f->outcome.fault == HUNT_DEADLOCK || f->outcome.fault == HUNT_HANG) && i < m->wire->threads; i++)
        if (is_alive(&m->wire->thread[i]))
            fprintf(report, "  %s\n", printable(waits_text(&n, i)));
    print_found(f);
    print_native(native);
    json_t *races = tell_races(&n, f, raced);
    note_unchecked(s);
    if (!settings->quiet) {
        print_schedule(&n);
        print_output(f->output);
    }
    if (trace)
        fprintf(report, "replay: mazurka replay %s\n", shell_file(trace));
    if (settings->json) {
        json_t *o = json_pack("{s:s,s:s,s:I,s:i,s:i,s:i,s:s*}", "verdict", "bug", "fault", fault, "execution", (json_int_t)f->execution,
                              "replays", (int)f->replays, "reproduced", (int)f->reproduced, "preemptions", (int)f->preemptions,
                              "trace", trace ? printable(trace) : NULL);
        json_object_set_new(o, "strategy", json_string(hunt_strategy_name(f->strategy)));
        json_object_set_new(o, "kept", json_boolean(f->kept));
        json_object_set_new(o, "output", json_string(printable_lines(f->output)));
        json_object_set_new(o, "schedule", schedule_json(&n));
        json_object_set_new(o, "races", races);
        put_json(settings, o, s, native);
    }
}

void hunt_report_nothing(const struct hunt_machine *m, const struct hunt_statistics *s, const struct hunt_native *native)
{
    const struct hunt_settings *settings = m->settings;
    report = hunt_text(settings);
    double chance = 1 - s->missed;
    static const char promise[] = "; a bug of depth 2 would have been found with probability %.2f at least";
    char *bound = s->by_pct ? format_text(promise, floor(chance * 100) / 100) : format_text("%s", "");
    if (s->most_threads < 2)
        bound = format_text("; the program has one thread, whose executions do not differ%s",
                            s->children ? ": its child processes are not controlled" : "");
    char *verdict = format_text("not found in %s%s", show_things(s->executions, "execution"), bound);
    fprintf(report, "%s%s\n", verdict, s->stopped ? " (stopped)" : "");
    print_native(native);
    if (s->given_up)
        warn("note: %s given up, because they went on for too long (--hang)", show_things(s->given_up, "execution"));
    note_unchecked(s);
    if (!settings->quiet)
        warn("%.0f executions a second; %s at most, %s at most", rate(s), show_things(s->most_threads, "thread"),
             show_things(s->most_steps, "decision"));
    if (settings->json)
        put_json(settings, json_pack("{s:s,s:s,s:f}", "verdict", "not-found", "reason", verdict, "probability", chance), s, native);
}
