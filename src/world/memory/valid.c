/* valid.c - see valid.h. */
#include "world/memory/valid.h"

#include <string.h>

#include "base/page.h"
#include "model/op_columns.h"
#include "world/blocks.h"
#include "world/memory/model_state.h"
#include "world/memory/undo.h"

MODEL struct valid_left mz__left;

#define EIGHT_VALID (VALID_WORD * 0x0101010101010101ULL) /* of eight words in a row */

void valid_enable(bool enable)
{
    mz__hot.checked_heap_at = mz__layout.slots_size;
    mz__hot.checked_heap = enable ? mz__layout.arena_size - mz__layout.slots_size : 0;
    mz__hot.checked_slots = enable ? mz__layout.slots_size : 0;
}

/* The words of the map that hold the bytes of the range are saved as one record. */
static void note(uint64_t start, uint64_t size)
{
    if (mz__hot.following == FOLLOW_NOTHING)
        return;
    uint64_t lo = (uint64_t)valid_byte(start) & ~(uint64_t)7, hi = ((uint64_t)valid_byte(start + size - 1) & ~(uint64_t)7) + 8;
    undo_block((const void *)lo, hi - lo);
}

void valid_open(uint64_t start, uint64_t size)
{
    if (size == 0 || !mz__hot.checked_heap)
        return;
    note(start, size);
    memset(valid_byte(start), VALID_WORD, size / 8);
    if (size % 8)
        *valid_byte(start + size) = size % 8;
}

void valid_shut(uint64_t start, uint64_t size)
{
    if (size == 0 || !mz__hot.checked_heap)
        return;
    note(start, size);
    memset(valid_byte(start), 0, (size + 7) / 8);
}

void valid_resize(uint64_t start, uint64_t old, uint64_t size)
{
    uint64_t both = (old < size ? old : size) & ~(uint64_t)7;
    valid_shut(start + both, old - both);
    valid_open(start + both, size - both);
}

/* The words from addr on that are valid, by eights: where they end. */
static __attribute__((noinline)) uint64_t skip_valid(uint64_t addr, uint64_t end)
{
    while (addr % 64 == 0 && end - addr >= 64 && *(const uint64_t *)valid_byte(addr) == EIGHT_VALID)
        addr += 64;
    return addr;
}

static bool heap_range(uint64_t addr, uint64_t end, uint64_t *where)
{
    enum { LARGE = 1 << 10 };
    if (end - addr >= LARGE && addr < end)
        addr = skip_valid(addr, end);
    while (addr < end) {
        uint64_t word = addr & ~(uint64_t)7, upto = word + *valid_byte(word);
        if (upto >= end)
            return true;
        if (upto < word + 8) {
            *where = upto > addr ? upto : addr;
            return false;
        }
        addr = upto;
    }
    return true;
}

/* Permission of a page that may be written is noted at the first access; one that may only be read is asked for each
 * time. */
static bool maps_range(uint64_t addr, uint64_t end, bool write, uint64_t *where)
{
    for (; addr < end; addr = page_up(addr + 1)) {
        enum block_access access = *valid_byte(addr) ? ACCESS_WRITE : blocks_access(addr);
        if (access < (write ? ACCESS_WRITE : ACCESS_READ)) {
            *where = addr;
            return false;
        }
        if (access == ACCESS_WRITE && !*valid_byte(addr))
            valid_open(page_down(addr), PAGE);
    }
    return true;
}

static bool stack_range(const struct thread *t, uint64_t addr, uint64_t *where)
{
    const struct thread *owner = &mz__world.thread[slot_of(addr)];
    *where = addr;
    return (owner == t || threadset_has(world_stacks(&mz__world), slot_of(addr))) && addr >= valid_sp(owner) && !valid_is_left(addr);
}

static bool may_access(const struct thread *t, uint64_t addr, uint64_t size, bool write, uint64_t *where)
{
    uint64_t offset = addr - ARENA_LO;
    if (size == 0 || addr + size < addr)
        return true;
    if (offset - mz__hot.checked_heap_at < mz__hot.checked_heap)
        return in_maps(addr) ? maps_range(addr, addr + size, write, where) : heap_range(addr, addr + size, where);
    return offset >= mz__hot.checked_slots || stack_range(t, addr, where);
}

bool valid_range(const struct thread *t, uint64_t addr, uint64_t size, uint64_t *where)
{
    return may_access(t, addr, size, true, where);
}

/* Meaning of the ranges of an operation: those of the heap's own operations are records and blocks that they look at
 * themselves; who was woken, or let go by a barrier, must not look at an object that may be gone by then; and who notifies of an
 * atomic looks at its address only. Frames that are left are the thread's own. */
static int first_checked(const struct op *op)
{
    return op_has(op->kind, OP_UNCHECKED) ? OP_MAX_ACCESSES : 0;
}

bool valid_op(const struct thread *t, struct access *wrong)
{
    const struct op *op = &t->op;
    struct access access[OP_MAX_ACCESSES];
    uint64_t where;
    int n = op_accesses(op, access);
    if (op->kind == OP_READ && op->size2)
        n--; /* the second one was a write, with a hook of its own */
    for (int i = first_checked(op); i < n; i++)
        if (!may_access(t, access[i].addr, access[i].size, access[i].write, &where)) {
            *wrong = access[i];
            return false;
        }
    return true;
}
