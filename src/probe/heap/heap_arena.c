/* heap_arena.c - see heap_arena.h. */
#include "probe/heap/heap_arena.h"

#include <string.h>

#include "probe/heap/heap_bits.h"
#include "world/memory/mem.h"
#include "world/memory/uncleared.h"
#include "world/memory/valid.h"

/* ---- size classes ------------------------------------------------------------------------------------------------- */

/* A set of n slots, n at most 128: one word, or two and one above them. */
#define USED_WORDS(n)      ((n) <= 64 ? 1 : 3)
#define SITES_AT(n)        (HEAP_PAGE - (n) * (int)sizeof(struct heap_site))
#define USED_AT(n)         (SITES_AT(n) - 8 * USED_WORDS(n))
#define SIZES_AT(n)        (USED_AT(n) - ((n) * 2 + 7) / 8 * 8)

/*      number  size  slots: as many as fit */
#define CLASSES(C)       \
    C(0,   32,  70)      \
    C(1,   48,  55)      \
    C(2,   64,  45)      \
    C(3,   80,  38)      \
    C(4,   96,  33)      \
    C(5,  128,  26)      \
    C(6,  192,  18)      \
    C(7,  256,  14)      \
    C(8,  384,   9)      \
    C(9,  512,   7)      \
    C(10, 784,   5)      \
    C(11, 992,   4)      \
    C(12, 1328,  3)      \
    C(13, 2016,  2)

const struct heap_class heap_class[HEAP_CLASSES] = {
#define C(number, size, slots) [number] = {size, slots, SIZES_AT(slots), USED_AT(slots), SITES_AT(slots)},
    CLASSES(C)
#undef C
};

#define C(number, size, slots) \
    _Static_assert((size) * (slots) <= SIZES_AT(slots) && (size) % 16 == 0, "the slab fits its page");
CLASSES(C)
#undef C

/* By size in units of 16 bytes, rounded up. */
const uint8_t heap_class_of_size[HEAP_LARGEST_SLOT / 16 + 1] = {
    [0 ... 2] = 0,    [3] = 1,          [4] = 2,           [5] = 3,           [6] = 4,
    [7 ... 8] = 5,    [9 ... 12] = 6,   [13 ... 16] = 7,   [17 ... 24] = 8,   [25 ... 32] = 9,
    [33 ... 49] = 10, [50 ... 62] = 11, [63 ... 83] = 12,  [84 ... 126] = 13,
};

/* ---- geometry ----------------------------------------------------------------------------------------------------- */

static uint64_t reach[MAX_THREADS]; /* how far each arena is accessible: never rewound */

/* Make the arena accessible up to an address in it, its end excluded. */
static bool open_to(tid owner, uint64_t end)
{
    uint64_t upto = end - heap_arena_lo(owner);
    if (upto <= reach[owner])
        return true;
    if (!arena_heap_commit(owner, upto))
        return false;
    reach[owner] = upto;
    return true;
}

bool heap_is_open(tid owner)
{
    return reach[owner] >= HEAP_UNIT;
}

static unsigned levels(void)
{
    uint64_t units = mz__layout.heap_span >> HEAP_UNIT_SHIFT;
    unsigned n = units ? 63 - (unsigned)__builtin_clzll(units) : 0;
    return n < HEAP_MAX_LEVELS ? n : HEAP_MAX_LEVELS;
}

static uint64_t level_lo(tid owner, unsigned level)
{
    return heap_arena_lo(owner) + ((uint64_t)HEAP_UNIT << level);
}

/* The tables of a level can be read. */
static bool open_tables(tid owner, unsigned level)
{
    return open_to(owner, level_lo(owner, level) + ((uint64_t)HEAP_PAGE << level));
}

/* Slabs of the class that are full. */
static uint64_t *full_slabs(tid owner, unsigned level, unsigned class)
{
    return (uint64_t *)level_lo(owner, level) + class * bits_words((uint64_t)1 << level);
}

struct heap_pages heap_pages(tid owner, unsigned level)
{
    struct heap_pages p = {.count = (uint64_t)HEAP_RUN_REGIONS << level};
    p.used = full_slabs(owner, level, HEAP_CLASSES);
    p.blocks = p.used + bits_words(p.count);
    p.sites = (struct heap_site *)(p.blocks + p.count);
    p.lo = level_lo(owner, level) + ((uint64_t)HEAP_FIRST_RUNS << (HEAP_PAGE_SHIFT + level));
    return p;
}

/* ---- what is remembered quietly ----------------------------------------------------------------------------------- */

static void quiet_raise(uint64_t *word, uint64_t value)
{
    if (*word >= value)
        return;
    mem_will_write_quiet(word, sizeof *word);
    *word = value;
}

