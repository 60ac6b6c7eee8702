/* try_step.h - the successor of a transition, found by taking it and rewinding (try_step.c). */
#ifndef MZ_SEARCH_TRY_STEP_H
#define MZ_SEARCH_TRY_STEP_H

#include "search/engine/node.h"

struct engine;

/* t's transition from n, the last node, with this outcome; the lts is in the state of n, before and after. False: it leads to no choice
 * point and to no end. The reduction is told of the steps if `told`, as of those of any other transition. They count as steps, not as
 * transitions. */
bool try_step(struct engine *e, const struct node *n, tid t, unsigned choice, unsigned choices, bool told, struct digest *to);

#endif
