/* test_maps.c - the list of mapped memory against a model that has a byte for each page: random maps, changes of access and unmaps,
 * which must lead to the same list whatever came before. */
/* sources: src/probe/heap/maps_table.c src/base/rng.c */
/* compile: -O1 */
#include "probe/heap/maps.h"

#include <string.h>
#include <sys/mman.h>

#include "base/page.h"
#include "base/rng.h"
#include "check.h"
#include "world/memory/mem.h"
#include "world/memory/valid.h"

enum { PAGES = 96, FIRST = 64 /* pages of the list */, ROUNDS = 20000 };

struct hot    mz__hot;
struct layout mz__layout;
struct world  mz__world;
threadset     mz__outlived;

/* ---- the world as the list sees it -------------------------------------------------------------------------------------- */

void mem_will_write(const volatile void *addr, size_t size) { (void)addr, (void)size; }
void mem_will_write_quiet(const volatile void *addr, size_t size) { (void)addr, (void)size; }
void mem_clear(void *to, size_t size) { memset(to, 0, size); }
void valid_shut(uint64_t start, uint64_t size) { memset(valid_byte(start), 0, size / 8); }

bool arena_maps_commit(tid t, uint64_t upto)
{
    (void)t;
    if (upto > mz__layout.maps_span)
        return false;
    mz__layout.maps_committed[0] = mz__layout.maps_span;
    return true;
}

static struct {
    uint8_t access[PAGES];
    uint8_t byte[PAGES]; /* the first one of each page */
} model;

static uint64_t lo;

static void open_world(void)
{
    mz__layout.maps_lo = ARENA_LO;
    mz__layout.maps_span = (FIRST + PAGES + 1) * PAGE;
    lo = ARENA_LO + FIRST * PAGE;
    memset(&model, 0, sizeof model);
    int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
    mmap((void *)ARENA_LO, mz__layout.maps_span, PROT_READ | PROT_WRITE, how, -1, 0);
    mmap((void *)ARENA_VALID, page_up(mz__layout.maps_span / 8), PROT_READ | PROT_WRITE, how, -1, 0);
}

/* ---- the model ------------------------------------------------------------------------------------------------------------ */

static uint64_t page(unsigned n) { return lo + n * PAGE; }

static void set(unsigned from, unsigned to, enum block_access access, bool fresh)
{
    CHECK(maps_set(page(from), page(to), access, fresh));
    for (unsigned n = from; n < to; n++) {
        bool could_be_used = model.access[n] > ACCESS_NEVER;
        if (!fresh && model.access[n] == ACCESS_UNMAPPED)
            continue;
        model.access[n] = !fresh && access == ACCESS_NEVER && could_be_used ? ACCESS_NONE : (uint8_t)access;
        model.byte[n] = fresh ? 0 : model.byte[n];
    }
}

static bool agree(void)
{
    unsigned runs = 0, extents = 0;
    for (unsigned n = 0; n < PAGES; n++) {
        if (blocks_access(page(n)) != model.access[n] || blocks_access(page(n) + PAGE - 1) != model.access[n])
            return false;
        if (*(uint8_t *)page(n) != model.byte[n])
            return false;
        runs += model.access[n] != ACCESS_UNMAPPED && (n == 0 || model.access[n] != model.access[n - 1]);
    }
    for (uint64_t from, to; maps_extent(0, extents + 1, &from, &to); extents++)
        ;
    return runs == extents;
}

/* ---- tests -------------------------------------------------------------------------------------------------------------- */

static void random_changes(void)
{
    struct rng rng = {.counter = 7};
    open_world();
    maps_note_site(0, lo, PAGE, 1);
    for (unsigned round = 0; round < ROUNDS; round++) {
        unsigned from = (unsigned)(rng_next(&rng) % PAGES), to = from + 1 + (unsigned)(rng_next(&rng) % (PAGES - from));
        bool fresh = rng_next(&rng) & 1;
        enum block_access access = (enum block_access)(rng_next(&rng) % (ACCESS_WRITE + 1));
        set(from, to, access, fresh || access == ACCESS_UNMAPPED);
        if (model.access[from] > ACCESS_NEVER)
            *(uint8_t *)page(from) = model.byte[from] = (uint8_t)round;
        CHECK(agree());
    }
}

/* The bytes of the list are a function of what is mapped. */
static void one_list_for_equal_maps(void)
{
    static char before[sizeof(uint64_t) * 2 * 8];
    open_world();
    maps_note_site(0, lo, PAGE, 1);
    const char *list = (const char *)maps_record(0) + 4 * sizeof(uint64_t);
    set(0, 8, ACCESS_WRITE, true);
    set(8, 16, ACCESS_WRITE, true);
    memcpy(before, list, sizeof before);
    set(4, 12, ACCESS_READ, false);
    set(2, 3, ACCESS_UNMAPPED, true);
    set(2, 12, ACCESS_WRITE, true);
    CHECK(memcmp(before, list, sizeof before) == 0);
}

static void places(void)
{
    open_world();
    maps_note_site(0, lo, PAGE, 1);
    CHECK(maps_next(0, 2 * PAGE) == page(0));
    set(0, 2, ACCESS_WRITE, true);
    CHECK(maps_next(0, 2 * PAGE) == page(2));
    set(2, 4, ACCESS_WRITE, true);
    set(0, 2, ACCESS_UNMAPPED, true);
    CHECK(maps_next(0, 2 * PAGE) == page(4)); /* not what was unmapped last */
    set(2, 4, ACCESS_UNMAPPED, true);
    CHECK(maps_next(0, 2 * PAGE) == page(0));
    CHECK(maps_next(0, PAGES * PAGE) == 0);
    CHECK(maps_next(0, UINT64_MAX & ~(uint64_t)(PAGE - 1)) == 0);
}

static void blocks(void)
{
    struct heap_block b;
    uint64_t where;
    open_world();
    CHECK(!maps_block_of(page(0), &b));
    set(0, 4, ACCESS_WRITE, true);
    maps_note_site(3, page(0), 4 * PAGE, 77);
    CHECK(maps_block_of(page(3), &b) && b.live && b.start == page(0) && b.pc == 77 && b.thread == 3);
    set(1, 3, ACCESS_UNMAPPED, true);
    maps_note_gone(2, page(1), page(3), 88);
    CHECK(maps_block_of(page(2), &b) && !b.live && b.freed_pc == 88 && b.freed_by == 2);
    CHECK(maps_block_of(page(0), &b) && b.live && b.freed_pc == 0);
    CHECK(!maps_are_there(page(0), page(4), &where) && where == page(1));
    CHECK(maps_are_there(page(3), page(4), &where));
}

int main(void)
{
    TEST(random_changes);
    TEST(one_list_for_equal_maps);
    TEST(places);
    TEST(blocks);
    return check_status();
}
