/* heap_early.c - see heap_early.h. Needs no initialization: it may be called before anything of the runtime has run. */
#include "probe/heap/heap_early.h"

#include <stddef.h>
#include <sys/mman.h>

#include "base/page.h"
#include "base/raw.h"

enum { CHUNKS = 64, CHUNK = 64 << 20, HEADER = 16 };

/* One OS thread at a time calls: nothing here is guarded. */
static struct {
    uint64_t lo, hi;
} chunk[CHUNKS];
static unsigned chunks;
static uint64_t unused_from; /* free in the last chunk */

static bool add_chunk(uint64_t wanted)
{
    uint64_t size = wanted > CHUNK ? page_up(wanted) : CHUNK;
    if (chunks == CHUNKS)
        return false;
    void *memory = raw_map(NULL, size, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    if (!memory)
        return false;
    unused_from = (uint64_t)memory;
    chunk[chunks].lo = unused_from;
    chunk[chunks++].hi = unused_from + size;
    return true;
}

static uint64_t place_block(uint64_t alignment)
{
    return (unused_from + HEADER + alignment - 1) & ~(alignment - 1);
}

void *early_take(uint64_t size, uint64_t alignment)
{
    if (alignment < HEADER)
        alignment = HEADER;
    if (size > PTRDIFF_MAX / 2 || alignment > PTRDIFF_MAX / 4)
        return NULL;
    uint64_t room = size / 16 * 16 + 16; /* never 0: blocks are distinct */
    if (chunks == 0 || place_block(alignment) + room > chunk[chunks - 1].hi)
        if (!add_chunk(room + alignment + HEADER))
            return NULL;
    uint64_t block = place_block(alignment);
    unused_from = block + room;
    ((uint64_t *)block)[-1] = size;
    return (void *)block;
}

bool early_has(const void *block)
{
    for (unsigned i = chunks; i-- > 0;)
        if ((uint64_t)block >= chunk[i].lo + HEADER && (uint64_t)block < chunk[i].hi)
            return true;
    return false;
}

bool early_range(unsigned index, uint64_t *lo, uint64_t *hi)
{
    if (index >= chunks)
        return false;
    *lo = chunk[index].lo;
    *hi = index + 1 == chunks ? unused_from : chunk[index].hi;
    return true;
}

uint64_t early_size(const void *block)
{
    return ((const uint64_t *)block)[-1];
}
