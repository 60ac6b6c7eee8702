/* places.h - from an address to a small number, given out in the order of first use: an index that only grows. */
#ifndef MZ_WORLD_MEMORY_PLACES_H
#define MZ_WORLD_MEMORY_PLACES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>

#include "base/raw.h"

enum { PLACES_BITS = 20, PLACES_MOST = 1 << (PLACES_BITS - 1) };

struct places {
    struct { uint64_t key; uint64_t number; } *slot; /* number + 1; 0: free */
    uint32_t used;
    bool    *full; /* set when a further one is asked for: it shares the last number */
};

static inline bool places_open(struct places *p, bool *full)
{
    p->full = full;
    p->slot = raw_map(NULL, ((size_t)1 << PLACES_BITS) * sizeof *p->slot, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    return p->slot != 0;
}

/* Neighbours in memory are neighbours here: what is used together shares lines of the cache. */
static inline uint64_t places_first(uint64_t key)
{
    return (key >> 6) * 0x9e3779b97f4a7c15ULL >> (64 - PLACES_BITS + 3) << 3 | (key >> 3 & 7);
}

static inline uint32_t places_number(struct places *p, uint64_t key)
{
    uint64_t i = places_first(key);
    for (;; i = (i + 1) & ((1 << PLACES_BITS) - 1)) {
        if (p->slot[i].number && p->slot[i].key == key)
            return (uint32_t)p->slot[i].number - 1;
        if (!p->slot[i].number)
            break;
    }
    if (p->used == PLACES_MOST) {
        *p->full = true;
        return PLACES_MOST - 1;
    }
    p->slot[i].key = key;
    p->slot[i].number = ++p->used;
    return p->used - 1;
}

#endif
