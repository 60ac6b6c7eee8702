/* data_ranges.c - see data_ranges.h. */
#include "world/memory/data_ranges.h"

#include <stddef.h>

#include "world/memory/layout.h"

enum { MOST = 2 * MAX_SEGMENTS };

static struct data_range added[MOST];
static unsigned added_count;

bool data_ranges_add(enum data_kind kind, uint64_t lo, uint64_t hi)
{
    /* Whole words: with what the first and the last of them hold. Not every linker fills up the data to whole words, and nothing else
     * lies there. */
    lo &= ~(uint64_t)7;
    hi = (hi + 7) & ~(uint64_t)7;
    for (unsigned i = 0; i < added_count; i++)
        if (added[i].lo == lo && added[i].hi == hi)
            return true;
    if (added_count == MOST)
        return false;
    added[added_count++] = (struct data_range){lo, hi, kind};
    return true;
}

const struct data_range *data_ranges(unsigned *count)
{
    *count = added_count;
    return added;
}

void data_ranges_bounds(uint64_t *lo, uint64_t *hi)
{
    *lo = ~0ULL;
    *hi = 0;
    for (unsigned i = 0; i < added_count; i++) {
        *lo = added[i].lo < *lo ? added[i].lo : *lo;
        *hi = added[i].hi > *hi ? added[i].hi : *hi;
    }
}

const struct data_range *data_ranges_find(uint64_t addr)
{
    for (unsigned i = 0; i < added_count; i++)
        if (addr - added[i].lo < added[i].hi - added[i].lo)
            return &added[i];
    return NULL;
}
