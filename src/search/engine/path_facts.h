/* path_facts.h - facts about the path that policies need, one record for each node on it. Kept only if a policy asks for it.
 *
 * Depth, context switches and runs count choice points only: decisions, not the points with a single successor between them.
 * The first decision on a path follows none: it is neither a context switch nor a choice without one.
 */
#ifndef MZ_SEARCH_PATH_FACTS_H
#define MZ_SEARCH_PATH_FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/threadset.h"

struct engine;
struct path_facts;

/* Told of every step where a bound wants to know which variable it accesses. */
void path_facts_performing(struct engine *e, tid t);

/* A state has been arrived at by the last decision: fills in the record at e->depth. */
void path_facts_arrive(struct engine *e);

/* That state is a node, and the lts is in it: whom to leave there is to preempt it, and who has moved on the way there, again, since a long
 * run of single successors may have gone on. */
void path_facts_node(struct engine *e);

/* Is there a preemption at this variable on the path to k? */
bool path_facts_has_chosen(const struct engine *e, const struct path_facts *k, uint64_t variable);

/* The node at e->depth is done with. */
void path_facts_leave(struct engine *e);

#endif
