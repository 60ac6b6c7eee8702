/* growing.h - loops that wait, and make something grow that others may read: `while (!trylock(&m)) spins++`, where spins is shared.
 *
 * Each round is a new state, and there is no last one. When a path has become long the thread whose turn it is is tried by itself. If it
 * makes GROWING_MOST rounds which look at the same and find the same, but where they write themselves, and what they write is not what it
 * was, the search starts over; from then on a thread that has looked there GROWING_FEW times in vain gives its path up. So others get
 * their turn, and the verdict is unknown at best: it names the loop, and what grows.
 */
#ifndef MZ_WORLD_WAITING_GROWING_H
#define MZ_WORLD_WAITING_GROWING_H

#include "world/world.h"

enum { GROWING_FEW = 64, GROWING_MOST = 1 << 14 };

extern uint64_t growing_ask_at; /* length of a path, in bytes of the log, from which on it is asked whether it ends */

/* Does t, of which `step` makes the next step, go round in such a loop? Then that is noted. The steps are for the caller to take back. */
typedef void growing_step(struct world *w, struct thread *t, unsigned choice);
bool growing_found(struct world *w, struct thread *t, growing_step *step);

/* Is the next step of t another round of a loop that was noted, of which it has made enough? Then its path is given up. */
bool growing_gives_up(struct world *w, struct thread *t);

#endif
