/* report_steps.c - an interleaving, for people: the threads, what each did where, and who waits for whom in the end. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "model/op.h"
#include "model/threadset.h"
#include "tool/binary/names/steps.h"
#include "tool/cli/options.h"
#include "tool/report/cause.h"
#include "tool/report/report.h"
#include "tool/report/source_lines.h"
#include "tool/result/races.h"

struct page {
    const struct finding *finding;
    const struct naming  *n;
    const struct colours *c;
    struct cause cause;
    FILE *out;
    int   line_width, function_width, text_width; /* of the columns */
    struct place quoted; /* of the line above, whose source need not be shown again */
};

/* Where the width of lines is nobody's concern; what is quoted of the source ends there all the same. */
enum { WIDE = 132, PAGE = 110 };

/* --- text -------------------------------------------------------------------------------------------------------------- */

/* Characters, as far as terminals show them in one column each. */
static int width_of(const char *text)
{
    int width = 0;
    for (; *text; text++)
        width += (*text & 0xc0) != 0x80;
    return width;
}

/* The text, or as much of it as fits. */
static char *cut(const char *text, int width)
{
    if (width_of(text) <= width)
        return format_text("%s", text);
    const char *end = text;
    for (int left = width > 1 ? width - 1 : 0; *end; end++)
        if ((*end & 0xc0) != 0x80 && left-- == 0)
            break;
    return format_text("%.*s…", (int)(end - text), text);
}

/* Words in lines, the second and further ones indented. */
static void print_wrapped(const struct page *p, const char *text, int indent)
{
    int width = p->c->width ? p->c->width : PAGE, column = indent;
    while (*text) {
        size_t length = strcspn(text, " ");
        char *word = format_text("%.*s", (int)length, text);
        int next = width_of(word);
        if (column > indent && column + 1 + next > width) {
            fprintf(p->out, "\n%*s", indent, "");
            column = indent;
        }
        fprintf(p->out, "%s%s", column > indent ? " " : "", word);
        column += next + (column > indent);
        text += length + strspn(text + length, " ");
        free(word);
    }
    fputc('\n', p->out);
}

static void print_cause(const struct page *p)
{
    if (!p->cause.text)
        return;
    fprintf(p->out, "%scause:%s ", p->c->bold, p->c->off);
    print_wrapped(p, p->cause.text, 7);
    fputc('\n', p->out);
}

/* --- threads ----------------------------------------------------------------------------------------------------------- */

enum { MOST_LISTED = 300 };

static void print_threads(const struct page *p)
{
    const struct wire *w = p->n->wire;
    uint32_t count = w->threads < WIRE_MAX_THREADS ? w->threads : WIRE_MAX_THREADS, first = count > MOST_LISTED ? count - MOST_LISTED : 0;
    fprintf(p->out, "threads:\n  %s\n", name_thread(p->n, 0, 0));
    if (first)
        fprintf(p->out, "  … %" PRIu32 " that were created before\n", first);
    for (uint32_t i = first; i < count; i++) {
        const struct wire_thread *t = &w->thread[i];
        if (!t->start)
            continue;
        struct place place = naming_created(p->n, t);
        fprintf(p->out, "  %s, created at %s by thread %" PRIu32 "\n", name_thread(p->n, t->thread, t->event),
            symbols_line(p->n->symbols, &place), t->parent);
    }
}

/* --- steps ------------------------------------------------------------------------------------------------------------- */

/* Nothing for the runtime's own code, such as the end of a thread's start function. */
static char *line_of(const struct page *p, const struct place *place)
{
    bool shown = place->pc && !symbols_in_runtime(p->n->symbols, place->pc);
    return shown ? symbols_line(p->n->symbols, place) : format_text("%s", "");
}

/* The text of a step, and what is to be said of it besides. */
static char *text_of(const struct page *p, const struct step *s)
{
    char *text = step_text(p->n, s);
    bool fatal = p->finding->fate.kind == WIRE_FATE_STEP && step_is_decision(p->n, s, p->finding->fate.step);
    return fatal ? format_text("%s  ← point of no return", text) : text;
}

