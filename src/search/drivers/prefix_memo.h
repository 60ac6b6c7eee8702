/* prefix_memo.h - memo of states met before a code fragment: for each, the minimal causal pasts (cones, causal_prefix.h) of what lies
 * ahead of it. When another path comes to such a state the events of E that lie on that path are found from its cones, and nothing below
 * it is explored again.
 *
 * A cone that includes another one says nothing new: fewer events are outside of it. So only the least ones are kept.
 *
 * A state from which some way has led back to a state of its own path lacks what lies beyond that: its head is the deepest of those, and
 * has it. */
#ifndef MZ_SEARCH_PREFIX_MEMO_H
#define MZ_SEARCH_PREFIX_MEMO_H

#include "search/drivers/causal_prefix.h"

struct prefix_memo_state {
    uint32_t first, last; /* cells with its cones */
    uint32_t head;        /* number of a state; 0: none */
    uint32_t depth;       /* of its node while it is on the path */
};

struct prefix_memo_cell {
    uint32_t cone, next; /* 0: it is the last */
};

struct prefix_memo {
    struct visited       keys, contents; /* of states and of cones, with their numbers */
    struct prefix_memo_state *states;         /* all from 1 */
    struct cone         *cones;
    struct prefix_memo_cell  *cells;
    size_t   state_bytes, cone_bytes, cell_bytes; /* reserved */
    uint32_t state_count, cone_count, cell_count;
    bool     full; /* there is no more room: what follows is not to be relied on */
};

bool prefix_memo_open(struct prefix_memo *o); /* false: no memory */
void prefix_memo_close(struct prefix_memo *o);
void prefix_memo_clear(struct prefix_memo *o);

/* The number of a state. 0: there is no room. */
uint32_t prefix_memo_meet(struct prefix_memo *o, struct digest key, uint32_t depth, bool *known);

/* A state has one more cone. False: that says nothing new, nor does it for states before it on the path, which have been told. */
bool prefix_memo_add(struct prefix_memo *o, uint32_t state, const struct cone *c);

#endif
