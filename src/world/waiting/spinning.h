/* spinning.h - a step that runs on for long: is it a loop that waits for another thread, or a runaway?
 *
 * Once the step's budget of hooks is used up every hook announces, for a window of operations. Within it the step is paused whenever
 * the thread has come back to the operation that the window began with: whether its state is the same, and what others do meanwhile, is
 * found out by pause.c.
 */
#ifndef MZ_WORLD_WAITING_SPINNING_H
#define MZ_WORLD_WAITING_SPINNING_H

#include "base/digest.h"
#include "world/world.h"

/* A step begins. One of those who are asked has a budget already, and leaves the window as it is. */
void spinning_begin(struct world *w);

/* Called for every announced operation that is not visible once the step's budget of hooks is used up. True when the thread must park
 * here: the step is paused (w->paused), or others are being asked and it has taken its turn. Reports a fault when it ran too long. */
bool spinning_look(struct world *w, struct thread *t);

/* ---- of a step that is paused ---------------------------------------------------------------------------------------- */

/* The state is `now`. Has the thread been in it before, in this window? Then it goes round for ever, unless others do something. */
bool spinning_goes_round(struct digest now);

/* The thread goes round, and nobody is known to change what it looks at: make some of that visible. */
void spinning_force_round(struct world *w, const struct thread *t);

/* The thread may wait and count: the same for what it looks at again and again without finding it changed, off its own stack. */
void spinning_force_looks(struct world *w, const struct thread *t);

bool spinning_window_is_over(void);
void spinning_give_more(struct world *w);

/* ---- of sampled executions ------------------------------------------------------------------------------------------- */

/* Where only few words are tracked hooks count nothing. From now on, to the end of the step or until it has shown to compute, they do. */
void spinning_start_looking(struct world *w);
void spinning_stop_looking(struct world *w);

#endif
