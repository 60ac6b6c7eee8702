/* aside.h - executions sampled aside: a few at random in between, while a depth-first search goes on (aside.c). */
#ifndef MZ_SEARCH_ASIDE_H
#define MZ_SEARCH_ASIDE_H

#include "search/engine/engine_state.h"

void aside_never(struct engine *e);
void aside_begin(struct engine *e);  /* a depth-first search begins: when it is due (config.aside_after) */
void aside_sample(struct engine *e); /* from the root, where the lts need not come back to where it is. It may halt the search */
void aside_turn(struct engine *e);   /* the same, and back to the state of nodes[depth], where the lts is */

static inline bool aside_due(const struct engine *e)
{
    return e->counters->states >= e->aside.at;
}

#endif
