/* fault_text.c - faults in words. */
#include <inttypes.h>
#include <string.h>

#include "tool/report.h"

const char *verdict_word(enum verdict verdict)
{
    static const char *const words[] = {
#define V(name, word, code) [VERDICT_##name] = word,
        VERDICT_TABLE(V)
#undef V
    };
    return words[verdict];
}

int verdict_exit_code(enum verdict verdict)
{
    static const int codes[] = {
#define V(name, word, code) [VERDICT_##name] = code,
        VERDICT_TABLE(V)
#undef V
    };
    return codes[verdict];
}

static char *crash_text(const struct fault *f)
{
    const char *name = sigabbrev_np(f->code), *what = sigdescr_np(f->code);
    char *text = format_text("%s (SIG%s)", what ? what : "signal", name ? name : "?");
    if (f->text[0])
        return format_text("%s: %s", text, f->text);
    return f->addr ? format_text("%s at address 0x%" PRIx64, text, f->addr) : text;
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

/* A crash names the instruction itself, everything else the return address of a call. An instruction that is the first of
 * its line and a return address that is the last of its line look alike; a call before it decides. */
static struct place place_of(struct symbols *s, const struct fault *f)
{
    if (f->kind == FAULT_CRASH || f->kind == FAULT_STACK || f->kind == FAULT_RUNAWAY)
        return symbols_instruction(s, f->pc);
    return symbols_call(s, f->pc);
}

char *fault_headline(struct symbols *s, const struct fault *f, struct place *place)
{
    char *what = describe(f);
    *place = (struct place){0};
    if (f->pc)
        *place = place_of(s, f);
    if (f->file[0] && f->line) { /* an assertion knows its place by itself */
        place->file = f->file;
        place->line = (int)f->line;
        place->function = f->function[0] ? f->function : place->function;
    }
    if (!place->file && !f->pc)
        return what;
    char *line = symbols_line(s, place);
    return place->function ? format_text("%s at %s in %s", what, line, place->function) : format_text("%s at %s", what, line);
}
