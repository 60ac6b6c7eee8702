/* spinning.h - a step that runs on for long: is it a loop that waits for another thread, or a runaway? */
#ifndef MZ_WORLD_SPINNING_H
#define MZ_WORLD_SPINNING_H

#include "world/world.h"

/* Called for every announced operation once the step's budget of hooks is used up. True when the thread must park here
 * because what it reads has just been made visible; reports a fault when it ran too long. */
bool spinning_look(struct world *w, struct thread *t);

/* Where only few words are tracked hooks count nothing. From now on, to the end of the step or until it has shown to compute, they do. */
void spinning_start_looking(struct world *w);
void spinning_stop_looking(struct world *w);

#endif
