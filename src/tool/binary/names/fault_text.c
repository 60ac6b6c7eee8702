/* fault_text.c - see fault_text.h. */
#include "tool/binary/names/fault_text.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "model/op_columns.h"
#include "model/threadset.h"
#include "tool/binary/names/steps.h"
#include "tool/binary/symbols/demangle.h"
#include "tool/cli/util.h"

static char *crash_text(const struct fault *f)
{
    const char *name = sigabbrev_np(f->code), *what = sigdescr_np(f->code);
    char *text = format_text("%s (SIG%s)", f->text[0] ? f->text : what ? what : "signal", name ? name : "?");
    bool by_access = f->code == SIGSEGV || f->code == SIGBUS;
    return by_access ? format_text("%s on address 0x%" PRIx64, text, f->addr) : text;
}

/* `prefix`, and the runtime's own sentence if it says more. */
static char *with_text(const char *prefix, const struct fault *f)
{
    bool says_more = f->text[0] && strcmp(f->text, fault_meanings[f->kind]) != 0;
    return says_more ? format_text("%s: %s", prefix, f->text) : format_text("%s", prefix);
}

/* "fork is not supported": a sentence by itself. */
static char *refusal_text(const struct fault *f)
{
    return strstr(f->text, "supported") ? format_text("%s", demangle_text(f->text)) : with_text("not supported", f);
}

static char *describe(const struct fault *f)
{
    switch ((enum fault_kind)f->kind) {
    case FAULT_ASSERTION: return with_text("assertion failed", f);
    case FAULT_ABORT: return with_text("abort called", f);
    case FAULT_TERMINATE: return format_text("%s", demangle_text(f->text));
    case FAULT_CRASH: return crash_text(f);
    case FAULT_STACK: return format_text("stack overflow in thread %u", f->thread);
    case FAULT_EXIT: return format_text("exit with status %d", f->code);
    case FAULT_DEADLOCK: return with_text("deadlock", f);
    case FAULT_MISUSE: return with_text("misuse", f);
    case FAULT_RUNAWAY: return format_text("runaway: thread %u runs on without reaching a visible operation", f->thread);
    case FAULT_LIVELOCK: return with_text("livelock", f);
    case FAULT_MEMORY: return with_text("memory", f);
    case FAULT_LEAK: return with_text("leak", f);
    case FAULT_RACE: return with_text("data race", f);
    case FAULT_REFUSED: return refusal_text(f);
    case FAULT_DIVERGED: return with_text("not deterministic", f);
    case FAULT_INTERNAL: return with_text("internal", f);
    case FAULT_NONE:
    case FAULT_KINDS: break;
    }
    return format_text("unknown fault %u", f->kind);
}

/* The runtime's own messages have addresses ("at 0x…", "called at 0x…"): what the source calls them. Of a mistake of our own
 * the address itself is told, too. */
static char *name_address(const struct naming *n, const char *before, uint64_t address, bool internal)
{
    struct place place = symbols_call(n->symbols, address);
    if (ends_with(before, "called at "))
        return place.function ? format_text("%s in %s", symbols_line(n->symbols, &place), place.function)
                              : symbols_line(n->symbols, &place);
    char *name = name_object(n, AT_THE_END, address, 1);
    return internal && !starts_with(name, "0x") ? format_text("%s (0x%" PRIx64 ")", name, address) : name;
}

static char *with_names(const struct naming *n, const char *text, bool internal)
{
    char *named = format_text("%s", "");
    for (const char *at; (at = strstr(text, "at 0x")) != NULL;) {
        char *end;
        const char *number = at + strlen("at ");
        uint64_t address = strtoull(number, &end, 16);
        named = format_text("%s%.*s", named, (int)(number - text), text);
        named = format_text("%s%s", named, name_address(n, named, address, internal));
        text = end;
    }
    return format_text("%s%s", named, text);
}

/* A crash names the instruction itself, unless it happened in the engine on the program's behalf; then, and for everything
 * else, it is the return address of the call. */
