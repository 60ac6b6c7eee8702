/* pause.h - inference of sharing while a long step (spinning.h) is paused, and how the step goes on.
 *
 * A thread that waits in a loop for memory which nobody else has touched yet would never come to a visible operation. What others do is
 * tried while it stands in its loop, and taken back: if somebody writes to what the thread reads, that is shared, and visible from then
 * on. If nobody does, and the thread has come back to a state that it was in, memory is made visible by force (spinning.c). What is tried
 * is possible, so nothing becomes visible by it that a search could not find out.
 */
#ifndef MZ_WORLD_WAITING_PAUSE_H
#define MZ_WORLD_WAITING_PAUSE_H

#include "world/world.h"

/* Look at the state in which w->paused stands, and let it go on. It may be paused again. */
void pause_end(struct world *w, const struct lts *l);

#endif
