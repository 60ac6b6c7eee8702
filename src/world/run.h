/* run.h - letting threads run: from a pending operation to the next visible one. */
#ifndef MZ_WORLD_RUN_H
#define MZ_WORLD_RUN_H

#include "world/world.h"

/* Perform t's pending operation with the given outcome and let it, and all threads that it creates, run on to their next
 * visible operations. */
void run_step(struct world *w, struct thread *t, unsigned choice);

#endif