static struct place place_of(const struct naming *n, const struct fault *f)
{
    bool instruction = f->kind == FAULT_CRASH || f->kind == FAULT_STACK || f->kind == FAULT_RUNAWAY;
    for (uint64_t i = naming_events(n); instruction && i > 0; i--) {
        const struct wire_event *e = naming_event(n, i - 1);
        if (e->thread != f->thread)
            continue;
        instruction = e->pc != f->pc;
        break;
    }
    return instruction ? symbols_instruction(n->symbols, f->pc) : symbols_call(n->symbols, f->pc);
}

/* The innermost call that has a line in the program itself, of the thread's last operation: for faults in code of libraries. */
static struct place innermost_line(const struct naming *n, const struct fault *f)
{
    for (uint64_t i = naming_events(n); i > 0; i--) {
        const struct wire_event *e = naming_event(n, i - 1);
        if (e->thread != f->thread)
            continue;
        for (uint32_t k = 0; k < e->stack_used && k < WIRE_STACK; k++) {
            struct place p = symbols_call(n->symbols, e->stack[k]);
            if (p.file && !p.library)
                return p;
        }
        break;
    }
    return (struct place){0};
}

/* Place, for a thread that ends with a lock, in no line of the program: where it has taken that. */
static struct place taken_at(const struct naming *n, const struct fault *f)
{
    const struct wire_event *e = f->addr ? naming_event(n, steps_taken_at(n, f->thread, f->addr, AT_THE_END)) : NULL;
    return e ? naming_place(n, e->stack, e->stack_used) : (struct place){0};
}

/* Waiting threads and places: "thread 1 waits in lock at f.c:12, …". */
static char *deadlock_text(const struct naming *n, const struct fault *f)
{
    enum { MOST = 8 };
    const struct wire *w = n->wire;
    char *text = NULL;
    uint32_t count = w->waiters < WIRE_MAX_WAITERS ? w->waiters : WIRE_MAX_WAITERS;
    uint32_t told = 0, others = 0;
    threadset stuck = threadset_unpack(&f->threads);
    for (uint32_t i = 0; i < count; i++) {
        const struct wire_waiter *x = &w->waiter[i];
        if (threadset_any(stuck) && !threadset_has(stuck, x->thread % MAX_THREADS)) {
            others++;
            continue;
        }
        if (told++ >= MOST)
            continue;
        struct place p = naming_place(n, x->stack, x->stack_used);
        const char *what = x->loops ? "a loop" : op_call(x->kind % OP_KINDS);
        text = format_text("%s%sthread %u waits in %s at %s", text ? text : "", text ? ", " : "", x->thread, what,
            symbols_line(n->symbols, &p));
    }
    if (told > MOST)
        text = format_text("%s, and %u more", text, told - MOST);
    return text ? format_text("%sdeadlock: %s%s", others ? "partial " : "", text, deadlock_meaning(f->code)) : NULL;
}

char *fault_headline(const struct naming *n, const struct fault *f, struct place *place)
{
    char *what = describe(f), *waits = f->kind == FAULT_DEADLOCK ? deadlock_text(n, f) : NULL;
    *place = (struct place){0};
    if (f->pc)
        *place = place_of(n, f);
    if (f->file[0] && f->line) { /* an assertion knows its place by itself, but calls the file as the compiler was told to */
        bool same = place->file && strcmp(path_base(place->file), path_base(f->file)) == 0;
        place->file = same ? place->file : f->file;
        place->line = (int)f->line;
        if (!place->function && f->function[0])
            place->function = f->function;
    }
    if (waits)
        return waits;
    if (f->kind == FAULT_RACE) /* its text names both places */
        return what;
    if (f->kind == FAULT_DIVERGED || f->kind == FAULT_INTERNAL)
        return with_names(n, what, f->kind == FAULT_INTERNAL);
    if (!place->file || place->library) {
        struct place better = innermost_line(n, f);
        *place = better.file ? better : *place;
    }
    const char *since = "at";
    if (!place->file && f->kind == FAULT_MISUSE) {
        *place = taken_at(n, f);
        since = "since";
    }
    if (!place->file && (!f->pc || symbols_in_runtime(n->symbols, f->pc)))
        return what;
    char *line = symbols_line(n->symbols, place);
    return place->function ? format_text("%s %s %s in %s", what, since, line, place->function) : format_text("%s %s %s", what, since, line);
}
