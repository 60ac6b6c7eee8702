/* snapshot.c - see snapshot.h. Each region has a copy at a fixed distance, and a byte for each page. */
#include "world/outside/snapshot.h"

#include <string.h>
#include <sys/mman.h>

#include "base/raw.h"
#include "base/reserve.h"
#include "world/memory/data_ranges.h"
#include "world/memory/layout.h"
#include "world/memory/undo.h"
#include "world/outside/tracking.h"
#include "world/state/identity.h"

enum { MOST_REGIONS = 2 * MAX_SEGMENTS };
enum { KEPT = 1, NUMBERS = 2, FOLLOWED = 4 }; /* of a page; numbers: no addresses */

struct region {
    uint64_t lo, size; /* whole pages */
    char    *copy;
    uint8_t *page;
};

static struct {
    struct region region[MOST_REGIONS]; /* first all heaps and maps, then data of modules */
    unsigned      regions;
    const char   *end;                  /* of the log when it was settled */
    uint32_t      lowest, span;
} image;

static bool add_region(uint64_t lo, uint64_t hi)
{
    struct region r = {.lo = page_down(lo)};
    r.size = page_up(hi) - r.lo;
    if (image.regions == MOST_REGIONS)
        return false;
    r.copy = raw_map(NULL, r.size, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    r.page = raw_map(NULL, r.size / PAGE, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    if (r.copy && r.page)
        image.region[image.regions++] = r;
    return r.copy && r.page;
}

void snapshot_prepare(bool follow)
{
    image.end = undo_bottom();
    if (follow)
        add_region(mz__layout.heap_lo, ARENA_LO + mz__layout.arena_size);
}

static inline const struct region *region_of(uint64_t addr)
{
    for (unsigned i = 0; i < image.regions; i++)
        if (addr - image.region[i].lo < image.region[i].size)
            return &image.region[i];
    return NULL;
}

static inline bool could_be_address(uint64_t word)
{
    return (uint32_t)(word >> 32) - image.lowest <= image.span;
}

/* Nothing is known of any page. */
static void forget(void)
{
    for (unsigned i = 0; i < image.regions; i++)
        reserve_forget(image.region[i].page, image.region[i].size / PAGE);
}

/* ---- keeping it up to date -------------------------------------------------------------------------------------------- */

static inline void refresh(const struct region *r, uint64_t word)
{
    uint64_t offset = word - r->lo, now = *(const uint64_t *)word;
    uint8_t *page = &r->page[offset / PAGE];
    if (!(*page & KEPT))
        return;
    *(uint64_t *)(r->copy + offset) = now;
    if (could_be_address(now))
        *page &= (uint8_t)~NUMBERS;
}

void snapshot_changed(uint64_t word)
{
    const struct region *r = region_of(word);
    if (r)
        refresh(r, word);
}

/* All that the records between two ends of the log name. */
static void refresh_noted(const char *from, const char *end)
{
    while (end > from) {
        uint64_t addr = ((const uint64_t *)end)[-1], size = 8;
        if (addr & UNDO_RANGE) {
            struct undo_range range = undo_range_before((char *)end);
            size = range.size;
            end = range.start;
        } else {
            end -= 16;
        }
        addr &= ~(uint64_t)UNDO_TAGS;
        const struct region *r = in_slots(addr) ? NULL : region_of(addr);
        for (uint64_t n = 0; r && n < size; n += 8)
            refresh(r, addr + n);
    }
}

void snapshot_settle(struct world *w)
{
    if (tracking_is_new())
        forget();
    if (image.regions == 0 || image.end == mz__hot.undo_top)
        return;
    identity_end_epoch(w);
    refresh_noted(image.end, mz__hot.undo_top);
    image.end = mz__hot.undo_top;
}

void snapshot_rewound(const char *end)
{
    if (end >= image.end)
        return; /* what was noted since has not been taken over */
    refresh_noted(end, image.end);
    image.end = end;
}

/* ---- pages -------------------------------------------------------------------------------------------------------------- */

/* Data of the C library is changed by the runtime, too. */
static const struct region *region_for(uint64_t lo)
{
    const struct region *r = region_of(lo);
    const struct data_range *d = r || image.regions == 0 || in_slots(lo) ? NULL : data_ranges_find(lo);
    if (!d)
        return r;
    return (d->kind == DATA_PROGRAM || d->kind == DATA_LIBRARY) && add_region(d->lo, d->hi) ? region_of(lo) : NULL;
}

/* The first page from `page` on, before `end`, that lacks one of the marks. */
static uint64_t first_without(const uint8_t *page, uint64_t at, uint64_t end, uint8_t marks)
{
    uint64_t all = 0x0101010101010101ULL * marks, eight;
    while (at < end) {
        if (at + 8 <= end && (memcpy(&eight, page + at, 8), (eight & all) == all))
            at += 8;
        else if ((page[at] & marks) == marks)
            at++;
        else
            break;
    }
    return at;
}

char *snapshot_keep(uint64_t lo, uint64_t hi)
{
    const struct region *r = region_for(lo);
    if (!r || hi - r->lo > r->size)
        return NULL;
    uint64_t at = (lo - r->lo) / PAGE, end = (hi - r->lo + PAGE - 1) / PAGE;
    while ((at = first_without(r->page, at, end, KEPT)) < end) {
        memcpy(r->copy + at * PAGE, (const char *)r->lo + at * PAGE, PAGE);
        r->page[at] = KEPT;
    }
    return r->copy + (lo - r->lo);
}

static void ignore(uint64_t lo, uint64_t hi, void *unused)
{
    (void)lo, (void)hi, (void)unused;
}

bool snapshot_follow(uint64_t lo, uint64_t hi)
{
    const struct region *r = region_of(lo);
    if (!tracking_works())
        return false;
    uint64_t at = (lo - r->lo) / PAGE, end = (hi - r->lo) / PAGE;
    while ((at = first_without(r->page, at, end, FOLLOWED)) < end) {
        uint64_t next = at;
        while (next < end && !(r->page[next] & FOLLOWED))
            r->page[next++] |= FOLLOWED;
        uint64_t first = r->lo + at * PAGE, last = r->lo + next * PAGE;
        if (!tracking_follow(first, last) || !tracking_written(first, last, true, ignore, NULL))
            return false;
        at = next;
    }
    return true;
}

/* ---- addresses ---------------------------------------------------------------------------------------------------------- */

void snapshot_addresses(uint32_t lowest, uint32_t span)
{
    if (image.lowest == lowest && image.span == span)
        return;
    forget();
    image.lowest = lowest;
    image.span = span;
}

uint64_t snapshot_numbers(uint64_t lo, uint64_t hi)
{
    const struct region *r = region_of(lo);
    if (!r)
        return 0;
    uint64_t first = (lo - r->lo) / PAGE, at = first, end = (hi - r->lo + PAGE - 1) / PAGE;
    at = first_without(r->page, at, end, NUMBERS);
    return at == first ? 0 : r->lo + at * PAGE < hi ? r->lo + at * PAGE - lo : hi - lo;
}

void snapshot_has_numbers(uint64_t page)
{
    const struct region *r = region_of(page);
    if (r && r->page[(page - r->lo) / PAGE] & KEPT)
        r->page[(page - r->lo) / PAGE] |= NUMBERS;
}