static void widen(int *column, const char *text, int widest)
{
    int width = width_of(text);
    *column = width > *column && width <= widest ? width : *column;
}

/* Columns as wide as the widest entry, within reason. */
static void measure(struct page *p, const struct steps *s, size_t first, size_t last)
{
    enum { LINE = 48, FUNCTION = 32, TEXT = 40 };
    for (size_t i = first; i < last; i++) {
        struct place place = step_place(p->n, &s->at[i]);
        char *line = line_of(p, &place), *text = step_text(p->n, &s->at[i]);
        widen(&p->line_width, line, LINE);
        widen(&p->function_width, place.function ? place.function : "", FUNCTION);
        widen(&p->text_width, text, TEXT);
        free(line);
        free(text);
    }
}

static void print_padded(const struct page *p, const char *text, int width)
{
    fprintf(p->out, "%s%*s", text, width > width_of(text) ? width - width_of(text) : 0, "");
}

/* The line itself, behind what happens there, where it fits and is not the one above. */
static void quote(struct page *p, const struct place *place, int used)
{
    enum { LEAST = 12 };
    const char *source = place->library ? NULL : source_line(place->file, place->line);
    bool again = p->quoted.file && place->file && p->quoted.line == place->line && strcmp(p->quoted.file, place->file) == 0;
    int column = used > p->text_width ? used : p->text_width;
    int room = (p->c->width ? p->c->width : WIDE) - 2 - p->line_width - 2 - p->function_width - 2 - column - 4;
    p->quoted = *place;
    if (!source || again || room < LEAST)
        return;
    char *shown = cut(source, room);
    fprintf(p->out, "%*s  %s│ %s%s", column - used, "", p->c->dim, shown, p->c->off);
    free(shown);
}

static void print_line(struct page *p, const struct place *place, const char *text, const char *colour, bool marked)
{
    char *line = line_of(p, place);
    int room = p->c->width - 2 - p->line_width - 2 - p->function_width - 2;
    char *shown = p->c->width && room > 0 ? cut(text, room) : format_text("%s", text);
    fprintf(p->out, "%s %s", marked ? ">" : " ", p->c->cyan);
    print_padded(p, line, p->line_width);
    fprintf(p->out, "%s  ", p->c->off);
    print_padded(p, place->function ? place->function : "", p->function_width);
    fprintf(p->out, "  %s%s%s", colour, shown, *colour ? p->c->off : "");
    quote(p, place, width_of(shown));
    fputc('\n', p->out);
    free(line);
    free(shown);
}

/* `preempted`: which thread could have gone on, or -1. */
static void print_header(const struct page *p, char *name, int preempted)
{
    fprintf(p->out, "%s--- %s ---%s", p->c->bold, name, p->c->off);
    if (preempted >= 0)
        fprintf(p->out, "  (preempts thread %d)", preempted);
    fputc('\n', p->out);
    free(name);
}

static void print_switch(const struct page *p, const struct step *s, const struct step *before)
{
    print_header(p, name_thread(p->n, s->thread, s->event), s->preempted && before ? (int)before->thread : -1);
}

static void print_step(struct page *p, const struct step *s, const struct step *before)
{
    if (s->switched) {
        print_switch(p, s, before);
        p->quoted = (struct place){0};
    }
    struct place place = step_place(p->n, s);
    char *text = text_of(p, s);
    bool quiet = s->kind == STEP_FOLD || s->kind == STEP_LOCAL;
    print_line(p, &place, text, quiet ? p->c->dim : s->kind == STEP_BLOCKED ? p->c->yellow : "", cause_names(&p->cause, s));
    free(text);
}

