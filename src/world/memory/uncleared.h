/* uncleared.h - large blocks that the only thread has given back, and that are not cleared yet: most programs free what is large at their
 * end, where there is no state to come that clearing could make equal to another one. Before there is another block or another thread they
 * are cleared, so that what a block begins with, and what states of several threads are equal, is the same as without. */
#ifndef MZ_WORLD_MEMORY_UNCLEARED_H
#define MZ_WORLD_MEMORY_UNCLEARED_H

#include <stdint.h>

/* The pages are free from now on: clear them now, or later. */
void uncleared_give(uint64_t lo, uint64_t size);

void uncleared_end(void); /* clear what is left */

#endif
