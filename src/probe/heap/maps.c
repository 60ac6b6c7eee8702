/* maps.c - anonymous memory maps: what their operations mean, and the stand-ins. See maps.h. */
#include "probe/heap/maps.h"

#include <errno.h>
#include <sys/mman.h>

#include "base/page.h"
#include "probe/errno.h"
#include "probe/families.h"
#include "probe/heap/heap_arena.h"
#include "probe/refuse.h"
#include "world/setup/inherited.h"
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

/* mremap and others ask whether all of a range is mapped: instead of an enum block_access. */
enum { AS_IT_IS = 0xff };

/* As the kernel does: up to the first page that is not mapped. */
static enum performed perform_mprotect(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    uint64_t end = op->addr + op->arg[1], where;
    if (op->arg[2])
        return probe_fails(t, (int)op->arg[2]);
    bool whole = maps_are_there(op->addr, end, &where);
    end = whole ? end : where;
    if (op->arg[0] != AS_IT_IS && op->addr < end && !maps_set(op->addr, end, (enum block_access)op->arg[0], false))
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

static uint32_t named(uint64_t size)
{
    return size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
}

static void complete_mmap(struct op *op)
{
    op->addr2 = maps_next(maps_owner(op->addr), op->arg[0]);
    op->size2 = op->addr2 ? named(op->arg[0]) : 0;
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

/* ---- stand-ins, on the program's stack ---------------------------------------------------------------------------- */

/* A range that the model has something to say about; else it is the kernel's. No call reaches from one thread's maps into another's. */
static bool is_ours(const void *addr, uint64_t size)
{
    uint64_t lo = (uint64_t)addr;
    return in_maps(lo) && size <= mz__layout.maps_span && lo + size <= arena_maps_lo(maps_owner(lo) + 1);
}

static enum block_access access_for(int protection)
{
    return protection & PROT_WRITE ? ACCESS_WRITE : protection & PROT_READ ? ACCESS_READ : ACCESS_NEVER;
}

static long announce_range(uint64_t pc, uint32_t kind, const void *addr, uint64_t size, uint64_t what, int error)
{
    if (error)
        return (long)announce_from(pc, kind, NULL, 0, what, 0, (uint64_t)error);
    return (long)announce_from(pc, kind, addr, named(size), what, size, 0);
}

static long kernels_mmap(uint64_t pc, void *addr, size_t size, int protection, int flags, int fd, long offset)
{
    if (world_in_setup() && flags & MAP_SHARED && !(flags & MAP_ANONYMOUS))
        inherited_is_mapped();
    if (world_in_setup())
        return (long)REAL(mmap)(addr, size, protection, flags, fd, offset);
    return (long)probe_refused_later_from(pc, flags & MAP_ANONYMOUS ? "mmap at an address of the program's choice" : "mmap of a file");
}

static long failed(uint64_t pc, int error)
{
    return announce_range(pc, OP_MUNMAP, NULL, 0, 0, error);
}

/* Is all of it mapped? What the caller finds out next is of the same step. */
static bool is_mapped(uint64_t pc, const void *addr, uint64_t size)
{
    return announce_range(pc, OP_MPROTECT, addr, size, AS_IT_IS, 0) == 0;
}

static bool shared; /* set-up is not rewound */

bool maps_shared(void)
{
    return shared;
}

long maps_mmap(uint64_t pc, void *addr, size_t size, int protection, int flags, int fd, long offset)
{
    const int placed = MAP_FIXED | MAP_FIXED_NOREPLACE;
    uint64_t pages = page_up(size);
    if (!(flags & MAP_ANONYMOUS) || (flags & placed && !is_ours(addr, pages)))
        return kernels_mmap(pc, addr, size, protection, flags, fd, offset);
    shared |= world_in_setup() && flags & MAP_SHARED;
    if (size == 0 || (flags & placed && (uint64_t)addr % PAGE))
        return failed(pc, EINVAL);
    if (pages < size || flags & MAP_HUGETLB) /* there are no such pages unless somebody has set them aside */
        return failed(pc, ENOMEM);
    if (protection & PROT_EXEC || flags & MAP_GROWSDOWN)
        return world_in_setup() ? kernels_mmap(pc, addr, size, protection, flags, fd, offset)
                                : (long)probe_refused_from(pc, protection & PROT_EXEC ? "mmap with PROT_EXEC" : "mmap with MAP_GROWSDOWN");
    if (!(flags & placed))
        return (long)announce_from(pc, OP_MMAP, maps_record(mz__hot.running->number), sizeof(uint64_t), pages, access_for(protection), 0);
    if (flags & MAP_FIXED_NOREPLACE)
        return is_mapped(pc, addr, PAGE) ? failed(pc, EEXIST) : (long)probe_refused_from(pc, "mmap with MAP_FIXED_NOREPLACE");
    return announce_range(pc, OP_MMAP_FIXED, addr, pages, access_for(protection), 0);
}

long maps_munmap(uint64_t pc, void *addr, size_t size)
{
    if (!is_ours(addr, size))
        return world_in_setup() ? REAL(munmap)(addr, size) : (long)probe_refused_later_from(pc, "munmap of what was mapped otherwise");
    return announce_range(pc, OP_MUNMAP, addr, page_up(size), 0, (uint64_t)addr % PAGE || size == 0 ? EINVAL : 0);
}

long maps_mprotect(uint64_t pc, void *addr, size_t size, int protection)
{
    if (!is_ours(addr, size))
        return world_in_setup() ? REAL(mprotect)(addr, size, protection)
                                : (long)probe_refused_later_from(pc, "mprotect of what was mapped otherwise");
    if (protection & PROT_EXEC)
        return (long)probe_refused_from(pc, "mprotect with PROT_EXEC");
    if ((uint64_t)addr % PAGE)
        return failed(pc, EINVAL);
    return size ? announce_range(pc, OP_MPROTECT, addr, page_up(size), access_for(protection), 0) : 0;
}

/* Advice that changes nothing that the program could notice. */
static bool is_without_effect(int advice)
{
    switch (advice) {
    case MADV_NORMAL:
    case MADV_RANDOM:
    case MADV_SEQUENTIAL:
    case MADV_WILLNEED:
    case MADV_DONTFORK:
    case MADV_DOFORK:
    case MADV_MERGEABLE:
    case MADV_UNMERGEABLE:
    case MADV_HUGEPAGE:
    case MADV_NOHUGEPAGE:
    case MADV_DONTDUMP:
    case MADV_DODUMP:
    case MADV_COLD:
    case MADV_PAGEOUT: return true;
    default: return false;
    }
}

long maps_madvise(uint64_t pc, void *addr, size_t size, int advice)
{
    if ((uint64_t)addr % PAGE)
        return failed(pc, EINVAL);
    if (is_without_effect(advice))
        return 0;
    if (!is_ours(addr, size))
        return world_in_setup() ? REAL(madvise)(addr, size, advice)
                                : (long)probe_refused_later_from(pc, "madvise of what was mapped otherwise");
    if (advice != MADV_DONTNEED && advice != MADV_FREE)
        return (long)probe_refused_from(pc, "madvise with this advice");
    return size ? announce_range(pc, OP_MADVISE, addr, page_up(size), (uint64_t)advice, 0) : 0;
}

/* Another place, a copy, and the old one given up: whoever could tell that these are three steps uses memory that is about to move. */
static long move(uint64_t pc, void *addr, uint64_t old, uint64_t size)
{
    enum block_access access = blocks_access((uint64_t)addr);
    long to = (long)announce_from(pc, OP_MMAP, maps_record(mz__hot.running->number), sizeof(uint64_t), size, access, 0);
    announce_from(pc, OP_COPY | ANNOUNCE_DETAIL(COPY_FORWARD), (void *)to, old, (uint64_t)addr, old, 0);
    announce_range(pc, OP_MUNMAP, addr, old, 0, 0);
    return to;
}

long maps_mremap(uint64_t pc, void *addr, size_t old_size, size_t new_size, int flags)
{
    uint64_t old = page_up(old_size), size = page_up(new_size);
    if (!is_ours(addr, old))
        return world_in_setup() ? (long)REAL(mremap)(addr, old_size, new_size, flags)
                                : (long)probe_refused_later_from(pc, "mremap of what was mapped otherwise");
    if ((uint64_t)addr % PAGE || size == 0 || flags & ~MREMAP_MAYMOVE || old == 0)
        return flags & ~MREMAP_MAYMOVE ? (long)probe_refused_from(pc, "mremap with these flags") : failed(pc, EINVAL);
    if (!is_mapped(pc, addr, old))
        return failed(pc, EFAULT);
    if (size > old)
        return flags & MREMAP_MAYMOVE ? move(pc, addr, old, size) : failed(pc, ENOMEM);
    if (size < old)
        announce_range(pc, OP_MUNMAP, (char *)addr + size, old - size, 0, 0);
    return (long)addr;
}

STAND_IN(void *, mmap, void *addr, size_t size, int protection, int flags, int fd, long offset)
{
    if (!probe_active(NULL))
        return REAL(mmap)(addr, size, protection, flags, fd, offset);
    return (void *)maps_mmap(CALLER, addr, size, protection, flags, fd, offset);
}

STAND_IN(void *, mmap64, void *addr, size_t size, int protection, int flags, int fd, long offset)
{
    if (!probe_active(NULL))
        return REAL(mmap)(addr, size, protection, flags, fd, offset);
    return (void *)maps_mmap(CALLER, addr, size, protection, flags, fd, offset);
}

EXPORT int munmap(void *addr, size_t size)
{
    return probe_active(NULL) ? (int)maps_munmap(CALLER, addr, size) : REAL(munmap)(addr, size);
}

EXPORT int mprotect(void *addr, size_t size, int protection)
{
    return probe_active(NULL) ? (int)maps_mprotect(CALLER, addr, size, protection) : REAL(mprotect)(addr, size, protection);
}

EXPORT int madvise(void *addr, size_t size, int advice)
{
    return probe_active(NULL) ? (int)maps_madvise(CALLER, addr, size, advice) : REAL(madvise)(addr, size, advice);
}

/* As glibc does it: none of its advice changes anything. */
EXPORT int posix_madvise(void *addr, size_t size, int advice)
{
    if (!probe_active(NULL))
        return REAL(posix_madvise)(addr, size, advice);
    return advice != POSIX_MADV_DONTNEED && (uint64_t)addr % PAGE ? EINVAL : 0;
}

STAND_IN(void *, mremap, void *addr, size_t old, size_t size, int flags, void *to)
{
    if (!probe_active(NULL))
        return REAL_AS(mremap, void *(*)(void *, size_t, size_t, int, void *))(addr, old, size, flags, to);
    return (void *)maps_mremap(CALLER, addr, old, size, flags);
}