/* Lines [first, last), the first with its thread even if it does not change there. */
static void print_steps(struct page *p, const struct steps *s, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++) {
        struct step step = s->at[i];
        step.switched |= i == first;
        print_step(p, &step, i > first ? &s->at[i - 1] : NULL);
    }
}

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* What print_fault needs to know. */
struct last_line {
    int  thread; /* -1: there is none */
    bool preempted;
};

static struct last_line print_interleaving(struct page *p, uint64_t most)
{
    struct steps *s = steps_make(p->n);
    size_t left_out = most && s->count > most ? s->count - most : 0, head = left_out ? most / 4 : s->count;
    measure(p, s, 0, head);
    measure(p, s, head + left_out, s->count);
    char *steps = show_count(s->count), *switches = show_count(s->switches), *preemptions = show_count(s->preemptions);
    bool needed = p->finding->least && s->preemptions > 0;
    fprintf(p->out, "\ninterleaving: %s step%s, %s context switch%s, %s%s preemption%s\n", steps, plural(s->count), switches,
        s->switches == 1 ? "" : "es", needed ? "needs " : "", preemptions, plural(s->preemptions));
    if (p->finding->fate.kind == WIRE_FATE_SEALED)
        fputs("no schedule of this program ends well\n", p->out);
    print_steps(p, s, 0, head);
    if (left_out)
        fprintf(p->out, "\n  ... %s lines left out; --steps=0 shows all ...\n\n", show_count(left_out));
    if (head + left_out < s->count)
        print_steps(p, s, head + left_out, s->count);
    free(steps);
    free(switches);
    free(preemptions);
    struct last_line last = {s->count ? (int)s->at[s->count - 1].thread : -1, s->preempted};
    steps_free(s);
    return last;
}

/* --- the fault itself -------------------------------------------------------------------------------------------------- */

/* The calls that led to it, if its own event was recorded. */
static const struct wire_event *fault_event(const struct page *p)
{
    uint64_t count = naming_events(p->n);
    const struct wire_event *e = count ? naming_event(p->n, count - 1) : NULL;
    return e && e->thread == p->finding->fault.thread && (e->pc == p->finding->fault.pc || e->kind == OP_FAULT) ? e : NULL;
}

/* The program's own functions, from the one that called where `below` is. */
static void print_callers(const struct page *p, const uint64_t *stack, uint32_t used, const struct place *below, const char *indent)
{
    bool passed = !below;
    for (uint32_t i = 0; i < used && i < WIRE_STACK; i++) {
        struct place place = symbols_call(p->n->symbols, stack[i]);
        if (place.file && (!place.library || p->n->verbose) && (passed || i == 0) && !(below && place.pc == below->pc))
            fprintf(p->out, "%scalled from %s in %s\n", indent, symbols_line(p->n->symbols, &place), place.function ? place.function : "?");
        passed |= below && place.pc == below->pc;
    }
}

/* What became of a heap block. The stack is known if the event was recorded. */
static void print_site(const struct page *p, const char *what, uint64_t event, uint64_t pc, uint32_t thread, const char *end)
{
    const struct wire_event *e = naming_event(p->n, event);
    struct place place = e ? naming_place(p->n, e->stack, e->stack_used) : symbols_call(p->n->symbols, pc);
    bool inside = place.library && place.function && !p->n->verbose; /* what the C++ library's files are called nobody wants to know */
    fprintf(p->out, "%s%s%s%s%s by %s%s\n", what, inside ? "" : " at ", inside ? "" : symbols_line(p->n->symbols, &place),
        place.function ? " in " : "", place.function ? place.function : "", name_thread(p->n, thread, AT_THE_END), end);
    if (e)
        print_callers(p, e->stack, e->stack_used, &place, "        ");
}

/* The heap block that it has to do with. */
static void print_block(const struct page *p, const struct fault_block *b)
{
    uint64_t freed = b->freed_pc ? cause_freed_at(p->n, b->start) : AT_THE_END;
    fprintf(p->out, "    the block of %" PRIu64 " bytes was ", b->size);
    print_site(p, "allocated", cause_allocated_at(p->n, b->start, freed), b->pc, b->thread, b->freed_pc ? "," : "");
    if (b->freed_pc)
        print_site(p, "    and freed", freed, b->freed_pc, b->freed_by, "");
}

