/* known.h - a set of states that walks have met, by which a walk that goes round in circles is recognized.
 *
 * Whether it comes to states that are not known is what counts: one state that is taken for a known one, because it has the same bit,
 * makes no difference to a row of many.
 */
#ifndef MZ_BASE_KNOWN_H
#define MZ_BASE_KNOWN_H

#include "base/digest.h"

enum { KNOWN_BITS = 1 << 16 };

struct known {
    uint64_t bits[KNOWN_BITS / 64];
    unsigned in_a_row; /* known states, of the walk that goes on */
};

/* The next state on the way. */
static inline unsigned known_in_a_row(struct known *m, struct digest now)
{
    uint64_t *word = &m->bits[now.lo / 64 % (KNOWN_BITS / 64)], bit = (uint64_t)1 << now.lo % 64;
    m->in_a_row = *word & bit ? m->in_a_row + 1 : 0;
    *word |= bit;
    return m->in_a_row;
}

#endif
