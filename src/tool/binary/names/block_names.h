/* block_names.h - names of what lies in the heap: `pool->stopping`, `node#2->next`, `items[3].state`.
 *
 * A block is called after the variable that points to it, if that does so all the time, otherwise after its type, or, if that says nothing
 * (arrays, numbers), after the member that it was assigned to. Several of one name are numbered in the order of their allocation, over the
 * whole replay, so that a name means the same block in each line of a report. */
#ifndef MZ_TOOL_BINARY_NAMES_BLOCK_NAMES_H
#define MZ_TOOL_BINARY_NAMES_BLOCK_NAMES_H

#include "tool/binary/names/replay_blocks.h"
#include "tool/binary/symbols/symbols.h"
#include "tool/binary/symbols/value_type.h"

/* Name of what lies at [address, address + size) at an event; `size` 0: something that is pointed to. NULL if nothing is known of it. A new
 * string. */
char *block_name(struct symbols *s, uint64_t event, uint64_t address, uint32_t size, struct value_type *type);

/* The block around an address at an event; NULL if it is unknown. */
const struct heap_block *block_around(struct symbols *s, uint64_t event, uint64_t address);

#endif
