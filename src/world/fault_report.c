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
