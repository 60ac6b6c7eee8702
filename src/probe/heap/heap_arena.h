/* heap_arena.h - the allocator proper: where blocks lie in a thread's arena, and taking, giving back and resizing them.
 *
 * What there is to know of a block follows from its address: the arena is divided once and for all, so no size class ever
 * takes memory that another one could have had, and operations on different classes commute exactly. An allocation takes
 * the lowest free place of its class, but not one that was freed a moment ago, so that a stale pointer is noticed and does not
 * point into somebody else's block: the places of a slab are divided into a few parts, and after a free the next allocations of
 * the class begin to look in the part after that of the block freed last. So the arena's bytes are a function of the set of live
 * blocks, their sizes, and that part's number: nothing else of the order of frees or of what was allocated in between leaves a
 * trace (but for quiet words, see below), and a program that does the same over and over comes to the same states.
 *
 *   arena    [unused | header][level 0][ level 1  ][ level 2             ] ...
 *            A level lies at its own size, HEAP_UNIT << k, and has 64 regions of 2^k pages each:
 *   level    [tables][class 0][class 1] ... [class 13][49 regions of whole pages]
 *   class    2^k slabs of one page: slots of equal size, and at the end of the page what is known of them
 *   pages    blocks too large for a slot, as runs of pages
 *   tables   for each class, which slabs are full; which pages are in use; size and allocation site of each run
 *
 * Higher levels are used when lower ones are full, so an arena grows with what is in it. Address space is reserved and
 * costs nothing; only pages that were touched take memory.
 *
 * Free memory is zero when it is taken: a block is cleared when it is given back, or before the next one is taken (uncleared.h).
 *
 * Quiet words are put back by a rewind but are no part of a state's identity: allocation sites, running numbers, and how
 * far the arena has been used on this path.
 *
 * Everything is for the engine's stack, but the inline functions, which stand-ins may call too.
 */
#ifndef MZ_PROBE_HEAP_HEAP_ARENA_H
#define MZ_PROBE_HEAP_HEAP_ARENA_H

#include <stdbool.h>
#include <stdint.h>

#include "world/memory/layout.h"

/* Kind of functions that a block comes from: it must go back to the ones that belong to them. */
enum heap_form { HEAP_FROM_MALLOC, HEAP_FROM_NEW, HEAP_FROM_NEW_ARRAY };

enum {
    HEAP_PAGE = 4096,
    HEAP_PAGE_SHIFT = 12,
    HEAP_UNIT = 64 * HEAP_PAGE, /* size of level 0, and of the room for the header */
    HEAP_UNIT_SHIFT = 18,
    HEAP_CLASSES = 14,
    HEAP_RUNS = HEAP_CLASSES,   /* stands for the class of blocks that are runs of pages */
    HEAP_FIRST_CLASS = 1,       /* region of class 0 */
    HEAP_FIRST_RUNS = HEAP_FIRST_CLASS + HEAP_CLASSES,
    HEAP_RUN_REGIONS = 64 - HEAP_FIRST_RUNS,
    HEAP_MAX_LEVELS = 40,
    HEAP_ALIGNMENT = 16,
    HEAP_LARGEST_SLOT = 2016,
    HEAP_PART_SHIFT = 60,
    HEAP_PARTS = 4,             /* of a slab, or 2 if it has few slots; 2 of a level's pages */
    HEAP_FEW_SLOTS = 8,
};

struct heap_header {
    /* Bit k: level k has no room for the class (HEAP_RUNS: no free page). Above HEAP_PART_SHIFT: the part to begin with. The
     * operations' object. */
    uint64_t record[HEAP_CLASSES + 1];
    /* quiet: */
    uint64_t taken;                    /* allocations so far */
    uint64_t top;                      /* end of what has been used, from the start of the arena */
    uint64_t slabs[HEAP_CLASSES];      /* used of each class, over all levels */
    uint64_t pages[HEAP_MAX_LEVELS];   /* used of each level's runs */
};

/* Places where a block was allocated, and freed if it was. The size is told here once more, for blocks that are no
 * longer alive. Quiet. */
struct heap_site {
    uint64_t pc : 48, thread : 8, form : 8; /* form: enum heap_form */
    uint64_t size : 40, number : 24;
    uint64_t freed_pc : 48, freed_by : 8;
};

/* The caller: the call's return address, the thread, and how the block is going to be freed. */
struct heap_caller {
    uint64_t pc;
    tid      thread;
    enum heap_form form;
};

/* Layout of a slab: slots from its start, then requested sizes (16 bits each), the set of used slots, and the sites. */
struct heap_class {
    uint16_t size, slots;
    uint16_t sizes_at, used_at, sites_at;
};
extern const struct heap_class heap_class[HEAP_CLASSES];
extern const uint8_t heap_class_of_size[HEAP_LARGEST_SLOT / 16 + 1];

