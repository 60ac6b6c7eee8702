/* tracked_blocks.h - variables on the heap that are tracked (--track=malloc at FILE:LINE #N): blocks by the statement that allocates them
 * and how often it did before.
 *
 * Where such a block comes to lie is known when it is allocated. From then on its words are tracked wherever they are met, as shared memory
 * that is found out is visible, and the search starts over: a schedule means what it says for one set of words only.
 *
 * For the engine's stack.
 */
#ifndef MZ_WORLD_WATCH_TRACKED_BLOCKS_H
#define MZ_WORLD_WATCH_TRACKED_BLOCKS_H

#include <stdint.h>

/* A block was allocated, and its birth noted (allocation_counts.h). */
void tracked_blocks_born(uint64_t block);

#endif
