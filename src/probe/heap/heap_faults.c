/* heap_faults.c - faults of memory, in words: uses of memory where no block is, and frees of what is no block. */
#include <errno.h>

#include "base/page.h"
#include "base/text.h"
#include "probe/heap/heap.h"
#include "probe/heap/heap_arena.h"
#include "probe/heap/maps.h"
#include "probe/probe.h"
#include "probe/process/signals.h"
#include "probe/sync/held.h"
#include "world/blocks.h"
#include "world/world.h"

enum performed heap_fault_block(const struct heap_block *b)
{
    mz__world.fault.block = (struct fault_block){.start = b->start, .size = b->size, .pc = b->pc, .freed_pc = b->freed_pc,
                                                 .thread = b->thread, .freed_by = b->freed_by};
    return PERFORM_FAULT;
}

/* ---- giving back -------------------------------------------------------------------------------------------------- */

static const char *place_of(uint64_t addr)
{
    if (in_slots(addr))
        return "on a stack";
    if (heap_in_arenas(addr))
        return "in the heap that was never allocated";
    if (in_maps(addr))
        return "that was mapped";
    return layout_segment(addr) ? "among the program's variables" : "outside of the heap";
}

enum performed heap_no_block(struct thread *t, const struct op *op)
{
    const char *call = op_info[op->kind].name;
    uint64_t addr = op->arg[0];
    struct heap_block b;
    if (in_maps(addr) || !heap_block_of(addr, &b))
        return world_report(t, FAULT_MEMORY, 0, addr, "%s of an address %s", call, place_of(addr));
    unsigned long size = b.size, within = addr - b.start;
    if (b.live)
        world_report(t, FAULT_MEMORY, 0, addr, "%s inside of a block of %lu bytes (offset %lu)", call, size, within);
    else if (within == 0 && op->kind == OP_FREE)
        world_report(t, FAULT_MEMORY, 0, addr, "double free of a block of %lu bytes", size);
    else
        world_report(t, FAULT_MEMORY, 0, addr, "%s of a freed block of %lu bytes (offset %lu)", call, size, within);
    return heap_fault_block(&b);
}

enum performed heap_wrong_form(struct thread *t, const struct op *op)
{
    static const char *const from[] = {"malloc", "new", "new[]"}, *const to[] = {"free", "delete", "delete[]"};
    struct heap_block b;
    heap_block_of(op->arg[0], &b);
    const char *call = op->kind == OP_REALLOC ? "realloc" : to[op->detail % 3];
    world_report(t, FAULT_MEMORY, 0, b.start, "%s of a block of %lu bytes that comes from %s, and belongs to %s", call,
                 (unsigned long)b.size, from[b.form % 3], to[b.form % 3]);
    return heap_fault_block(&b);
}

enum performed heap_lock_within(struct thread *t, const struct op *op, uint64_t start, uint64_t size)
{
    struct held held;
    struct heap_block b;
    if (!held_in(start, start + size, &held))
        return PERFORM_RESUME;
    heap_block_of(start, &b);
    world_report(t, FAULT_MISUSE, EBUSY, held.addr, "%s of a block of %lu bytes with a %s in it that thread %u holds",
                 op_info[op->kind].name, (unsigned long)size, held.object, held.holder);
    return heap_fault_block(&b);
}

/* ---- using -------------------------------------------------------------------------------------------------------- */

enum { SENTENCE = 64 };

/* "write of 4 bytes", "lock" */
static void say_use(char out[SENTENCE], const struct op *op, const struct access *a)
{
    bool object = op->kind >= OP_ATOMIC_LOAD && op->kind < OP_MALLOC && op->kind != OP_JOIN;
    if (object)
        text_format(out, SENTENCE, "%s", op_info[op->kind].name);
    else
        text_format(out, SENTENCE, "%s of %u byte%s", a->write ? "write" : "read", a->size, a->size == 1 ? "" : "s");
}

static enum performed report_stack(struct thread *t, const struct access *a, const char *use)
{
    tid whose = slot_of(a->addr);
    if (threadset_has(world_stacks(&mz__world), whose))
        return world_report(t, FAULT_MEMORY, 0, a->addr, "%s in the frame of a returned function (of thread %u)", use, whose);
    const char *where = a->addr < slot_stack_base(whose) ? "on the stack" : "in the thread-local storage";
    if (!mz__world.thread[whose].tp)
        return world_report(t, FAULT_MEMORY, 0, a->addr, "%s where no thread has its stack", use);
    return world_report(t, FAULT_MEMORY, 0, a->addr, "%s %s of an ended thread (thread %u)", use, where, whose);
}

/* The block that the address most likely was meant to be in: the one whose place it lies in, or a live one closely behind. */
static bool nearest_block(uint64_t addr, struct heap_block *b)
{
    enum { CLOSE = 64 };
    struct heap_block next;
    bool found = heap_block_of(addr, b);
    if (found && addr - b->start < b->size)
        return true;
    for (uint64_t ahead = 8; ahead <= CLOSE; ahead += 8)
        if (heap_block_of(addr + ahead, &next) && next.live && next.start > addr) {
            bool nearer = !found || next.start - addr < addr - (b->start + b->size) + 1;
            *b = nearer ? next : *b;
            return true;
        }
    return found;
}

/* The first byte that may not be used so. */
static uint64_t wrong_byte(const struct access *a)
{
    uint64_t addr = a->addr;
    while (addr < a->addr + a->size && in_maps(addr) && blocks_access(addr) >= (a->write ? ACCESS_WRITE : ACCESS_READ))
        addr = page_up(addr + 1);
    return addr;
}

static enum performed report_map(struct thread *t, const struct access *a, const char *use)
{
    uint64_t addr = wrong_byte(a);
    enum block_access access = in_maps(addr) ? blocks_access(addr) : ACCESS_UNMAPPED;
    struct heap_block b;
    bool known = maps_block_of(a->addr, &b);
    const char *where = access == ACCESS_READ ? "in memory that is mapped for reading only"
        : access != ACCESS_UNMAPPED ? "in memory that is mapped without access"
        : !known ? "where nothing is mapped" : b.freed_pc ? "in memory that was unmapped" : "past the end of a map";
    if (access != ACCESS_UNMAPPED && signal_has_handler(SIGSEGV)) /* which may be there to change that */
        return world_report(t, FAULT_REFUSED, 0, addr, "%s %s, with a handler of SIGSEGV, is not supported", use, where);
    world_report(t, FAULT_MEMORY, 0, addr, "%s %s", use, where);
    return known ? heap_fault_block(&b) : PERFORM_FAULT;
}

enum performed blocks_report(struct thread *t, const struct access *a)
{
    char use[SENTENCE];
    struct heap_block b;
    say_use(use, &t->op, a);
    if (in_slots(a->addr))
        return report_stack(t, a, use);
    if (in_maps(a->addr))
        return report_map(t, a, use);
    if (!nearest_block(a->addr, &b))
        return world_report(t, FAULT_MEMORY, 0, a->addr, "%s in the heap where no block is", use);
    const char *where = a->addr < b.start ? "before a" : !b.live ? "in a freed" : a->addr - b.start < b.size ? "that ends past the end of a"
                                                                                                              : "past the end of a";
    world_report(t, FAULT_MEMORY, 0, a->addr, "%s %s block of %lu bytes (offset %ld)", use, where, (unsigned long)b.size,
                 (long)(a->addr - b.start));
    return heap_fault_block(&b);
}
