/* uncleared.c - see uncleared.h. */
#include "world/memory/uncleared.h"

#include "world/memory/mem.h"
#include "world/world.h"

enum { AT_ONCE = 8, LARGE = 1 << 18 };

/* Quiet: what the blocks hold is part of the state as long as it is there. */
static MODEL struct {
    uint64_t count;
    struct {
        uint64_t lo, size;
    } block[AT_ONCE];
} left;

void uncleared_give(uint64_t lo, uint64_t size)
{
    const struct world *w = &mz__world;
    if (w->setup || !world_alone(w) || size < LARGE || left.count == AT_ONCE) {
        mem_clear((void *)lo, size);
        return;
    }
    uint64_t n = left.count;
    mem_will_write_quiet(&left.block[n], sizeof left.block[n]);
    left.block[n].lo = lo;
    left.block[n].size = size;
    mem_will_write_quiet(&left.count, sizeof left.count);
    left.count = n + 1;
}

void uncleared_end(void)
{
    for (uint64_t i = 0; i < left.count; i++)
        mem_clear((void *)left.block[i].lo, left.block[i].size);
    if (left.count == 0)
        return;
    mem_will_write_quiet(&left.count, sizeof left.count);
    left.count = 0;
}
