/* block_types.h - types of the blocks of the heap: from pointers of known type that point to them, from the statements
 * that access them, and from those that have allocated them. And what those statements and pointers call them. */
#ifndef MZ_TOOL_BINARY_NAMES_BLOCK_TYPES_H
#define MZ_TOOL_BINARY_NAMES_BLOCK_TYPES_H

#include "tool/binary/names/replay_blocks.h"
#include "tool/binary/symbols/symbols.h"

/* Name of a block by what holds it. */
struct block_holders {
    const char *member; /* of a structure, or a variable, that it was assigned to; NULL if unknown */
    const char *variable; /* that points to it, and to nothing else as long as was seen; NULL if there is none */
};

/* Fills in `typed`, `array` and `type` of all blocks. Returns the holders, one for each block. */
struct block_holders *block_types_find(struct symbols *s, const struct replay_blocks *blocks);

#endif
