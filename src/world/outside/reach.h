/* reach.h - what code without hooks may read: all that can be reached from its arguments, its own frames and its libraries' data.
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

/* The thread is about to run outside, or waits to. Is anything that it may read shared between threads? of_c: its
 * function is one of the C library, which reads the C library's data, too. known: at the call it is known what is reached, or NULL. */
bool reach_touch(struct world *w, const struct thread *t, bool of_c, const struct footprint *known);

/* The same when it runs, which may be in the step in which it came to the call: then nothing has changed since. */
bool reach_touch_now(struct world *w, const struct thread *t, bool of_c, const struct footprint *known);

#endif
