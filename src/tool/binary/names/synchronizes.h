/* synchronizes.h - the steps of other threads that a step is ordered behind: create and start, end and join, unlock and
 * lock, release and acquire. For reports, in which each edge is drawn.
 *
 * Every edge is one of the happens-before relation (world/race/order.c), and those that follow from others are left out. Not all are
 * found: fences, handlers of signals, the allocator and libraries order more than is told here.
 */
#ifndef MZ_TOOL_BINARY_NAMES_SYNCHRONIZES_H
#define MZ_TOOL_BINARY_NAMES_SYNCHRONIZES_H

#include "tool/binary/names/steps.h"

/* Two events, or two lines of an interleaving, of two threads: the first happens before the second. */
struct edge {
    uint64_t from, to;
};

struct edges {
    struct edge *at;
    size_t       count, capacity;
};

/* Between lines, by the second one: an event that is not shown is ordered as the thread's nearest line before it, or behind it, is. */
struct edges synchronizes(const struct naming *n, const struct steps *steps);

#endif
