/* checked_heap.c - see checked_heap.h. A reserved piece of address space is used from its beginning to its end, once. */
#include "hunt/checks/checked_heap.h"

#include <string.h>
#include <sys/mman.h>

#include "base/raw.h"
#include "hunt/scheduler.h"

enum { PAGE_BITS = 12, PAGE = 1 << PAGE_BITS, LEAST_ALIGNMENT = 16, BEFORE = 64, PATTERN = 0xbe, MOST_LIVE = 25000 };
#define SPACE ((uint64_t)1 << 36)
#define PAGES (SPACE >> PAGE_BITS)

/* By the number of its first page. */
struct block {
    uint64_t start, size;
    uint64_t pc[2];     /* of who has asked for it, and given it back */
    uint16_t thread[2];
    uint32_t pages;     /* without the one behind it, which nobody may touch */
    bool     is_freed;
};
static char *space;
static struct block *blocks;
static uint32_t *head_of; /* a page: first page of its block, + 1 */
static uint64_t (*stacks)[2][HUNT_MAX_FRAMES]; /* where an explanation is asked for */
static uint64_t used;     /* pages */
static uint32_t live;

static void *reserve(uint64_t size, int protection)
{
    return raw_map(NULL, size, protection, MAP_NORESERVE);
}

void heap_begin(void)
{
    if (!hunt_wire->heap)
        return;
    char *whole = reserve(SPACE, PROT_NONE);
    blocks = reserve(PAGES * sizeof *blocks, PROT_READ | PROT_WRITE);
    head_of = reserve(PAGES * sizeof *head_of, PROT_READ | PROT_WRITE);
    if (hunt_wire->explain)
        stacks = reserve(PAGES * sizeof *stacks, PROT_READ | PROT_WRITE);
    space = blocks && head_of ? whole : NULL;
    hunt_wire->heap_refused = !space;
}

bool heap_has(const void *p)
{
    return space && (const char *)p >= space && (const char *)p < space + SPACE;
}

/* NULL: nobody has got anything there. */
static struct block *block_of(uint64_t address)
{
    uint32_t head = heap_has((const void *)(uintptr_t)address) ? head_of[(address - (uint64_t)(uintptr_t)space) >> PAGE_BITS] : 0;
    return head ? &blocks[head - 1] : NULL;
}

/* --- faults --------------------------------------------------------------------------------------------------------------------- */

static void note(const char *message, const struct block *b, uint64_t address, uint64_t pc)
{
    const struct thread *me = hunt_self();
    struct hunt_block *told = &hunt_wire->block;
    if (hunt_wire->fault != HUNT_NO_FAULT)
        return;
    *told = (struct hunt_block){.size = b->size, .offset = (int64_t)(address - b->start), .pc = pc, .thread = me ? me->number + 1 : 0,
                                .is_freed = b->is_freed};
    if (hunt_wire->explain)
        hunt_walk_stack(told->stack);
    for (int i = 0; i < 2; i++) {
        told->by[i].pc = b->pc[i];
        told->by[i].thread = b->thread[i];
        if (stacks)
            memcpy(told->by[i].stack, stacks[b - blocks][i], sizeof told->by[i].stack);
    }
    hunt_fault(HUNT_MEMORY, message);
}

static _Noreturn void end(const char *message, const struct block *b, uint64_t address, uint64_t pc)
{
    note(message, b, address, pc);
    raw_exit(1);
}

static const char *wrong(const struct block *b, uint64_t address)
{
    return b->is_freed ? "use after free" : address < b->start ? "access before a block" : "access behind a block";
}

void heap_note_crash(uint64_t address, uint64_t pc)
{
    const struct block *b = block_of(address);
    if (b)
        note(wrong(b, address), b, address, pc);
}

void heap_access(const volatile void *address, uint64_t size, uint64_t pc)
{
    uint64_t at = (uint64_t)(uintptr_t)address;
    const struct block *b = block_of(at);
    if (!b || (!b->is_freed && at >= b->start && at + size <= b->start + b->size))
        return;
    end(wrong(b, at), b, at >= b->start && !b->is_freed && at < b->start + b->size ? b->start + b->size : at, pc);
}

