/* extents.h - all memory that makes up a state, range by range: for the self-check. */
#ifndef MZ_WORLD_EXTENTS_H
#define MZ_WORLD_EXTENTS_H

#include "world/world.h"

/* Calls each(lo, hi, data) for writable data of the program, model state, heaps, live stacks, thread-local storage and the
 * thread structs' rewound part. Multiples of 8 bytes. */
void extents_each(const struct world *w, void (*each)(uint64_t lo, uint64_t hi, void *data), void *data);

/* Add a writable range that belongs to every state. */
void extents_add(uint64_t lo, uint64_t hi);

#endif
