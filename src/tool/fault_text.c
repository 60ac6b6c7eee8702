/* fault_text.c - faults in words. */
#include <inttypes.h>
#include <signal.h>
#include <string.h>

#include "tool/report.h"

static char *crash_text(const struct fault *f)
{
    const char *name = sigabbrev_np(f->code), *what = sigdescr_np(f->code);
    char *text = format_text("%s (SIG%s)", f->text[0] ? f->text : what ? what : "signal", name ? name : "?");
    bool by_access = f->code == SIGSEGV || f->code == SIGBUS;
    return by_access ? format_text("%s on address 0x%" PRIx64, text, f->addr) : text;
}

/* `prefix`, and the runtime's own sentence if it has one. */
static char *with_text(const char *prefix, const struct fault *f)
{
    return f->text[0] ? format_text("%s: %s", prefix, f->text) : format_text("%s", prefix);
}

static char *describe(const struct fault *f)
{
    switch ((enum fault_kind)f->kind) {
    case FAULT_ASSERTION: return with_text("assertion failed", f);
    case FAULT_ABORT: return with_text("abort called", f);
    case FAULT_CRASH: return crash_text(f);
    case FAULT_STACK: return format_text("stack overflow in thread %u", f->thread);
    case FAULT_EXIT: return format_text("exit with status %d", f->code);
    case FAULT_DEADLOCK: return with_text("deadlock", f);
    case FAULT_MISUSE: return with_text("misuse", f);
    case FAULT_RUNAWAY: return format_text("runaway: thread %u runs on without reaching a visible operation", f->thread);
    case FAULT_LIVELOCK: return with_text("livelock", f);
    case FAULT_MEMORY: return with_text("memory", f);
    case FAULT_REFUSED: return with_text("not supported", f);
    case FAULT_DIVERGED: return with_text("not deterministic", f);
    case FAULT_INTERNAL: return with_text("internal", f);
    case FAULT_NONE:
    case FAULT_KINDS: break;
    }
    return format_text("unknown fault %u", f->kind);
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

char *fault_headline(const struct naming *n, const struct fault *f, struct place *place)
{
    char *what = describe(f);
    *place = (struct place){0};
    if (f->pc)
        *place = place_of(n, f);
    if (f->file[0] && f->line) { /* an assertion knows its place by itself */
        place->file = f->file;
        place->line = (int)f->line;
        place->function = f->function[0] ? f->function : place->function;
    }
    if (!place->file && !f->pc)
        return what;
    char *line = symbols_line(n->symbols, place);
    return place->function ? format_text("%s at %s in %s", what, line, place->function) : format_text("%s at %s", what, line);
}