static void note_site(tid owner, struct heap_site *site, uint64_t size, struct heap_caller by)
{
    struct heap_header *h = heap_header(owner);
    quiet_raise(&h->taken, h->taken + 1);
    mem_will_write_quiet(site, sizeof *site);
    *site = (struct heap_site){.pc = by.pc & 0xffffffffffff, .thread = (uint8_t)by.thread, .form = (uint8_t)by.form,
                               .size = size & 0xffffffffff, .number = ((h->taken - 1) & 0x7fffff) + 1};
}

static void note_freed(struct heap_site *site, struct heap_caller by)
{
    uint64_t *last = (uint64_t *)(site + 1) - 1;
    mem_will_write_quiet(last, sizeof *last);
    site->freed_pc = by.pc & 0xffffffffffff;
    site->freed_by = (uint8_t)by.thread;
}

static void note_top(tid owner, uint64_t end)
{
    quiet_raise(&heap_header(owner)->top, end - heap_arena_lo(owner));
}

static void set_record_bit(tid owner, unsigned class, unsigned level, bool full)
{
    uint64_t *record = heap_record(owner, class), bit = (uint64_t)1 << level;
    if (full != ((*record & bit) != 0))
        mem_set(record, *record ^ bit);
}

/* Part where the next allocation of the class begins to look, of `parts` parts. Without checks what was freed is used again at once: that
 * shows what comes of it. */
static uint64_t part_of(tid owner, unsigned class)
{
    return *heap_record(owner, class) >> HEAP_PART_SHIFT;
}

static void freed_in_part(tid owner, unsigned class, uint64_t part, uint64_t parts)
{
    uint64_t *record = heap_record(owner, class), others = *record & (((uint64_t)1 << HEAP_PART_SHIFT) - 1);
    uint64_t now = others | (part + 1) % parts << HEAP_PART_SHIFT;
    if (mz__hot.checked_heap && *record != now)
        mem_set(record, now);
}

/* ---- slots -------------------------------------------------------------------------------------------------------- */

static uint64_t slab_of(const struct heap_place *p)
{
    return p->start & ~(uint64_t)(HEAP_PAGE - 1);
}

static uint64_t *slots_used(const struct heap_place *p)
{
    return (uint64_t *)(slab_of(p) + heap_class[p->class].used_at);
}

static uint16_t *slot_size(const struct heap_place *p)
{
    return (uint16_t *)(slab_of(p) + heap_class[p->class].sizes_at) + p->slot;
}

static struct heap_site *slot_site(const struct heap_place *p)
{
    return (struct heap_site *)(slab_of(p) + heap_class[p->class].sites_at) + p->slot;
}

/* The slab has become full, or is so no longer. */
static void mark_slab(const struct heap_place *p, bool full)
{
    uint64_t *slabs = full_slabs(p->owner, p->level, p->class), n = (uint64_t)1 << p->level;
    bits_change(slabs, n, p->index, 1, full);
    set_record_bit(p->owner, p->class, p->level, full && bits_lowest_absent(slabs, n) == n);
}

static uint64_t parts_of_slab(unsigned class)
{
    return heap_class[class].slots < HEAP_FEW_SLOTS ? 2 : HEAP_PARTS;
}

/* The first free slot at or behind the beginning of the part, or else the first one of all. */
static unsigned free_slot(const struct heap_place *p)
{
    const uint64_t *used = slots_used(p), n = heap_class[p->class].slots;
    uint64_t from = part_of(p->owner, p->class) * (n / parts_of_slab(p->class));
    uint64_t slot = from ? bits_next_absent(used, from, n) : n;
    return (unsigned)(slot < n ? slot : bits_lowest_absent(used, n));
}

static bool find_slot(tid owner, unsigned class, struct heap_place *p)
{
    uint64_t room = ~*heap_record(owner, class) & (((uint64_t)1 << levels()) - 1);
    if (!room)
        return false;
    *p = (struct heap_place){.owner = owner, .class = class, .level = (unsigned)__builtin_ctzll(room)};
    if (!open_tables(owner, p->level))
        return false;
    p->index = bits_lowest_absent(full_slabs(owner, p->level, class), (uint64_t)1 << p->level);
    p->start = heap_slab(owner, p->level, class, p->index);
    if (!open_to(owner, p->start + HEAP_PAGE))
        return false;
    p->slot = free_slot(p);
    p->start += (uint64_t)p->slot * heap_class[class].size;
    return true;
}

static void take_this(const struct heap_place *p, uint64_t size, struct heap_caller by)
{
    uint64_t *used = slots_used(p), n = heap_class[p->class].slots;
    bits_change(used, n, p->slot, 1, true);
    if (bits_lowest_absent(used, n) == n)
        mark_slab(p, true);
    mem_set(slot_size(p), (uint16_t)size);
    note_site(p->owner, slot_site(p), size, by);
}

