/* step_batch.h - step batching: while the search is certain to keep picking one thread, the lts may run several of its steps in one call
 * (model/lts.h). */
#ifndef MZ_SEARCH_STEP_BATCH_H
#define MZ_SEARCH_STEP_BATCH_H

#include "model/lts.h"

struct engine;

/* Is there any use in saying so? */
bool step_batch_is_possible(const struct engine *e);

/* Before the next step: so many steps, and who would be picked instead. */
void step_batch_give(struct engine *e, uint64_t steps, threadset rivals);

/* Before anything else is done than a step: those that were made beyond the last one join the path, and the counters. How many. */
uint64_t step_batch_take_back(struct engine *e);

/* An execution begins: nothing of the last one is left to take back, nor holds what was said before its last step. */
void step_batch_drop(struct engine *e);

#endif
