/* maps_table.c - the table of mapped pages, and of how they may be used. See maps.h. */
#include "base/lower_bound.h"
#include "base/page.h"
#include "probe/heap/maps.h"
#include "world/memory/mem.h"
#include "world/memory/valid.h"

/* The access is in the bits of `end` that a page leaves free. */
struct extent {
    uint64_t lo, end;
};

/* Quiet. */
struct map_site {
    uint64_t lo, size, pc, gone_pc;
    uint32_t thread, gone_by;
};

struct maps {
    uint64_t        record; /* always 0: it stands for the rest */
    uint64_t        gone_lo, gone_hi; /* unmapped last */
    uint64_t        count;
    struct extent   extent[MAPS_MOST];
    uint64_t        sites; /* so many in all; quiet */
    struct map_site site[MAPS_SITES];
};

enum { HEAD = 256 << 10, LARGE_PAGE = 2 << 20 };
_Static_assert(sizeof(struct maps) <= HEAD, "the list lies before the maps");

static inline struct maps *maps_of(tid owner)
{
    return (struct maps *)arena_maps_lo(owner);
}

const uint64_t *maps_record(tid owner)
{
    return &maps_of(owner)->record;
}

static bool is_open(tid owner)
{
    return mz__layout.maps_committed[owner] >= sizeof(struct maps);
}

static inline uint64_t end_of(const struct extent *e) { return page_down(e->end); }
static inline enum block_access access_of(const struct extent *e) { return (enum block_access)(e->end & (PAGE - 1)); }

/* The first extent that ends behind addr. */
static unsigned find(const struct maps *m, uint64_t addr)
{
    return (unsigned)LOWER_BOUND(i, (unsigned)m->count, end_of(&m->extent[i]) <= addr);
}

enum block_access blocks_access(uint64_t addr)
{
    tid owner = maps_owner(addr);
    if (!is_open(owner))
        return ACCESS_UNMAPPED;
    const struct maps *m = maps_of(owner);
    unsigned i = find(m, addr);
    return i < m->count && m->extent[i].lo <= addr ? access_of(&m->extent[i]) : ACCESS_UNMAPPED;
}

bool maps_are_there(uint64_t lo, uint64_t hi, uint64_t *where)
{
    tid owner = maps_owner(lo);
    *where = lo;
    if (!is_open(owner))
        return false;
    const struct maps *m = maps_of(owner);
    for (unsigned i = find(m, lo); i < m->count && m->extent[i].lo <= *where && *where < hi; i++)
        *where = end_of(&m->extent[i]);
    return *where >= hi;
}

/* ---- places ------------------------------------------------------------------------------------------------------------- */

static uint64_t aligned(uint64_t addr, uint64_t size)
{
    uint64_t to = size >= LARGE_PAGE ? LARGE_PAGE : PAGE;
    return (addr + to - 1) / to * to;
}

/* Past what was unmapped last, if the place overlaps it. */
static uint64_t past_gone(const struct maps *m, uint64_t at, uint64_t size)
{
    return at < m->gone_hi && m->gone_lo < at + size ? aligned(m->gone_hi, size) : at;
}

/* The first page of a range stays free behind the list, and the last one, so that no map touches another thread's. */
uint64_t maps_next(tid owner, uint64_t size)
{
    uint64_t lo = arena_maps_lo(owner), limit = lo + mz__layout.maps_span - PAGE;
    if (size > mz__layout.maps_span || !arena_maps_commit(owner, HEAD))
        return 0;
    const struct maps *m = maps_of(owner);
    uint64_t at = past_gone(m, aligned(lo + HEAD, size), size);
    for (unsigned i = 0; i < m->count && m->extent[i].lo < at + size; i++)
        if (end_of(&m->extent[i]) > at)
            at = past_gone(m, aligned(end_of(&m->extent[i]), size), size);
    return at + size <= limit ? at : 0;
}

/* ---- changes ------------------------------------------------------------------------------------------------------------ */

/* The list as it is going to be. */
struct draft {
    struct extent extent[MAPS_MOST + 2];
    unsigned      count;
};

static void append(struct draft *d, uint64_t lo, uint64_t hi, enum block_access access)
{
    struct extent *last = d->count ? &d->extent[d->count - 1] : NULL;
    if (lo >= hi || access == ACCESS_UNMAPPED)
        return;
    if (last && end_of(last) == lo && access_of(last) == access)
        last->end = hi | access;
    else
        d->extent[d->count++] = (struct extent){lo, hi | access};
}

/* Memory that could never be used is not looked through by those who compare all memory. */
static enum block_access kept_access(enum block_access old, enum block_access now)
{
    return now == ACCESS_NEVER && old != ACCESS_NEVER ? ACCESS_NONE : now;
}

static void draw_up(struct draft *d, const struct maps *m, uint64_t lo, uint64_t hi, enum block_access access, bool fresh)
{
    unsigned i = 0;
    d->count = 0;
    for (; i < m->count && m->extent[i].lo < lo; i++)
        append(d, m->extent[i].lo, end_of(&m->extent[i]) < lo ? end_of(&m->extent[i]) : lo, access_of(&m->extent[i]));
    if (fresh)
        append(d, lo, hi, access);
    for (i = find(m, lo); i < m->count; i++) {
        uint64_t from = m->extent[i].lo > lo ? m->extent[i].lo : lo, to = end_of(&m->extent[i]);
        if (!fresh && from < hi)
            append(d, from, to < hi ? to : hi, kept_access(access_of(&m->extent[i]), access));
        append(d, from > hi ? from : hi, to, access_of(&m->extent[i]));
    }
}

