/* heap_blocks.c - questions about the heap: the block that an address is in, and the memory in use; for reports, leaks, searches by
 * variables and the self-check. Nothing here is on a hot path. */
#include "probe/heap/heap.h"
#include "probe/heap/heap_arena.h"
#include "probe/heap/heap_bits.h"
#include "probe/heap/heap_early.h"
#include "probe/heap/maps.h"
#include "world/blocks.h"

/* First page of the run that page `index` is in, or was in last; false if it was in none. */
static bool run_head(const struct heap_pages *pages, uint64_t index, uint64_t *head)
{
    bool used = bits_has(pages->used, index);
    for (uint64_t i = index + 1; i-- > 0;) {
        const struct heap_site *site = &pages->sites[i];
        bool begins = used ? pages->blocks[i] != 0 : site->number != 0 && i + heap_pages_for(site->size) > index;
        if (begins) {
            *head = i;
            return true;
        }
    }
    return false;
}

static bool block_place(uint64_t addr, struct heap_place *p)
{
    if (!heap_locate(addr, p))
        return false;
    if (p->class != HEAP_RUNS)
        return heap_is_live(p) || heap_site(p)->number != 0;
    struct heap_pages pages = heap_pages(p->owner, p->level);
    if (!run_head(&pages, p->index, &p->index))
        return false;
    p->start = pages.lo + p->index * HEAP_PAGE;
    return true;
}

bool heap_block_of(uint64_t addr, struct heap_block *out)
{
    struct heap_place p;
    if (in_maps(addr))
        return maps_block_of(addr, out);
    if (!block_place(addr, &p))
        return false;
    const struct heap_site *site = heap_site(&p);
    bool live = heap_is_live(&p);
    *out = (struct heap_block){.start = p.start, .size = live ? heap_size(&p) : site->size, .pc = site->pc, .thread = site->thread,
                               .owner = p.owner, .number = site->number, .live = live, .form = site->form,
                               .freed_pc = live ? 0 : site->freed_pc, .freed_by = site->freed_by};
    return true;
}

bool heap_live_extent(tid t, uint64_t *lo, uint64_t *hi)
{
    if (!heap_is_open(t) || heap_header(t)->top == 0)
        return false;
    *lo = (uint64_t)heap_header(t);
    *hi = heap_arena_lo(t) + heap_header(t)->top;
    return true;
}

/* Slabs of the class that were used in the level. */
static uint64_t slabs_in_level(const struct heap_header *h, unsigned class, unsigned level)
{
    uint64_t before = ((uint64_t)1 << level) - 1, in_level = (uint64_t)1 << level;
    if (h->slabs[class] <= before)
        return 0;
    return h->slabs[class] - before < in_level ? h->slabs[class] - before : in_level;
}

bool heap_live_range(tid t, unsigned index, uint64_t *lo, uint64_t *hi)
{
    enum { RANGES = HEAP_CLASSES + 2 }; /* of a level: tables, classes, runs */
    if (!heap_live_extent(t, lo, hi))
        return false;
    const struct heap_header *h = heap_header(t);
    if (index == 0) {
        *hi = *lo + HEAP_PAGE;
        return true;
    }
    unsigned level = (index - 1) / RANGES, part = (index - 1) % RANGES;
    if (level >= HEAP_MAX_LEVELS || h->top <= (uint64_t)HEAP_UNIT << level)
        return false;
    struct heap_pages pages = heap_pages(t, level);
    if (part == 0) {
        *lo = heap_arena_lo(t) + ((uint64_t)HEAP_UNIT << level);
        *hi = h->pages[level] ? (uint64_t)&pages.sites[h->pages[level]] : (uint64_t)pages.blocks;
    } else if (part <= HEAP_CLASSES) {
        *lo = heap_slab(t, level, part - 1, 0);
        *hi = *lo + slabs_in_level(h, part - 1, level) * HEAP_PAGE;
    } else {
        *lo = pages.lo;
        *hi = *lo + h->pages[level] * HEAP_PAGE;
    }
    return true;
}

void blocks_describe(uint64_t addr, uint64_t *start, uint64_t *size, uint64_t *pc)
{
    struct heap_block b = {0};
    heap_block_of(addr, &b);
    *start = b.start;
    *size = b.size;
    *pc = b.pc;
}

bool blocks_range(unsigned thread, unsigned index, uint64_t *lo, uint64_t *hi)
{
    return heap_live_range(thread, index, lo, hi);
}

bool blocks_map(unsigned thread, unsigned index, uint64_t *lo, uint64_t *hi)
{
    return maps_extent(thread, index, lo, hi);
}

bool blocks_early(unsigned index, uint64_t *lo, uint64_t *hi)
{
    return early_range(index, lo, hi);
}

bool blocks_mapped(uint64_t addr)
{
    return !(heap_in_arenas(addr) || in_maps(addr)) || arena_is_open(addr, 1);
}
