/* replay_blocks.h - the blocks of the heap that a replay has seen, each for the time that it lived. An address may have belonged to
 * several, one after the other. */
#ifndef MZ_TOOL_BINARY_NAMES_REPLAY_BLOCKS_H
#define MZ_TOOL_BINARY_NAMES_REPLAY_BLOCKS_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/wire.h"

struct heap_block {
    uint64_t start, size;
    uint64_t pc; /* of its allocation */
    uint64_t born; /* the event that has allocated it, plus one; 0: set-up has, or what became of it was not seen */
    bool typed;
    bool array; /* of several of the type */
    Dwarf_Die type; /* of what lies in it */
    char *name; /* "pool", "node#2", "items"; NULL if it has no type */
};

/* By address, and of those that began at the same one by birth. */
struct replay_blocks {
    struct heap_block *at;
    size_t count;
};

struct replay_blocks replay_blocks_find(const struct wire *wire);

/* The block that held the address at an event; any index behind the last stands for the end. NULL if none is known. */
struct heap_block *replay_blocks_at(const struct replay_blocks *b, uint64_t event, uint64_t address);

#endif