static void set_word(uint64_t *word, uint64_t value)
{
    if (*word != value)
        mem_set(word, value);
}

static void set_extents(struct maps *m, const struct draft *d)
{
    for (unsigned i = 0; i < d->count || i < m->count; i++) {
        set_word(&m->extent[i].lo, i < d->count ? d->extent[i].lo : 0);
        set_word(&m->extent[i].end, i < d->count ? d->extent[i].end : 0);
    }
    set_word(&m->count, d->count);
}

/* What has been used of it (valid.h). */
static void shut(uint64_t lo, uint64_t hi)
{
    for (uint64_t page = lo; page < hi; page += PAGE)
        if (*valid_byte(page))
            valid_shut(page, PAGE);
}

static void clear(const struct maps *m, uint64_t lo, uint64_t hi)
{
    for (unsigned i = find(m, lo); i < m->count && m->extent[i].lo < hi; i++) {
        uint64_t from = m->extent[i].lo > lo ? m->extent[i].lo : lo, to = end_of(&m->extent[i]);
        if (access_of(&m->extent[i]) != ACCESS_NEVER)
            mem_clear((void *)from, (to < hi ? to : hi) - from);
    }
}

bool maps_set(uint64_t lo, uint64_t hi, enum block_access access, bool fresh)
{
    static struct draft draft;
    tid owner = maps_owner(lo);
    if (!arena_maps_commit(owner, hi - arena_maps_lo(owner)))
        return false;
    struct maps *m = maps_of(owner);
    draw_up(&draft, m, lo, hi, access, fresh);
    if (draft.count > MAPS_MOST)
        return false;
    shut(lo, hi);
    if (fresh)
        clear(m, lo, hi);
    set_extents(m, &draft);
    if (access == ACCESS_UNMAPPED && m->sites) {
        set_word(&m->gone_lo, lo);
        set_word(&m->gone_hi, hi);
    }
    return true;
}

bool maps_extent(tid owner, unsigned index, uint64_t *lo, uint64_t *hi)
{
    if (!is_open(owner))
        return false;
    const struct maps *m = maps_of(owner);
    if (m->sites == 0)
        return false;
    if (index == 0) {
        *lo = (uint64_t)m;
        *hi = *lo + sizeof *m;
        return true;
    }
    if (index > m->count)
        return false;
    const struct extent *e = &m->extent[index - 1];
    *lo = e->lo;
    *hi = access_of(e) == ACCESS_NEVER ? e->lo : end_of(e);
    return true;
}

/* ---- who ---------------------------------------------------------------------------------------------------------------- */

void maps_note_site(tid thread, uint64_t lo, uint64_t size, uint64_t pc)
{
    struct maps *m = maps_of(maps_owner(lo));
    struct map_site *site = &m->site[m->sites % MAPS_SITES];
    mem_will_write_quiet(&m->sites, sizeof m->sites);
    mem_will_write_quiet(site, sizeof *site);
    m->sites++;
    *site = (struct map_site){.lo = lo, .size = size, .pc = pc, .thread = thread};
}

void maps_note_gone(tid thread, uint64_t lo, uint64_t hi, uint64_t pc)
{
    struct maps *m = maps_of(maps_owner(lo));
    for (struct map_site *s = m->site; s < m->site + MAPS_SITES && s->size; s++)
        if (s->lo < hi && lo < s->lo + s->size && !s->gone_pc) {
            mem_will_write_quiet(s, sizeof *s);
            s->gone_pc = pc;
            s->gone_by = thread;
        }
}

/* The latest that held it. */
static const struct map_site *site_of(const struct maps *m, uint64_t addr)
{
    uint64_t kept = m->sites < MAPS_SITES ? m->sites : MAPS_SITES;
    for (uint64_t n = 1; n <= kept; n++) {
        const struct map_site *s = &m->site[(m->sites - n) % MAPS_SITES];
        if (addr - s->lo < s->size)
            return s;
    }
    return NULL;
}

bool maps_block_of(uint64_t addr, struct heap_block *out)
{
    tid owner = maps_owner(addr);
    if (!is_open(owner))
        return false;
    const struct maps *m = maps_of(owner);
    const struct map_site *site = site_of(m, addr);
    bool live = blocks_access(addr) != ACCESS_UNMAPPED;
    unsigned i = find(m, addr);
    if (site)
        *out = (struct heap_block){.start = site->lo, .size = site->size, .pc = site->pc, .thread = site->thread, .owner = owner,
                                   .live = live, .freed_pc = live ? 0 : site->gone_pc, .freed_by = site->gone_by};
    else if (live)
        *out = (struct heap_block){.start = m->extent[i].lo, .size = end_of(&m->extent[i]) - m->extent[i].lo, .owner = owner, .live = true};
    return site || live;
}