/* --- blocks --------------------------------------------------------------------------------------------------------------------- */

static unsigned char *page_of(const struct block *b) { return (unsigned char *)space + ((uint64_t)(b - blocks) << PAGE_BITS); }

/* The bytes around it that are not its own, and that no page protects: up to 64 before it. */
static void each_gap(const struct block *b, uint64_t gap[2][2])
{
    uint64_t first = (uint64_t)(uintptr_t)page_of(b), last = first + (uint64_t)b->pages * PAGE;
    gap[0][0] = b->start - first < BEFORE ? first : b->start - BEFORE;
    gap[0][1] = b->start;
    gap[1][0] = b->start + b->size;
    gap[1][1] = last;
}

static void fill_gaps(const struct block *b)
{
    uint64_t gap[2][2];
    each_gap(b, gap);
    for (int i = 0; i < 2; i++)
        memset((void *)(uintptr_t)gap[i][0], PATTERN, gap[i][1] - gap[i][0]);
}

/* Somebody has written where nothing is. */
static void check_gaps(const struct block *b, uint64_t pc)
{
    uint64_t gap[2][2];
    each_gap(b, gap);
    for (int i = 0; i < 2; i++)
        for (uint64_t at = gap[i][0]; at < gap[i][1]; at++)
            if (*(const unsigned char *)(uintptr_t)at != PATTERN)
                end(i ? "something was written behind a block" : "something was written before a block", b, at, pc);
}

static void note_place(struct block *b, int which, uint64_t pc)
{
    const struct thread *me = hunt_self();
    b->pc[which] = pc;
    b->thread[which] = (uint16_t)(me ? me->number : 0);
    if (stacks)
        hunt_walk_stack(stacks[b - blocks][which]);
}

void *heap_allocate(size_t alignment, size_t size, uint64_t pc)
{
    if (!space || alignment > PAGE || size > SPACE / 16 || __atomic_load_n(&live, __ATOMIC_RELAXED) >= MOST_LIVE)
        return NULL;
    alignment = alignment < LEAST_ALIGNMENT ? LEAST_ALIGNMENT : alignment;
    size_t whole = ((size ? size : 1) + alignment - 1) & ~(alignment - 1);
    uint32_t pages = (uint32_t)((whole + PAGE - 1) >> PAGE_BITS);
    uint64_t first = __atomic_fetch_add(&used, pages + 1, __ATOMIC_RELAXED);
    struct block *b = &blocks[first];
    if (first + pages + 1 > PAGES || mprotect(page_of(b), (size_t)pages * PAGE, PROT_READ | PROT_WRITE) != 0) {
        __atomic_store_n(&live, MOST_LIVE, __ATOMIC_RELAXED); /* from here on it is libc's */
        return NULL;
    }
    __atomic_fetch_add(&live, 1, __ATOMIC_RELAXED);
    *b = (struct block){.start = (uint64_t)(uintptr_t)page_of(b) + (uint64_t)pages * PAGE - whole, .size = size, .pages = pages};
    for (uint32_t i = 0; i <= pages; i++)
        head_of[first + i] = (uint32_t)first + 1;
    note_place(b, 0, pc);
    fill_gaps(b);
    return (void *)(uintptr_t)b->start;
}

size_t heap_size(const void *p)
{
    const struct block *b = block_of((uint64_t)(uintptr_t)p);
    return b && !b->is_freed ? b->size : 0;
}

void heap_free(void *p, uint64_t pc)
{
    struct block *b = block_of((uint64_t)(uintptr_t)p);
    if (!b)
        return;
    if (b->is_freed)
        end("double free", b, (uint64_t)(uintptr_t)p, pc);
    if (b->start != (uint64_t)(uintptr_t)p)
        end("free within a block", b, (uint64_t)(uintptr_t)p, pc);
    check_gaps(b, pc);
    note_place(b, 1, pc);
    b->is_freed = true;
    mmap(page_of(b), (size_t)b->pages * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    __atomic_fetch_sub(&live, 1, __ATOMIC_RELAXED);
}
