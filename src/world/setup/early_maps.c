/* early_maps.c - see early_maps.h. A part of a map that was unmapped, or moved, still counts as mapped. */
#include "world/setup/early_maps.h"

#include <stddef.h>

enum { EARLY_MAPS = 256 };

static struct early_map maps[EARLY_MAPS]; /* file 0: none */
static bool too_many; /* then any file may be mapped */

static bool meet(const struct early_map *a, const struct early_map *b)
{
    bool same = a->file == b->file && a->offset < b->offset + b->size && b->offset < a->offset + a->size;
    return same && a->shared && b->shared && (a->stores || b->stores);
}

bool early_maps_note(struct early_map m)
{
    struct early_map *free = NULL;
    bool alone = true;
    for (struct early_map *at = maps; at < maps + EARLY_MAPS; at++) {
        alone &= !meet(at, &m);
        free = at->file ? free : at;
    }
    if (free)
        *free = m;
    else
        too_many = true;
    return alone && !(too_many && m.shared);
}

void early_maps_forget(uint64_t lo, uint64_t size)
{
    for (struct early_map *m = maps; m < maps + EARLY_MAPS; m++)
        if (m->lo >= lo && m->lo + m->size <= lo + size)
            *m = (struct early_map){0};
}

static bool is_mapped(uint64_t file, bool stores)
{
    bool found = too_many;
    for (const struct early_map *m = maps; m < maps + EARLY_MAPS && file; m++)
        found |= m->file == file && (m->stores || !stores);
    return found;
}

bool early_maps_shows(uint64_t file)
{
    return is_mapped(file, false);
}

bool early_maps_stores(uint64_t file)
{
    return is_mapped(file, true);
}