static void print_fault(const struct page *p, struct last_line last)
{
    const struct finding *f = p->finding;
    if (f->fault.kind == FAULT_DEADLOCK || f->fault.kind == FAULT_LIVELOCK)
        fprintf(p->out, "%s--- all threads ---%s\n", p->c->bold, p->c->off);
    else if (last.thread != (int)f->fault.thread)
        print_header(p, name_thread(p->n, f->fault.thread, AT_THE_END), last.preempted ? last.thread : -1);
    fprintf(p->out, "  %s%s%s\n", p->c->red, f->headline, p->c->off);
    const struct wire_event *e = fault_event(p);
    if (e && e->stack_used)
        print_callers(p, e->stack, e->stack_used, &(struct place){.pc = e->stack[0]}, "    ");
    if (f->fault.kind == FAULT_MISUSE && f->fault.addr)
        fprintf(p->out, "    the object is %s\n", name_object(p->n, AT_THE_END, f->fault.addr, 1));
    if (f->fault.block.start)
        print_block(p, &f->fault.block);
}

/* --- data races -------------------------------------------------------------------------------------------------------- */

static void print_access(const struct page *p, const struct wire_access *a)
{
    const uint64_t *stack;
    uint32_t used = race_stack(p->n, a, &stack);
    struct place place = used ? naming_place(p->n, stack, used) : symbols_call(p->n->symbols, a->pc);
    fprintf(p->out, "  %s %s %s %s of %s (%" PRIu32 " byte%s) at %s in %s\n", name_thread(p->n, a->thread, AT_THE_END),
        a->performed ? "made" : "is about to make", race_verb(a)[0] == 'a' ? "an" : "a", race_verb(a), race_object(p->n, a), a->size,
        plural(a->size), symbols_line(p->n->symbols, &place), place.function ? place.function : "?");
    if (used)
        print_callers(p, stack, used, &place, "      ");
    struct strings held = race_held(p->n, a);
    for (size_t i = 0; i < held.count; i++)
        fprintf(p->out, "      holds %s\n", held.at[i]);
    if (held.count == 0)
        fprintf(p->out, "      holds no lock\n");
}

static void print_race(const struct page *p)
{
    fputs("\nthe two accesses, which nothing orders:\n", p->out);
    print_access(p, &p->finding->access[0]);
    print_access(p, &p->finding->access[1]);
}

/* --- deadlocks --------------------------------------------------------------------------------------------------------- */

static void print_holder(const struct page *p, const struct wire_waiter *w, tid holder)
{
    bool waking = w->kind == OP_WAKE || w->kind == OP_TIMEDWAKE;
    uint64_t lock = waking ? w->addr2 : w->addr;
    if (steps_queues(p->n, holder, lock)) {
        fprintf(p->out, "      %s waits before it\n", name_thread(p->n, holder, AT_THE_END));
        return;
    }
    const struct wire_event *e = naming_event(p->n, steps_taken_at(p->n, holder, lock, AT_THE_END));
    fprintf(p->out, "      held by %s", name_thread(p->n, holder, AT_THE_END));
    if (e) {
        struct place place = naming_place(p->n, e->stack, e->stack_used);
        fprintf(p->out, " since %s", symbols_line(p->n->symbols, &place));
    }
    fputs(steps_waiter(p->n, holder) ? "\n" : ", and it has ended\n", p->out);
}

