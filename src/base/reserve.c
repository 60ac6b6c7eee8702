/* reserve.c - address space that costs only what is touched. */
#include "base/reserve.h"

#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>

#include "base/page.h"
#include "base/raw.h"

static void unmap(uintptr_t start, size_t bytes)
{
    if (bytes > 0)
        raw_syscall(SYS_munmap, (long)start, (long)bytes, 0, 0, 0, 0);
}

typedef void *mapping(void *at, size_t size, int protection, int extra_flags);

/* A hole that is larger than what is wanted, of which both ends are cut off, so that the rest starts at a multiple of the huge page;
 * and only then what is wanted, from its own beginning: shared memory has huge pages only where that lies at such a multiple too. */
static void *map_in_hole(size_t bytes, mapping *map)
{
    uintptr_t start = (uintptr_t)raw_map(NULL, bytes + HUGE_PAGE, PROT_NONE, MAP_NORESERVE);
    if (start == 0)
        return NULL;
    uintptr_t aligned = (start + HUGE_PAGE - 1) & -(uintptr_t)HUGE_PAGE;
    unmap(start, aligned - start);
    unmap(aligned + bytes, start + HUGE_PAGE - aligned);
    void *made = map((void *)aligned, bytes, PROT_READ | PROT_WRITE, MAP_NORESERVE | MAP_FIXED);
    if (!made)
        unmap(aligned, bytes);
    return made;
}

/* That is for where the kernel chooses the place. */
static void *map_aligned(size_t bytes, mapping *map)
{
    if (bytes >= HUGE_PAGE)
        raw_map_aligned_next(HUGE_PAGE);
    void *made = map(NULL, bytes, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    if (!made || bytes < HUGE_PAGE || (uintptr_t)made % HUGE_PAGE == 0)
        return made;
    unmap((uintptr_t)made, bytes);
    return map_in_hole(bytes, map);
}

static void *reserve_by(mapping *map, size_t *bytes, size_t least)
{
    for (size_t size = page_up(*bytes); size >= least && size > 0; size = page_down(size / 2)) {
        void *start = map_aligned(size, map);
        if (start) {
            *bytes = size;
            return start;
        }
    }
    return NULL;
}

void *reserve(size_t *bytes, size_t least)
{
    return reserve_by(raw_map, bytes, least);
}

void *reserve_shared(size_t *bytes, size_t least)
{
    return reserve_by(raw_map_shared, bytes, least);
}

size_t reserve_machine(void)
{
    struct sysinfo info = {0};
    if (raw_syscall(SYS_sysinfo, (long)&info, 0, 0, 0, 0, 0) != 0)
        return (size_t)1 << 34;
    return info.totalram * info.mem_unit;
}

void reserve_huge_pages(void *start, size_t bytes)
{
    raw_syscall(SYS_madvise, (long)start, (long)bytes, MADV_HUGEPAGE, 0, 0, 0);
}

/* A huge page is made where some memory is in use, so a word of each is touched first. */
void reserve_collapse(void *start, size_t bytes)
{
    enum { COLLAPSE = 25 }; /* Linux 6.1: headers of older systems lack it */
    size_t whole = bytes & -(size_t)HUGE_PAGE;
    for (size_t at = 0; at < whole; at += HUGE_PAGE)
        __atomic_fetch_or((uint64_t *)((char *)start + at), 0, __ATOMIC_RELAXED);
    raw_syscall(SYS_madvise, (long)start, (long)whole, COLLAPSE, 0, 0, 0);
}

void reserve_forget(void *start, size_t bytes)
{
    raw_syscall(SYS_madvise, (long)start, (long)bytes, MADV_DONTNEED, 0, 0, 0);
}

void reserve_forget_shared(void *start, size_t bytes)
{
    raw_syscall(SYS_madvise, (long)start, (long)bytes, MADV_REMOVE, 0, 0, 0);
}

void reserve_release(void *start, size_t bytes)
{
    if (start)
        unmap((uintptr_t)start, bytes);
}
