/* fault_report.c - see fault_report.h. */
#include "world/fault_report.h"

#include <stdarg.h>
#include <string.h>

#include "base/text.h"
#include "world/world.h"

enum performed world_report(struct thread *t, enum fault_kind kind, int code, uint64_t addr, const char *format, ...)
{
    struct world *w = &mz__world;
    va_list args;
    memset(&w->fault, 0, sizeof w->fault);
    w->fault.kind = kind;
    w->fault.thread = t->number;
    w->fault.pc = t->op.pc;
    w->fault.addr = addr;
    w->fault.code = code;
    va_start(args, format);
    text_vformat(w->fault.text, sizeof w->fault.text, format, args);
    va_end(args);
    w->faulted = true;
    return PERFORM_FAULT;
}

enum performed world_report_assertion(struct thread *t, const char *expression, const char *file, unsigned line, const char *function)
{
    struct fault *f = &mz__world.fault;
    world_report(t, FAULT_ASSERTION, 0, 0, "%s", expression ? expression : "");
    text_copy(f->file, sizeof f->file, file ? file : "");
    text_copy(f->function, sizeof f->function, function ? function : "");
    f->line = line;
    return PERFORM_FAULT;
}
