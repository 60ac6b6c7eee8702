/* knowledge.h - facts about the program that one process has found out in its part of a search, as a message for
 * another one.
 *
 * Most of what the world remembers is of the path, and rewound. What is not: who touched which byte; that threads must be watched
 * even when they are alone; what the detection of races needs; how far stacks and heaps have been used. A byte that one process
 * has seen touched by one thread, and another by another one, is shared, and neither of them has noticed.
 *
 * Clocks, and pages that the kernel watches, are not told: then one process must search alone.
 */
#ifndef MZ_WORLD_WATCH_KNOWLEDGE_H
#define MZ_WORLD_WATCH_KNOWLEDGE_H

#include "model/lts.h"

extern const struct lts_sharing knowledge_sharing; /* of the world */

#endif