static uint64_t take_slot(tid owner, unsigned class, uint64_t size, struct heap_caller by)
{
    struct heap_place p;
    if (!find_slot(owner, class, &p))
        return 0;
    take_this(&p, size, by);
    quiet_raise(&heap_header(owner)->slabs[class], ((uint64_t)1 << p.level) + p.index);
    note_top(owner, slab_of(&p) + HEAP_PAGE);
    return p.start;
}

static void give_slot(const struct heap_place *p)
{
    uint64_t *used = slots_used(p), n = heap_class[p->class].slots;
    bool was_full = bits_lowest_absent(used, n) == n;
    bits_change(used, n, p->slot, 1, false);
    if (was_full)
        mark_slab(p, false);
    mem_set(slot_size(p), 0);
    uint64_t parts = parts_of_slab(p->class), part = p->slot / (n / parts);
    freed_in_part(p->owner, p->class, part < parts ? part : parts - 1, parts);
    mem_clear((void *)p->start, heap_class[p->class].size);
}

static void resize_slot(const struct heap_place *p, uint64_t size, struct heap_caller by)
{
    if (size < *slot_size(p))
        mem_clear((void *)(p->start + size), heap_class[p->class].size - size);
    mem_set(slot_size(p), (uint16_t)size);
    note_site(p->owner, slot_site(p), size, by);
}

/* ---- runs of pages ------------------------------------------------------------------------------------------------ */

/* The lowest page, not before `at`, from which n pages are free, the address being a multiple of the alignment; count if there is
 * none. */
static uint64_t find_run_from(const struct heap_pages *pages, uint64_t at, uint64_t n, uint64_t alignment)
{
    uint64_t step = alignment > HEAP_PAGE ? alignment / HEAP_PAGE : 1, base = pages->lo / HEAP_PAGE;
    for (;;) {
        at = (base + at + step - 1) / step * step - base;
        if (at > pages->count || n > pages->count - at)
            return pages->count;
        uint64_t used = bits_next_present(pages->used, at, at + n);
        if (used == at + n)
            return at;
        at = bits_next_absent(pages->used, used, pages->count);
    }
}

static uint64_t find_run(tid owner, const struct heap_pages *pages, uint64_t n, uint64_t alignment)
{
    bool behind = part_of(owner, HEAP_RUNS) != 0;
    uint64_t at = behind ? find_run_from(pages, pages->count / 2, n, alignment) : pages->count;
    return at < pages->count ? at : find_run_from(pages, bits_lowest_absent(pages->used, pages->count), n, alignment);
}

static void mark_pages(tid owner, unsigned level, const struct heap_pages *pages, uint64_t at, uint64_t n, bool used)
{
    bits_change(pages->used, pages->count, at, n, used);
    bool full = used && bits_lowest_absent(pages->used, pages->count) == pages->count;
    set_record_bit(owner, HEAP_RUNS, level, full);
    if (used) {
        uncleared_end();
        quiet_raise(&heap_header(owner)->pages[level], at + n);
        note_top(owner, pages->lo + (at + n) * HEAP_PAGE);
    }
}

static uint64_t take_run(tid owner, uint64_t size, uint64_t alignment, struct heap_caller by)
{
    uint64_t n = heap_pages_for(size);
    for (unsigned level = 0; level < levels(); level++) {
        if (n > (uint64_t)HEAP_RUN_REGIONS << level || (*heap_record(owner, HEAP_RUNS) >> level & 1))
            continue;
        if (!open_tables(owner, level))
            return 0;
        struct heap_pages pages = heap_pages(owner, level);
        uint64_t at = find_run(owner, &pages, n, alignment), start = pages.lo + at * HEAP_PAGE;
        if (at == pages.count)
            continue;
        if (!open_to(owner, start + n * HEAP_PAGE))
            return 0;
        mark_pages(owner, level, &pages, at, n, true);
        mem_set(&pages.blocks[at], size << 1 | 1);
        note_site(owner, &pages.sites[at], size, by);
        return start;
    }
    return 0;
}

static void give_run(const struct heap_place *p)
{
    struct heap_pages pages = heap_pages(p->owner, p->level);
    uint64_t n = heap_pages_for(heap_size(p));
    mark_pages(p->owner, p->level, &pages, p->index, n, false);
    mem_set(&pages.blocks[p->index], 0);
    freed_in_part(p->owner, HEAP_RUNS, p->index >= pages.count / 2, 2);
    uncleared_give(p->start, n * HEAP_PAGE);
}

