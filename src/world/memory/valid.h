/* valid.h - valid memory of the arenas: live blocks of the heaps, and the stacks and thread-local storage of
 * live threads, as far down as they are in use.
 *
 * Beside every 8 bytes of the heaps lies one byte: how many of them, from the first on, belong to a live block. It follows from the
 * heap's own records, so it is put back by a rewind but is no part of a state's identity. Of maps (probe/heap/maps.h) it is filled in
 * page by page, at the first access. Stacks need no such map: what lies below
 * the stack pointer of a thread belongs to functions that have returned.
 *
 * Every access is checked: by the hooks themselves (valid_near), and for whatever is announced when it is performed (valid_op), for
 * another thread may have freed the memory in between.
 */
#ifndef MZ_WORLD_MEMORY_VALID_H
#define MZ_WORLD_MEMORY_VALID_H

#include "world/switch.h"
#include "world/world.h"

enum { VALID_WORD = 8 }; /* all bytes of a word */

static inline uint8_t *valid_byte(uint64_t addr)
{
    return (uint8_t *)(ARENA_VALID + (addr - ARENA_LO) / 8);
}

/* A block of the heap begins or ends to live, or has another size. */
void valid_open(uint64_t start, uint64_t size);
void valid_shut(uint64_t start, uint64_t size);
void valid_resize(uint64_t start, uint64_t old, uint64_t size);

/* The stack pointer that a parked thread had when it announced: below it lies what is ours. Where a thread has crashed nothing of
 * ours lies, and a function that calls no other may have variables below its stack pointer. In the entry and
 * exit hooks of a function its frame is not there yet, or no more. */
static inline uint64_t valid_sp(const struct thread *t)
{
    enum { RED_ZONE = 128 };
    if (t->op.kind == OP_RETURNED || t->op.kind == OP_ENTER)
        return t->op.arg[0];
    return t->op.kind == OP_FAULT ? t->sp - RED_ZONE : t->sp + SWITCH_WORDS * 8;
}

/* Main's frame once it has returned: exit handlers run below it, so that it is nobody's for as long as the process lives. */
struct valid_left {
    uint64_t lo, size;
};
extern struct valid_left mz__left;

static inline bool valid_is_left(uint64_t addr)
{
    return addr - mz__left.lo < mz__left.size;
}

/* End of the memory that a thread may use without a closer look, if it lies above its stack pointer. */
static inline uint64_t valid_own_end(const struct thread *t)
{
    return t->number == 0 && mz__left.size ? mz__left.lo : slot_lo(t->number + 1);
}

/* The running thread's stack pointer is sp: may it use the address, which lies among the slots? */
static inline bool valid_on_stack(uint64_t addr, uint64_t sp)
{
    if (__builtin_expect(addr - sp < mz__hot.own_end - sp, 1))
        return true;
    const struct thread *t = &mz__world.thread[slot_of(addr)];
    bool own = t == mz__hot.running;
    return !valid_is_left(addr) && (own ? addr >= sp : threadset_has(world_stacks(&mz__world), slot_of(addr)) && addr >= valid_sp(t));
}

/* For hooks, without a call: may the running thread, whose stack pointer is sp, use these bytes of one word? `offset` is that of the
 * address in the arenas. */
static inline bool valid_near(uint64_t addr, uint64_t offset, unsigned size, uint64_t sp)
{
    if (offset - mz__hot.checked_heap_at < mz__hot.checked_heap)
        return *(const uint8_t *)(ARENA_VALID + offset / 8) >= (addr & 7) + size;
    return offset >= mz__hot.checked_slots || valid_on_stack(addr, sp);
}

/* May t, which is parked, read and write the whole range? If not, *where is the first byte that it may not. */
bool valid_range(const struct thread *t, uint64_t addr, uint64_t size, uint64_t *where);

/* Most operations are on variables: those need no look. */
static inline bool valid_concerns(const struct op *op)
{
    return op->addr - ARENA_LO < mz__hot.arena_size || op->addr2 - ARENA_LO < mz__hot.arena_size;
}

/* Does t's pending operation keep to memory that it may use? If not, the range with which it does not. */
bool valid_op(const struct thread *t, struct access *wrong);

/* Check from now on, or do not. */
void valid_enable(bool enable);

#endif
