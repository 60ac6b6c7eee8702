/* heap_leaks.c - blocks that are lost when the program ends (--leaks): nothing in the program's variables, in libraries' data, in
 * thread-local storage, in live stacks with their registers, or in blocks that are not lost themselves points into them.
 *
 * Whatever looks like a pointer counts as one, so a block may be missed and none is reported wrongly.
 */
#include "base/lower_bound.h"
#include "base/raw.h"
#include "probe/heap/heap.h"
#include "probe/heap/heap_arena.h"
#include "probe/heap/heap_bits.h"
#include "probe/heap/heap_early.h"
#include "probe/probe.h"
#include "world/blocks.h"
#include "world/state/extents.h"

#include <sys/mman.h>

struct block {
    uint64_t start, size, pc;
    bool     reached;
};

/* Address space only; in the order of addresses. `queue` has those that were reached and not yet searched. */
static struct {
    struct block *block;
    uint32_t     *queue;
    uint64_t      count, reached, searched;
} all;

enum { MOST = 1 << 28 };

static bool reserve_lists(void)
{
    if (!all.block)
        all.block = raw_map(NULL, MOST * sizeof *all.block, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    if (!all.queue)
        all.queue = raw_map(NULL, MOST * sizeof *all.queue, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    return all.block && all.queue;
}

/* ---- the blocks --------------------------------------------------------------------------------------------------- */

static void add(const struct heap_place *p)
{
    if (heap_is_live(p) && all.count < MOST)
        all.block[all.count++] = (struct block){.start = p->start, .size = heap_size(p), .pc = heap_site(p)->pc};
}

/* All places that begin in the range, which holds pages of one class. */
static void add_range(uint64_t lo, uint64_t hi)
{
    struct heap_place p;
    for (uint64_t page = lo; page < hi && heap_locate(page, &p); page += HEAP_PAGE) {
        if (p.class == HEAP_RUNS) {
            add(&p);
            continue;
        }
        for (p.slot = 0; p.slot < heap_class[p.class].slots; p.slot++, p.start += heap_class[p.class].size)
            add(&p);
    }
}

static void list_blocks(void)
{
    uint64_t lo, hi;
    all.count = all.reached = all.searched = 0;
    for (tid t = 0; t < MAX_THREADS; t++)
        for (unsigned i = 1; heap_live_range(t, i, &lo, &hi); i++)
            if ((lo & (HEAP_PAGE - 1)) == 0)
                add_range(lo, hi);
}

/* ---- what is reached ---------------------------------------------------------------------------------------------- */

static struct block *block_at(uint64_t addr)
{
    uint64_t after = LOWER_BOUND(i, all.count, all.block[i].start <= addr);
    struct block *b = after ? &all.block[after - 1] : NULL;
    return b && addr - b->start < (b->size ? b->size : 1) ? b : NULL;
}

static void search(uint64_t lo, uint64_t hi)
{
    for (uint64_t word = (lo + 7) & ~(uint64_t)7; word + 8 <= hi; word += 8) {
        uint64_t value = *(const uint64_t *)word;
        struct block *b = heap_in_arenas(value) ? block_at(value) : NULL;
        if (!b || b->reached)
            continue;
        b->reached = true;
        all.queue[all.reached++] = (uint32_t)(b - all.block);
    }
}

static void search_root(uint64_t lo, uint64_t hi, void *unused)
{
    (void)unused;
    bool heap = heap_in_arenas(lo) || lo - ARENA_VALID < mz__layout.arena_size / 8;
    if (!heap)
        search(lo, hi);
}

static void search_all(void)
{
    uint64_t lo, hi;
    extents_each(&mz__world, search_root, NULL);
    extents_model(search_root, NULL);
    THREADSET_EACH(t, world_stacks(&mz__world))
        search(slot_stack_base(t), slot_lo(t + 1)); /* thread-local storage */
    for (unsigned i = 0; i < mz__layout.segments; i++)
        if (!mz__layout.segment[i].program)
            search(mz__layout.segment[i].lo, mz__layout.segment[i].lo + mz__layout.segment[i].size);
    for (unsigned i = 0; early_range(i, &lo, &hi); i++)
        search(lo, hi);
    for (; all.searched < all.reached; all.searched++) {
        const struct block *b = &all.block[all.queue[all.searched]];
        search(b->start, b->start + b->size);
    }
}

/* ---- the report --------------------------------------------------------------------------------------------------- */

/* Blocks of one place in the source are told together. */
static enum performed report(struct thread *t, const struct block *first)
{
    uint64_t blocks = 0, bytes = 0, others = 0;
    for (const struct block *b = first; b < all.block + all.count; b++) {
        bool alike = !b->reached && b->pc == first->pc;
        blocks += alike;
        bytes += alike ? b->size : 0;
        others += !b->reached && !alike;
    }
    struct heap_block b;
    heap_block_of(first->start, &b);
    const char *s = blocks == 1 ? "" : "s";
    if (others)
        world_report(t, FAULT_LEAK, LEAK_AMONG_OTHERS, first->start,
                     "%lu block%s lost, of %lu bytes in all (and %lu from elsewhere), allocated", blocks, s, bytes, others);
    else
        world_report(t, FAULT_LEAK, LEAK_OF_ONE_PLACE, first->start, "%lu block%s lost, of %lu bytes in all, allocated", blocks, s, bytes);
    mz__world.fault.pc = first->pc;
    return heap_fault_block(&b);
}

bool blocks_leaked(struct thread *t)
{
    if (!reserve_lists())
        return false;
    list_blocks();
    if (all.count)
        search_all();
    for (const struct block *b = all.block; b < all.block + all.count; b++)
        if (!b->reached)
            return report(t, b) == PERFORM_FAULT;
    return false;
}
