/* onward.h - memo of states met before a code fragment: for each, the minimal causal pasts (cones, prefix.h) of what lies ahead of it.
 * When another path comes to such a state the events of E that lie on that path are found from its cones, and nothing below it is
 * explored again.
 *
 * A cone that includes another one says nothing new: fewer events are outside of it. So only the least ones are kept.
 *
 * A state from which some way has led back to a state of its own path lacks what lies beyond that: its head is the deepest of those, and
 * has it. */
#ifndef MZ_SEARCH_ONWARD_H
#define MZ_SEARCH_ONWARD_H

#include "search/drivers/prefix.h"

struct onward_state {
    uint32_t first, last; /* cells with its cones */
    uint32_t head;        /* number of a state; 0: none */
    uint32_t depth;       /* of its node while it is on the path */
};

struct onward_cell {
    uint32_t cone, next; /* 0: it is the last */
};

struct onward {
    struct visited       keys, contents; /* of states and of cones, with their numbers */
    struct onward_state *states;         /* all from 1 */
    struct cone         *cones;
    struct onward_cell  *cells;
    size_t   state_bytes, cone_bytes, cell_bytes; /* reserved */
    uint32_t state_count, cone_count, cell_count;
    bool     full; /* there is no more room: what follows is not to be relied on */
};

bool onward_open(struct onward *o); /* false: no memory */
void onward_close(struct onward *o);
void onward_clear(struct onward *o);

/* The number of a state. 0: there is no room. */
uint32_t onward_meet(struct onward *o, struct digest key, uint32_t depth, bool *known);

/* A state has one more cone. False: that says nothing new, nor does it for states before it on the path, which have been told. */
bool onward_add(struct onward *o, uint32_t state, const struct cone *c);

#endif