static bool resize_run(const struct heap_place *p, uint64_t size, struct heap_caller by)
{
    struct heap_pages pages = heap_pages(p->owner, p->level);
    uint64_t old = heap_size(p), had = heap_pages_for(old), n = heap_pages_for(size), at = p->index;
    if (n > had) {
        if (n > pages.count - at || bits_next_present(pages.used, at + had, at + n) != at + n ||
            !open_to(p->owner, p->start + n * HEAP_PAGE))
            return false;
        mark_pages(p->owner, p->level, &pages, at + had, n - had, true);
    }
    if (size < old)
        mem_clear((void *)(p->start + size), had * HEAP_PAGE - size);
    if (n < had)
        mark_pages(p->owner, p->level, &pages, at + n, had - n, false);
    mem_set(&pages.blocks[at], size << 1 | 1);
    note_site(p->owner, &pages.sites[at], size, by);
    return true;
}

/* ---- blocks ------------------------------------------------------------------------------------------------------- */

static uint64_t find_place(tid owner, uint64_t size, uint64_t alignment, struct heap_caller by)
{
    if (size > mz__layout.heap_span || !open_to(owner, heap_arena_lo(owner) + HEAP_UNIT))
        return 0;
    /* When all levels of a class are full, a place in the next one does as well. */
    for (unsigned class = heap_class_for(size, alignment); class < HEAP_CLASSES; class++) {
        bool aligned = alignment <= HEAP_ALIGNMENT || heap_class[class].size % alignment == 0;
        uint64_t block = aligned ? take_slot(owner, class, size, by) : 0;
        if (block)
            return block;
    }
    return take_run(owner, size, alignment, by);
}

uint64_t heap_next(tid owner, uint64_t size, uint64_t alignment)
{
    struct heap_place p;
    unsigned class = heap_class_for(size, alignment);
    bool open = open_to(owner, heap_arena_lo(owner) + HEAP_UNIT);
    return class < HEAP_RUNS && open && find_slot(owner, class, &p) ? p.start : 0;
}

uint64_t heap_take(tid owner, uint64_t size, uint64_t alignment, struct heap_caller by)
{
    uint64_t block = find_place(owner, size, alignment, by);
    if (block)
        valid_open(block, size);
    return block;
}

uint64_t heap_take_at(const struct heap_place *p, uint64_t size, struct heap_caller by)
{
    take_this(p, size, by);
    valid_open(p->start, size);
    return p->start;
}

bool heap_locate(uint64_t addr, struct heap_place *out)
{
    if (!heap_in_arenas(addr))
        return false;
    tid owner = heap_owner(addr);
    uint64_t offset = addr - heap_arena_lo(owner);
    unsigned class = heap_class_at(offset);
    if (class > HEAP_RUNS || offset >= reach[owner])
        return false;
    unsigned level = heap_level_of(offset);
    uint64_t region = class == HEAP_RUNS ? heap_pages(owner, level).lo : heap_slab(owner, level, class, 0);
    *out = (struct heap_place){.owner = owner, .level = level, .class = class, .index = (addr - region) / HEAP_PAGE,
                               .start = addr & ~(uint64_t)(HEAP_PAGE - 1)};
    if (class == HEAP_RUNS)
        return true;
    out->slot = (unsigned)(addr - out->start) / heap_class[class].size;
    out->start += (uint64_t)out->slot * heap_class[class].size;
    return out->slot < heap_class[class].slots;
}

bool heap_is_live(const struct heap_place *p)
{
    if (p->class == HEAP_RUNS)
        return heap_pages(p->owner, p->level).blocks[p->index] != 0;
    return bits_has(slots_used(p), p->slot);
}

uint64_t heap_size(const struct heap_place *p)
{
    return p->class == HEAP_RUNS ? heap_pages(p->owner, p->level).blocks[p->index] >> 1 : *slot_size(p);
}

uint64_t heap_room(const struct heap_place *p)
{
    return p->class == HEAP_RUNS ? heap_pages_for(heap_size(p)) * HEAP_PAGE : heap_class[p->class].size;
}

static struct heap_site *heap_site_of(const struct heap_place *p)
{
    return p->class == HEAP_RUNS ? &heap_pages(p->owner, p->level).sites[p->index] : slot_site(p);
}

const struct heap_site *heap_site(const struct heap_place *p)
{
    return heap_site_of(p);
}

void heap_give(const struct heap_place *p, struct heap_caller by)
{
    valid_shut(p->start, heap_size(p));
    note_freed(heap_site_of(p), by);
    if (p->class == HEAP_RUNS)
        give_run(p);
    else
        give_slot(p);
}

bool heap_resize(const struct heap_place *p, uint64_t size, struct heap_caller by)
{
    uint64_t old = heap_size(p);
    if (size > mz__layout.heap_span || heap_class_for(size, HEAP_ALIGNMENT) != p->class)
        return false;
    if (p->class != HEAP_RUNS)
        resize_slot(p, size, by);
    else if (!resize_run(p, size, by))
        return false;
    valid_resize(p->start, old, size);
    return true;
}
