/* trail.h - paths to states that a search comes back to later, as a tree of decisions.
 *
 * An lts goes back only along its path. To return to a state elsewhere its schedule is followed from the last node that both
 * paths have in common. Paths share their beginnings: twelve bytes a decision, and each is stored once.
 */
#ifndef MZ_SEARCH_TRAIL_H
#define MZ_SEARCH_TRAIL_H

#include <stdbool.h>
#include <stddef.h>

#include "wire/wire.h"

struct trail_step {
    uint32_t             parent, depth;
    struct wire_decision decision;
};

struct trail {
    struct trail_step *steps; /* the first one is the root */
    uint64_t           count, capacity;
    size_t             bytes; /* reserved */
};

bool     trail_open(struct trail *t);
void     trail_close(struct trail *t);
void     trail_clear(struct trail *t);
uint64_t trail_bytes(const struct trail *t);

#endif
