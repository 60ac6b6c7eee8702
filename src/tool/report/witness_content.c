/* witness_content.c - see witness_content.h. */
#include "tool/report/witness_content.h"

#include <ctype.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "model/op.h"
#include "tool/binary/names/steps.h"
#include "tool/report/source_lines.h"
#include "wire/verifier_abi.h"

/* --- the property ------------------------------------------------------------------------------------------------------ */

/* Functions that must not be called, as programs of the competition have them. */
static const char *const errors[] = {"reach_error", "__VERIFIER_error", NULL};

/* The call stack of the thread with the fault, innermost first. */
static uint32_t stack_of(const struct finding *f, const uint64_t **stack)
{
    const struct naming *n = &f->naming;
    for (uint64_t i = naming_events(n); i > 0; i--) {
        const struct wire_event *e = naming_event(n, i - 1);
        if (e->thread != f->fault.thread)
            continue;
        *stack = e->stack;
        return e->stack_used < WIRE_STACK ? e->stack_used : WIRE_STACK;
    }
    return 0;
}

/* The error function in whose body the fault is: its name, and where it was called; NULL: in none. */
static const char *inside_error(const struct finding *f, struct place *called)
{
    const uint64_t *stack;
    uint32_t used = stack_of(f, &stack);
    for (uint32_t i = 0; i + 1 < used; i++) {
        struct place p = symbols_call(f->naming.symbols, stack[i]);
        if (p.function && is_one_of(p.function, errors)) {
            *called = symbols_call(f->naming.symbols, stack[i + 1]);
            return p.function;
        }
    }
    return NULL;
}

/* Function that must not be called, and was: "reach_error"; NULL: it is no matter of one. */
static const char *called_error(const struct finding *f, struct place *called)
{
    const char *name = inside_error(f, called);
    if (name)
        return name;
    *called = f->place;
    for (unsigned i = 0; errors[i]; i++)
        if (f->fault.kind == FAULT_ASSERTION && strncmp(f->fault.text, errors[i], strlen(errors[i])) == 0)
            return errors[i];
    return f->fault.kind == FAULT_ASSERTION ? "__assert_fail" : f->fault.kind == FAULT_ABORT ? "abort" : NULL;
}

static bool gives_back(const struct fault *f)
{
    static const char *const calls[] = {"free", "realloc", "double free", NULL};
    for (unsigned i = 0; calls[i]; i++)
        if (starts_with(f->text, calls[i]))
            return true;
    return false;
}

char *witness_specification(const struct finding *f, char **why)
{
    struct place ignored;
    const char *error = called_error(f, &ignored);
    bool by_access = f->fault.kind == FAULT_CRASH && (f->fault.code == SIGSEGV || f->fault.code == SIGBUS);
    if (error)
        return format_text("G ! call(%s())", error);
    if (f->fault.kind == FAULT_RACE)
        return format_text("G ! data-race");
    if (f->fault.kind == FAULT_MEMORY || by_access)
        return format_text("G valid-%s", gives_back(&f->fault) ? "free" : "deref");
    *why = format_text("SV-COMP has no property for this kind of bug (%s)", fault_words[f->fault.kind]);
    return NULL;
}

/* --- waypoints --------------------------------------------------------------------------------------------------------- */

static void add(struct witness_content *c, struct waypoint w)
{
    if (!w.place.file || w.place.line <= 0 || w.place.library)
        return;
    if (c->count == c->capacity) {
        c->capacity = c->capacity ? 2 * c->capacity : 64;
        c->at = resize(c->at, c->capacity * sizeof *c->at);
    }
    c->at[c->count++] = w;
}

/* Does a statement begin with this line that is passed each time the line is executed? Loops are not: their heads are executed again
 * without that. Told by the source as it stands there: what comes before must have ended. */
static bool begins_statement(const struct place *p)
{
    static const char *const no_starts[] = {"while", "for", "do", "else", "case", "default", "}", "{", ")", NULL};
    const char *line = source_line(p->file, p->line), *before = NULL;
    if (!line)
        return false;
    for (unsigned i = 0; no_starts[i]; i++)
        if (starts_with(line, no_starts[i]))
            return false;
    for (int i = p->line - 1; i > 0 && !before; i--)
        before = source_line(p->file, i);
    char last = before ? before[strlen(before) - 1] : '\0';
    return last == ';' || last == '{' || last == '}';
}

/* The value that __VERIFIER_nondet_T has given: a constant of C. NULL: there is no such choice. */
static char *number(const struct wire_inputs *in, unsigned choice, unsigned bits, bool sign)
{
    uint64_t value = 0;
    if (!inputs_value(in, bits, sign, choice, &value))
        return NULL;
    if (!sign)
        return format_text(value > 2 ? "%" PRIu64 "U" : "%" PRIu64, value);
    bool smallest = value == ~(UINT64_MAX >> (65 - bits));
    return format_text(smallest ? "(%" PRId64 " - 1)" : "%" PRId64, (int64_t)value + smallest);
}

