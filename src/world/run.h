/* run.h - letting threads run: from a pending operation to the next visible one. */
#ifndef MZ_WORLD_RUN_H
#define MZ_WORLD_RUN_H

#include "world/world.h"

/* Perform t's pending operation with the given outcome and let it, and all threads that it creates, run on to their next
 * visible operations. The step may be paused before that (w->paused). */
void run_step(struct world *w, struct thread *t, unsigned choice);

/* The step that is paused goes on, unless what the thread is about to do has become visible. */
void run_go_on(struct world *w);

#endif
