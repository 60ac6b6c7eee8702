/* refuse.h - functions that are not supported: the program is told which one, and where it called it.
 *
 * Which functions these are is listed in model/calls.h, for the tool needs to know them too.
 */
#ifndef MZ_PROBE_REFUSE_H
#define MZ_PROBE_REFUSE_H

#include "probe/libc.h"

static inline uint64_t probe_refused_because(const char *name, const char *reason)
{
    return mz__announce(OP_FAULT | ANNOUNCE_DETAIL(FAULT_REFUSED), name, 0, (uint64_t)reason, 0, 0);
}

/* "fork is not supported", at the call's pc: for stand-ins, as their last act. */
static inline uint64_t probe_refused(const char *name)
{
    return probe_refused_because(name, "is not supported");
}

/* The same for what may be used before the program's first thread or choice, where nothing is ever rewound. */
static inline uint64_t probe_refused_later(const char *name)
{
    return probe_refused_because(name, "is supported only before the first thread or choice");
}

#endif
