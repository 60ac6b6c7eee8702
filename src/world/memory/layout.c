/* layout.c - reserving the arenas and finding cells. */
#include "world/memory/layout.h"

#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "base/raw.h"

struct layout mz__layout;

static const uint64_t default_stack = 8ULL << 20;
static const uint64_t default_heap = (1ULL << 40) / MAX_THREADS;
static const uint64_t smallest_heap = 4ULL << 20;
static const uint64_t largest = 1ULL << 46; /* no machine has more, and sums must not wrap around */
static const uint64_t commit_chunk = 1ULL << 20;

static uint64_t round_up(uint64_t n, uint64_t to)
{
    return (n + to - 1) / to * to;
}

static bool make_accessible(uint64_t lo, uint64_t size, int extra)
{
    return raw_syscall(SYS_mprotect, (long)lo, (long)size, PROT_READ | PROT_WRITE | extra, 0, 0, 0) == 0;
}

/* Half as much for maps as for heaps: with their cells they reach up to what is the runtime's own (RAW_OWN_LO). */
static bool try_reserve(uint64_t slots, uint64_t heap)
{
    uint64_t maps = round_up(heap / 2, commit_chunk), size = slots + (heap + maps) * MAX_THREADS;
    void *arena = raw_map((void *)ARENA_LO, size, PROT_NONE, MAP_NORESERVE);
    if (!arena)
        return false;
    void *cells = raw_map((void *)ARENA_SHADOW, cells_size(size), PROT_READ | PROT_WRITE, MAP_NORESERVE);
    void *valid = cells ? raw_map((void *)ARENA_VALID, size / 8, PROT_READ | PROT_WRITE, MAP_NORESERVE) : NULL;
    if (!valid) {
        raw_syscall(SYS_munmap, (long)arena, (long)size, 0, 0, 0, 0);
        if (cells)
            raw_syscall(SYS_munmap, (long)cells, (long)cells_size(size), 0, 0, 0, 0);
        return false;
    }
    mz__layout.arena_size = size;
    mz__layout.slots_size = slots;
    mz__layout.heap_lo = ARENA_LO + slots;
    mz__layout.heap_span = heap;
    mz__layout.maps_span = maps;
    mz__layout.maps_lo = mz__layout.heap_lo + heap * MAX_THREADS;
    return true;
}

bool layout_reserve(uint64_t stack, uint64_t heap, bool executable)
{
    struct layout *l = &mz__layout;
    if (stack > largest)
        return false;
    heap = heap < largest ? heap : largest;
    uint64_t wanted = (stack ? stack : default_stack) + SLOT_GUARD + SLOT_TCB + MAX_THREADS * SLOT_SHIFT;
    for (l->slot_shift = 20; ((uint64_t)1 << l->slot_shift) < wanted; l->slot_shift++)
        ;
    l->slot_span = (uint64_t)1 << l->slot_shift;
    heap = round_up(heap ? heap : default_heap, commit_chunk);
    /* A limit on address space, or strict overcommit, refuses the wish: take what there is. */
    while (!try_reserve(l->slot_span * MAX_THREADS, heap))
        if ((heap /= 2) < smallest_heap)
            return false;
    l->executable = executable;
    return true;
}

bool layout_open_slot(tid t)
{
    struct layout *l = &mz__layout;
    if (!l->slot_open[t])
        l->slot_open[t] = make_accessible(slot_stack_lo(t), l->slot_span - SLOT_GUARD, l->executable ? PROT_EXEC : 0);
    return l->slot_open[t];
}

bool layout_open_slot_at(uint64_t addr)
{
    if (!in_slots(addr) || addr < slot_stack_lo(slot_of(addr)))
        return false;
    return !mz__layout.slot_open[slot_of(addr)] && layout_open_slot(slot_of(addr));
}

bool layout_add_segment(uint64_t lo, uint64_t hi, bool program)
{
    struct layout *l = &mz__layout;
    lo &= ~(uint64_t)7;
    hi = round_up(hi, 8);
    if (l->segments == MAX_SEGMENTS)
        return false;
    struct cell *cells = raw_map(NULL, cells_size(hi - lo), PROT_READ | PROT_WRITE, MAP_NORESERVE);
    if (!cells)
        return false;
    l->segment[l->segments++] = (struct segment){.lo = lo, .size = hi - lo, .cells = cells, .program = program};
    return true;
}

uint64_t arena_heap_lo(tid t)
{
    return mz__layout.heap_lo + t * mz__layout.heap_span;
}

/* Make [lo, lo + upto) accessible, of which the first *committed bytes are. */
static bool commit(uint64_t lo, uint64_t span, uint64_t *committed, uint64_t upto)
{
    if (upto <= *committed)
        return true;
    upto = round_up(upto, commit_chunk);
    if (upto > span || !make_accessible(lo + *committed, upto - *committed, 0))
        return false;
    *committed = upto;
    return true;
}

bool arena_heap_commit(tid t, uint64_t upto)
{
    return commit(arena_heap_lo(t), mz__layout.heap_span, &mz__layout.heap_committed[t], upto);
}

bool arena_maps_commit(tid t, uint64_t upto)
{
    return commit(arena_maps_lo(t), mz__layout.maps_span, &mz__layout.maps_committed[t], upto);
}

bool arena_is_open(uint64_t addr, uint64_t size)
{
    const struct layout *l = &mz__layout;
    bool maps = in_maps(addr);
    uint64_t offset = addr - (maps ? l->maps_lo : l->heap_lo), span = maps ? l->maps_span : l->heap_span;
    uint64_t whose = offset / span;
    return whose < MAX_THREADS && offset % span + size <= (maps ? l->maps_committed : l->heap_committed)[whose];
}

static struct segment *find_segment(uint64_t addr)
{
    for (unsigned i = 0; i < mz__layout.segments; i++)
        if (addr - mz__layout.segment[i].lo < mz__layout.segment[i].size)
            return &mz__layout.segment[i];
    return NULL;
}

struct cell *layout_cell(uint64_t addr)
{
    if (addr - ARENA_LO < mz__layout.arena_size)
        return (struct cell *)(ARENA_SHADOW + (addr - ARENA_LO) / 8 * sizeof(struct cell));
    const struct segment *s = find_segment(addr);
    return s ? &s->cells[(addr - s->lo) / 8] : NULL;
}

const struct segment *layout_segment(uint64_t addr)
{
    const struct segment *s = find_segment(addr);
    return s && s->program ? s : NULL;
}

bool layout_foreign(uint64_t addr)
{
    const struct segment *s = find_segment(addr);
    return s && !s->program;
}

void layout_note_shared(uint64_t addr)
{
    struct segment *s = addr - ARENA_LO < mz__layout.arena_size ? NULL : find_segment(addr);
    if (s)
        s->shared_parts |= 1ULL << (addr - s->lo) / segment_part(s);
}
