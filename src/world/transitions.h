/* transitions.h - the program under test as a labelled transition system (model/lts.h). */
#ifndef MZ_WORLD_TRANSITIONS_H
#define MZ_WORLD_TRANSITIONS_H

#include "world/world.h"

extern const struct lts world_lts;

/* Its step where executions are sampled with few words tracked: a thread may go on by itself (batched_steps.h). */
void world_light_step(void *self, tid t, unsigned choice);

void world_configure(const struct wire_config *config, struct wire *wire);

/* Run thread 0 to the program's first thread or choice. */
void world_run_setup(void);

#endif
