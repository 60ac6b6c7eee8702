/* tracked.c - see tracked.h. */
#include "world/memory/tracked.h"

#include <string.h>

uint64_t       mz__tracked[TRACKED_WORDS / 64], mz__tracked_anything[TRACKED_WORDS / 64];
const uint64_t mz__tracked_nothing[TRACKED_WORDS / 64];

static uint64_t listed[TRACKED_WORDS / 64]; /* the same without what was added for one execution */
static bool     more;

void tracked_prepare(void)
{
    memset(mz__tracked_anything, 0xff, sizeof mz__tracked_anything);
}

static void set_bits(uint64_t *filter, uint64_t addr, uint64_t size)
{
    uint64_t words = ((addr & 7) + size + 7) / 8;
    for (uint64_t i = 0; i < words && i < TRACKED_WORDS; i++) {
        uint64_t word = (addr / 8 + i) % TRACKED_WORDS;
        filter[word / 64] |= (uint64_t)1 << word % 64;
    }
}

void tracked_add(uint64_t addr, uint64_t size)
{
    set_bits(mz__tracked, addr, size);
    set_bits(listed, addr, size);
}

void tracked_also(uint64_t addr, uint64_t size)
{
    set_bits(mz__tracked, addr, size);
    more = true;
}

void tracked_begin(void)
{
    if (more)
        memcpy(mz__tracked, listed, sizeof listed);
    more = false;
}
