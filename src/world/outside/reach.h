/* reach.h - memory that code without hooks may read: all that can be reached from its arguments, its own frames and its
 * libraries' data.
 *
 * Conservatively, as collectors of garbage do it: every word that could be a pointer is one. What is pointed at is taken as a
 * whole: a block of the heap, a frame, the data of a module. All of it counts as read by the thread (sharing.h). A pointer that is
 * kept in another form than as an address is not recognized.
 */
#ifndef MZ_WORLD_OUTSIDE_REACH_H
#define MZ_WORLD_OUTSIDE_REACH_H

#include "world/outside/footprints.h"
#include "world/world.h"

bool reach_prepare(void);

/* Whose data are read, besides those of libraries: the C library's, the program's. */
enum reach_data { REACH_OF_C = 1, REACH_PROGRAM = 2 };

/* The thread is about to run outside, or waits to. Is anything that it may read shared between threads? data: see above, by its function.
 * known: at the call it is known what is reached, or NULL. */
bool reach_touch(struct world *w, const struct thread *t, unsigned data, const struct footprint *known);

/* The same when it runs, which may be in the step in which it came to the call: then nothing has changed since. */
bool reach_touch_now(struct world *w, const struct thread *t, unsigned data, const struct footprint *known);

#endif
