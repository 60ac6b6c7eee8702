/* refuse.h - functions that are not supported: the program is told which one, and where it called it.
 *
 * Which functions these are is listed in model/call_table.h, for the tool needs to know them too.
 */
#ifndef MZ_PROBE_REFUSE_H
#define MZ_PROBE_REFUSE_H

#include "probe/libc.h"

static const char refused_always[] = "is not supported";
static const char refused_later[] = "is supported only before the first thread or choice";

/* "fork is not supported", at the call's pc: for stand-ins, as their last act. */
static inline uint64_t probe_refused(const char *name)
{
    return mz__announce(OP_FAULT | ANNOUNCE_DETAIL(FAULT_REFUSED), name, 0, (uint64_t)refused_always, 0, 0);
}
static inline int probe_refused_int(const char *name)
{
    return mz__announce_int(OP_FAULT | ANNOUNCE_DETAIL(FAULT_REFUSED), name, 0, (uint64_t)refused_always, 0, 0);
}

/* The same for what may be used before the program's first thread or choice, where nothing is ever rewound. */
static inline uint64_t probe_refused_later(const char *name)
{
    return mz__announce(OP_FAULT | ANNOUNCE_DETAIL(FAULT_REFUSED), name, 0, (uint64_t)refused_later, REFUSED_LATER, 0);
}
static inline int probe_refused_later_int(const char *name)
{
    return mz__announce_int(OP_FAULT | ANNOUNCE_DETAIL(FAULT_REFUSED), name, 0, (uint64_t)refused_later, REFUSED_LATER, 0);
}

/* For stand-ins that keep a frame. */
static inline uint64_t probe_refused_from(uint64_t pc, const char *name)
{
    mz__hot.running->op.arg[3] = pc;
    return probe_refused(name);
}
static inline uint64_t probe_refused_later_from(uint64_t pc, const char *name)
{
    mz__hot.running->op.arg[3] = pc;
    return probe_refused_later(name);
}

/* Any function of libc's that takes up to six words, in registers: a stand-in passes them on unread. */
typedef uint64_t any_function(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f);

#endif
