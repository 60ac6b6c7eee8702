/* tracked_blocks.c - see tracked_blocks.h. */
#include "world/watch/tracked_blocks.h"

#include "world/blocks.h"
#include "world/watch/allocation_counts.h"
#include "world/world.h"

enum { WORD = 8 };

/* A return address: the call before it is meant. */
static bool is_from(const struct wire *wire, const struct wire_block *k, uint64_t return_address)
{
    uint64_t pc = return_address - 1 - wire->module[0].base;
    return pc >= k->lo && pc < k->hi;
}

/* In C++ the statement may have come to its block by functions of the library that were compiled with the program. */
static bool is_by(const struct wire *wire, const struct wire_block *k, const struct allocation_count *b)
{
    const uint64_t *stack = allocation_counts_stack(b->stack);
    bool by = is_from(wire, k, b->site), through = b->how == BORN_BY_NEW || b->how == BORN_BY_NEW_ARRAY;
    for (unsigned i = 0; through && !by && i < WIRE_STACK && stack[i]; i++)
        by = is_from(wire, k, stack[i]);
    return by && (k->number == 0 || k->number == b->count + 1);
}

static void track(struct world *w, uint64_t addr, uint64_t size)
{
    sharing_force(&w->sharing, addr, size);
    tracked_add(addr, size);
}

void tracked_blocks_born(uint64_t block)
{
    struct world *w = &mz__world;
    const struct allocation_count *b = allocation_counts_of(block);
    uint64_t start, size, site;
    blocks_describe(block, &start, &size, &site);
    for (uint32_t i = 0; b && i < w->wire->blocks; i++) {
        const struct wire_block *k = &w->wire->block[i];
        uint64_t element = b->element ? b->element : WORD, at = k->part == WIRE_ELEMENT ? k->at * element : k->at;
        if (!is_by(w->wire, k, b) || at >= size)
            continue;
        uint64_t rest = size - at, part = k->part == WIRE_WHOLE_BLOCK || rest < element ? rest : element;
        track(w, block + at, part);
    }
}