/* A condition variable that was signalled too early, or for somebody else. */
static void print_signals(const struct page *p, const struct wire_waiter *w)
{
    uint64_t lost = steps_signal(p->n, w->addr, true), other = steps_signal(p->n, w->addr, false);
    for (int i = 0; i < 2; i++) {
        const struct wire_event *e = naming_event(p->n, i == 0 ? lost : other);
        if (!e)
            continue;
        struct place place = naming_place(p->n, e->stack, e->stack_used);
        fprintf(p->out, "      %s at %s by %s %s\n", e->kind == OP_SIGNAL ? "signalled" : "broadcast", symbols_line(p->n->symbols, &place),
            name_thread(p->n, e->thread, AT_THE_END), i == 0 ? "while nobody waited: a lost wake-up" : "when others waited");
    }
    if (lost == AT_THE_END && other == AT_THE_END)
        fputs("      no thread has signalled it\n", p->out);
}

static void print_waiter(const struct page *p, const struct wire_waiter *w)
{
    threadset stuck = threadset_unpack(&p->finding->fault.threads), holders = threadset_unpack(&w->holders);
    if (w->enabled && threadset_any(stuck) && !threadset_has(stuck, w->thread % MAX_THREADS)) {
        fprintf(p->out, "  %s can go on\n", name_thread(p->n, w->thread, AT_THE_END));
        return;
    }
    struct place place = naming_place(p->n, w->stack, w->stack_used);
    struct pending pending = steps_pending(w);
    char *line = symbols_line(p->n->symbols, &place), *what = name_pending(p->n, AT_THE_END, &pending);
    const char *how = w->enabled ? "is" : w->loops ? "waits in a loop" : "waits";
    fprintf(p->out, "  %s %s at %s in %s: %s\n", name_thread(p->n, w->thread, AT_THE_END), how, line,
        place.function ? place.function : "?", what);
    if (w->note[0])
        fprintf(p->out, "      %s\n", w->note);
    if (w->kind == OP_WAKE && !threadset_any(holders) && !w->enabled)
        print_signals(p, w);
    if (w->kind == OP_JOIN)
        return;
    THREADSET_EACH(holder, holders)
        print_holder(p, w, holder);
}

/* Follow who waits for whom until somebody comes again. */
static void print_cycle(const struct page *p)
{
    const struct wire *w = p->n->wire;
    for (uint32_t i = 0; i < w->waiters && i < WIRE_MAX_WAITERS; i++) {
        threadset seen = NO_THREADS;
        const struct wire_waiter *at = &w->waiter[i];
        while (at && at->waits_for >= 0 && at->waits_for < MAX_THREADS && !threadset_has(seen, at->thread)) {
            seen |= threadset_of(at->thread);
            at = steps_waiter(p->n, (unsigned)at->waits_for);
        }
        if (!at || !threadset_any(seen) || at != &w->waiter[i] || !threadset_has(seen, at->thread))
            continue;
        fprintf(p->out, "  cycle: thread %" PRIu32, at->thread);
        do {
            at = steps_waiter(p->n, (unsigned)at->waits_for);
            fprintf(p->out, " → thread %" PRIu32, at->thread);
        } while (at != &w->waiter[i]);
        fputc('\n', p->out);
        return;
    }
}

static void print_deadlock(const struct page *p)
{
    const struct wire *w = p->n->wire;
    fputs(p->finding->fault.kind == FAULT_DEADLOCK ? "\nwho waits for whom:\n" : "\nwhere the threads are:\n", p->out);
    for (uint32_t i = 0; i < w->waiters && i < WIRE_MAX_WAITERS; i++)
        print_waiter(p, &w->waiter[i]);
    print_cycle(p);
}

void report_interleaving(const struct finding *finding, uint64_t most, FILE *out, const struct colours *colours)
{
    struct page p = {.finding = finding, .n = &finding->naming, .c = colours, .cause = cause_of(finding), .out = out};
    print_cause(&p);
    print_threads(&p);
    struct last_line last = print_interleaving(&p, most);
    if (finding->fault.kind != FAULT_NONE)
        print_fault(&p, last);
    if (finding->fault.kind == FAULT_RACE)
        print_race(&p);
    if (finding->fault.kind == FAULT_DEADLOCK || finding->fault.kind == FAULT_LIVELOCK)
        print_deadlock(&p);
}
