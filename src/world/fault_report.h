/* fault_report.h - a finding about the program, made by the semantics of an operation. */
#ifndef MZ_WORLD_FAULT_REPORT_H
#define MZ_WORLD_FAULT_REPORT_H

#include "world/semantics.h"

/* Report a fault of thread t at its pending operation. Returns PERFORM_FAULT. The format knows what base/text.h knows. */
enum performed world_report(struct thread *t, enum fault_kind kind, int code, uint64_t addr, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

#endif
