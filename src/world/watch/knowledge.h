/* knowledge.h - what one process has found out about the program in its part of a search, as a message for another one.
 *
 * Most of what the world remembers is of the path, and rewound. What is not: who touched which byte; that threads must be watched
 * even when they are alone; what the detection of races needs; how far stacks and heaps have been used. A byte that one process
 * has seen touched by one thread, and another by another one, is shared, and neither of them has noticed.
 *
 * Clocks, and pages that the kernel watches, are not told: then one process must search alone.
 */
#ifndef MZ_WORLD_WATCH_KNOWLEDGE_H
#define MZ_WORLD_WATCH_KNOWLEDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* As in lts.h; self is the world. */
bool   knowledge_divides(void *self);
size_t knowledge_tell(void *self, void *to, size_t room);
uint64_t knowledge_found_out(void *self);
void   knowledge_learn(void *self, const void *from, size_t size);

#endif
