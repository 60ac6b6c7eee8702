/* circuit.h - cycle detection on a path by Brent's method (1980): each state is compared with one before it, the last whose number was a
 * power of two. */
#ifndef MZ_BASE_CIRCUIT_H
#define MZ_BASE_CIRCUIT_H

#include "base/digest.h"

struct circuit {
    uint64_t      states; /* on the way so far; 0: it begins */
    struct digest seen;
};

/* The next state on the way. */
static inline bool circuit_closed(struct circuit *c, struct digest now)
{
    if (c->states > 0 && digest_equal(c->seen, now))
        return true;
    c->states++;
    if ((c->states & (c->states - 1)) == 0)
        c->seen = now;
    return false;
}

#endif
