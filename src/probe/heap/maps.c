/* maps.c - memory maps: what their operations mean. See maps.h. */
#include "probe/heap/maps.h"

#include <errno.h>
#include <sys/mman.h>

#include "base/page.h"
#include "probe/errno.h"
#include "probe/families.h"
#include "probe/heap/heap_arena.h"
#include "probe/probe.h"
#include "world/world.h"

/* ---- semantics, on the engine's stack ----------------------------------------------------------------------------- */

static enum performed too_many(struct thread *t)
{
    return world_report(t, FAULT_REFUSED, 0, 0, "more than %d pieces of mapped memory in one thread are not supported", MAPS_MOST);
}

static enum performed perform_mmap(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    uint64_t size = op->arg[0], addr = maps_next(t->number, size);
    if (addr == 0)
        return world_report(t, FAULT_REFUSED, 0, 0, "mmap of %lu bytes is not supported without more room (--heap)", (unsigned long)size);
    if (!maps_set(addr, addr + size, (enum block_access)op->arg[1], true))
        return too_many(t);
    maps_note_site(t->number, addr, size, op->pc);
    heap_note_taken(t, op, HEAP_RUNS);
    t->result[0] = addr;
    return PERFORM_RESUME;
}

static enum performed perform_mmap_fixed(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    uint64_t size = op->arg[1];
    if (heap_lock_within(t, op, op->addr, size) == PERFORM_FAULT)
        return PERFORM_FAULT;
    if (!maps_set(op->addr, op->addr + size, (enum block_access)op->arg[0], true))
        return too_many(t);
    maps_note_site(t->number, op->addr, size, op->pc);
    t->result[0] = op->addr;
    return PERFORM_RESUME;
}

static enum performed perform_munmap(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    uint64_t end = op->addr + op->arg[1];
    if (op->arg[2])
        return probe_fails(t, (int)op->arg[2]);
    if (heap_lock_within(t, op, op->addr, op->arg[1]) == PERFORM_FAULT)
        return PERFORM_FAULT;
    if (!maps_set(op->addr, end, ACCESS_UNMAPPED, true))
        return too_many(t);
    maps_note_gone(t->number, op->addr, end, op->pc);
    heap_note_given(t, HEAP_RUNS);
    return PERFORM_RESUME;
}

/* As the kernel does: up to the first page that is not mapped. */
static enum performed perform_mprotect(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    uint64_t end = op->addr + op->arg[1], where;
    if (op->arg[2])
        return probe_fails(t, (int)op->arg[2]);
    bool whole = maps_are_there(op->addr, end, &where);
    end = whole ? end : where;
    if (op->arg[0] != MAPS_AS_IT_IS && op->addr < end && !maps_set(op->addr, end, (enum block_access)op->arg[0], false))
        return too_many(t);
    return whole ? PERFORM_RESUME : probe_fails(t, ENOMEM);
}

static bool is_clear(uint64_t lo, uint64_t hi)
{
    for (uint64_t word = lo; word < hi; word += 8)
        if (*(const uint64_t *)word)
            return false;
    return true;
}

/* What MADV_FREE is told of is kept, or lost, as the kernel likes: all of it, here. */
static unsigned madvise_outcomes(const struct thread *t, const struct op *op)
{
    (void)t;
    uint64_t end = op->addr + op->arg[1], where;
    if (op->arg[0] != MADV_FREE || op->arg[2] || !maps_are_there(op->addr, end, &where))
        return 1;
    return is_clear(op->addr, end) ? 1 : 2;
}

static enum performed perform_madvise(struct thread *t, struct op *op, unsigned choice)
{
    uint64_t end = op->addr + op->arg[1], where;
    if (op->arg[2])
        return probe_fails(t, (int)op->arg[2]);
    bool whole = maps_are_there(op->addr, end, &where);
    if (op->arg[0] == MADV_DONTNEED || choice == 1)
        for (uint64_t page = op->addr; page < end; page += PAGE)
            if (blocks_access(page) > ACCESS_NEVER)
                mem_clear((void *)page, PAGE);
    return whole ? PERFORM_RESUME : probe_fails(t, ENOMEM);
}

static void complete_mmap(struct op *op)
{
    op->addr2 = maps_next(maps_owner(op->addr), op->arg[0]);
    op->size2 = op->addr2 ? maps_named(op->arg[0]) : 0;
}

static void complete(struct op *op)
{
    if (op->size == 0)
        return;
    op->addr2 = (uint64_t)maps_record(maps_owner(op->addr));
    op->size2 = sizeof(uint64_t);
}

const struct semantics mmap_semantics = {.complete = complete_mmap, .perform = perform_mmap};
const struct semantics mmap_fixed_semantics = {.complete = complete, .perform = perform_mmap_fixed};
const struct semantics munmap_semantics = {.complete = complete, .perform = perform_munmap};
const struct semantics mprotect_semantics = {.complete = complete, .perform = perform_mprotect};
const struct semantics madvise_semantics = {.complete = complete, .outcomes = madvise_outcomes, .perform = perform_madvise};