/* A place of a class or a page: what an address in an arena belongs to. */
struct heap_place {
    tid      owner;
    unsigned level;
    unsigned class;  /* or HEAP_RUNS */
    unsigned slot;   /* in the slab; 0 for runs */
    uint64_t index;  /* of the slab, or of the page, in its level */
    uint64_t start;  /* address of the slot, or of the page */
};

static inline uint64_t heap_arena_lo(tid t)
{
    return mz__layout.heap_lo + t * mz__layout.heap_span;
}

static inline bool heap_in_arenas(uint64_t addr)
{
    return addr - mz__layout.heap_lo < mz__layout.heap_span * MAX_THREADS;
}

static inline tid heap_owner(uint64_t addr)
{
    return (tid)((addr - mz__layout.heap_lo) / mz__layout.heap_span);
}

static inline struct heap_header *heap_header(tid t)
{
    return (struct heap_header *)(heap_arena_lo(t) + HEAP_UNIT - HEAP_PAGE);
}

static inline uint64_t *heap_record(tid t, unsigned class)
{
    return &heap_header(t)->record[class];
}

/* Behind every block some room is left that belongs to nobody, so that who goes past its end does not come to the next one at
 * once: at least one more element of an array of eight. */
static inline uint64_t heap_padded(uint64_t size)
{
    return size + 16 + size / 8;
}

/* The class that a block of that size and alignment (a power of two) belongs to. */
static inline unsigned heap_class_for(uint64_t size, uint64_t alignment)
{
    if (size > HEAP_LARGEST_SLOT || heap_padded(size) > HEAP_LARGEST_SLOT)
        return HEAP_RUNS;
    unsigned class = heap_class_of_size[(heap_padded(size) + 15) / 16];
    while (alignment > HEAP_ALIGNMENT && class < HEAP_RUNS && heap_class[class].size % alignment != 0)
        class++;
    return class;
}

static inline unsigned heap_level_of(uint64_t offset)
{
    return 63 - (unsigned)__builtin_clzll(offset >> HEAP_UNIT_SHIFT);
}

/* The class of the place at an offset in an arena; more than HEAP_RUNS for the header and the tables. */
static inline unsigned heap_class_at(uint64_t offset)
{
    if (offset < HEAP_UNIT)
        return HEAP_RUNS + 1;
    uint64_t region = (offset >> (HEAP_PAGE_SHIFT + heap_level_of(offset))) - 64;
    if (region >= HEAP_FIRST_RUNS)
        return HEAP_RUNS;
    return region >= HEAP_FIRST_CLASS ? (unsigned)region - HEAP_FIRST_CLASS : HEAP_RUNS + 1;
}

/* Allocate; all zeros. 0 if there is no room. */
uint64_t heap_take(tid owner, uint64_t size, uint64_t alignment, struct heap_caller by);

/* The block that heap_take would return now, without taking it; 0 if it cannot be told. */
uint64_t heap_next(tid owner, uint64_t size, uint64_t alignment);

/* Allocate at a place of a size class that is free; all zeros. */
uint64_t heap_take_at(const struct heap_place *place, uint64_t size, struct heap_caller by);

/* The place that addr lies in. False when it is in none, or none that was ever used. */
bool heap_locate(uint64_t addr, struct heap_place *out);

/* Is the place the start of a live block? */
bool heap_is_live(const struct heap_place *place);

/* Size of a live block that was asked for, and room that it has. */
uint64_t heap_size(const struct heap_place *place);
uint64_t heap_room(const struct heap_place *place);

/* Last allocation at the place; number 0: none. */
const struct heap_site *heap_site(const struct heap_place *place);

void heap_give(const struct heap_place *place, struct heap_caller by);

/* Give a live block another size where it is; false if it has to move. */
bool heap_resize(const struct heap_place *place, uint64_t size, struct heap_caller by);

/* Tables of a level's page runs. */
struct heap_pages {
    uint64_t         *used;   /* set of pages */
    uint64_t         *blocks; /* for the first page of a run: size << 1 | 1; else 0 */
    struct heap_site *sites;  /* likewise; quiet */
    uint64_t          count;
    uint64_t          lo;     /* address of page 0 */
};
struct heap_pages heap_pages(tid owner, unsigned level);

static inline uint64_t heap_pages_for(uint64_t size)
{
    return (heap_padded(size) + HEAP_PAGE - 1) / HEAP_PAGE;
}

static inline uint64_t heap_slab(tid owner, unsigned level, unsigned class, uint64_t index)
{
    uint64_t region = (uint64_t)(HEAP_FIRST_CLASS + class) << (HEAP_PAGE_SHIFT + level);
    return heap_arena_lo(owner) + ((uint64_t)HEAP_UNIT << level) + region + (index << HEAP_PAGE_SHIFT);
}

/* Has the arena been used as far as its header? */
bool heap_is_open(tid owner);

#endif
