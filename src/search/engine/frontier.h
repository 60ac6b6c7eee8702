/* frontier.h - states that wait to be expanded: a queue by priority, or a bag.
 *
 * Smallest key first; equal keys in the order in which they came.
 */
#ifndef MZ_SEARCH_FRONTIER_H
#define MZ_SEARCH_FRONTIER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"
#include "model/threadset.h"

/* A state in the tree of paths and what is still to be done there. */
struct frontier_item {
    uint64_t  key;
    threadset todo;
    uint64_t  state;  /* half of its digest: it must be the same when it is come back to */
    uint32_t  trail;
    uint16_t  thread, choice, choices, first; /* as in a node */
};

struct frontier {
    struct frontier_item *items; /* a heap */
    uint64_t count, capacity, most;
    uint64_t arrived;            /* so far: the lower part of keys */
    size_t   bytes;              /* reserved */
};

bool     frontier_open(struct frontier *f);
void     frontier_close(struct frontier *f);
void     frontier_clear(struct frontier *f);
uint64_t frontier_bytes(const struct frontier *f);

/* False if there is no room. The upper 24 bits of the key are `rank`, the lower ones number the arrivals. */
bool frontier_add(struct frontier *f, uint32_t rank, struct frontier_item item);

struct frontier_item frontier_take_first(struct frontier *f);
struct frontier_item frontier_take_random(struct frontier *f, struct rng *rng); /* uses the whole as a bag */

#endif