#define CONSTANT_WHOLE(choice, type)    format_text("%u", choice)
#define CONSTANT_SIGNED(choice, type)   number(in, choice, 8 * (unsigned)sizeof(type), true)
#define CONSTANT_UNSIGNED(choice, type) number(in, choice, 8 * (unsigned)sizeof(type), false)
#define CONSTANT_REAL(choice, type)     NULL
#define CONSTANT_POINTER(choice, type)  NULL

/* NULL: the line has none of these calls, or several, or one with a value of another kind. */
static char *nondet_constant(const struct wire_inputs *in, const struct place *p, unsigned choice)
{
    static const char call[] = "__VERIFIER_nondet_";
    const char *line = source_line(p->file, p->line), *at = line ? strstr(line, call) : NULL;
    if (!at || strstr(at + 1, call))
        return NULL;
    const char *name = at + strlen(call);
    size_t length = 0;
    while (isalnum((unsigned char)name[length]) || name[length] == '_')
        length++;
#define TYPE(word, type, kind)                                         \
    if (length == strlen(#word) && strncmp(name, #word, length) == 0)  \
        return CONSTANT_##kind(choice, type);
    VERIFIER_TYPES(TYPE)
#undef TYPE
    return NULL;
}

/* The thread that an event has created; -1: none. */
static int created_by(const struct wire *w, uint64_t event)
{
    for (uint32_t i = 0; i < w->threads && i < WIRE_MAX_THREADS; i++)
        if (w->thread[i].event == event && w->thread[i].thread < WIRE_MAX_THREADS)
            return (int)w->thread[i].thread;
    return -1;
}

/* What has been passed so far. */
struct passing {
    unsigned     number[WIRE_MAX_THREADS]; /* of each thread, as the witness counts them */
    struct place last[WIRE_MAX_THREADS];   /* where it was */
    unsigned     created;
    unsigned     running;
};

static void pass(struct witness_content *c, struct passing *p, const struct naming *n, uint64_t i)
{
    const struct wire_event *e = naming_event(n, i);
    struct place place = naming_place(n, e->stack, e->stack_used);
    unsigned t = e->thread % WIRE_MAX_THREADS;
    int born = e->kind == OP_CREATE ? created_by(n->wire, i) : -1;
    bool again = p->last[t].file && place.file && p->last[t].line == place.line && strcmp(p->last[t].file, place.file) == 0;
    char *value = e->kind == OP_CHOOSE ? nondet_constant(&n->wire->inputs, &place, e->choice) : NULL;
    if (born >= 0) {
        p->number[born] = ++p->created;
        p->last[born] = (struct place){0};
        add(c, (struct waypoint){.type = "function_enter", .place = place, .thread = p->number[t]});
    } else if (value) {
        add(c, (struct waypoint){.type = "function_return", .constraint = format_text("\\result == %s", value), .place = place,
            .thread = p->number[t]});
    } else if (e->visible && t != p->running && !again && begins_statement(&place)) {
        add(c, (struct waypoint){.type = "assumption", .constraint = format_text("1"), .place = place, .thread = p->number[t]});
    }
    p->last[t] = place;
    p->running = e->visible ? t : p->running;
}

static void add_targets(struct witness_content *c, const struct passing *p, const struct finding *f)
{
    struct place called;
    if (f->fault.kind == FAULT_RACE) { /* neither comes before the other */
        for (int i = 0; i < 2; i++)
            add(c, (struct waypoint){.type = "target", .place = naming_place(&f->naming, f->access[i].stack, f->access[i].stack_used),
                .thread = p->number[f->access[i].thread % WIRE_MAX_THREADS], .with_last = i == 1});
        return;
    }
    if (!called_error(f, &called))
        called = f->place;
    add(c, (struct waypoint){.type = "target", .place = called, .thread = p->number[f->fault.thread % WIRE_MAX_THREADS]});
}

/* The access of a race that has happened is an event; it is the target, and nothing is passed there before. */
static bool is_target(const struct finding *f, const struct wire_event *e)
{
    for (int i = 0; i < 2 && f->fault.kind == FAULT_RACE; i++)
        if (e->thread == f->access[i].thread && e->pc == f->access[i].pc)
            return true;
    return false;
}

struct witness_content witness_content(const struct finding *f, char **why)
{
    struct witness_content c = {0};
    struct passing *p = allocate(sizeof *p);
    size_t targets = f->fault.kind == FAULT_RACE ? 2 : 1;
    for (uint64_t i = 0; i < naming_events(&f->naming); i++)
        if (!is_target(f, naming_event(&f->naming, i)))
            pass(&c, p, &f->naming, i);
    size_t before = c.count;
    add_targets(&c, p, f);
    free(p);
    if (c.count < before + targets)
        *why = format_text("its place in the source is not known");
    return c;
}
