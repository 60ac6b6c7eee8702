/* refuse.c - a stand-in for every function that is not supported (model/call_table.h): it says so, by name. */
#include "probe/refuse.h"

#include "model/call_table.h"

/* Before the program has started, and for the engine, the real function does it. A tail call, so that vfork returns into its
 * caller. */

#define REFUSE(name, ...)                                                                               \
    STAND_IN(uint64_t, name, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f)    \
    {                                                                                                   \
        if (probe_active(NULL))                                                                         \
            return probe_refused(#name);                                                                \
        return REAL_AS(name, any_function *)(a, b, c, d, e, f);                                         \
    }
CALLS_REFUSED(REFUSE)
