/* hunt_priorities.h - random priorities of threads, for strategies that run the enabled thread of the highest. */
#ifndef MZ_HUNT_PRIORITIES_H
#define MZ_HUNT_PRIORITIES_H

#include "hunt/strategy.h"

void hunt_priorities_begin(void); /* of an execution */
void hunt_priorities_draw(unsigned thread);
void hunt_priorities_drop(unsigned thread); /* below all others, those that have been dropped before too: each has its turn */
unsigned hunt_priorities_highest(const uint16_t *ready, unsigned count);

#endif
