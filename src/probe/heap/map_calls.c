/* map_calls.c - mmap, munmap, mprotect, madvise, mremap, msync: the stand-ins, on the program's stack. See maps.h. */
#include "probe/heap/map_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "base/page.h"
#include "base/raw.h"
#include "probe/errno.h"
#include "probe/families.h"
#include "probe/files/file_maps.h"
#include "probe/heap/maps.h"
#include "probe/refuse.h"
#include "probe/thread/cancel.h"
#include "world/setup/early_maps.h"
#include "world/setup/inherited.h"
#include "world/world.h"

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
    return (long)announce_from(pc, kind, addr, maps_named(size), what, size, 0);
}

/* A range with a part of a file's map in it. */
static bool is_of_file(const void *addr, uint64_t size)
{
    bool is = file_maps_has((uint64_t)addr, size);
    probe_wipe_stack();
    return is;
}

static long failed(uint64_t pc, int error)
{
    return announce_range(pc, OP_MUNMAP, NULL, 0, 0, error);
}

/* The place first, and then the file in it: nobody knows the place before. */
static long map_file(uint64_t pc, size_t size, int protection, int flags, int fd, long offset)
{
    uint64_t pages = page_up(size);
    int kind = flags & MAP_TYPE;
    if (kind == MAP_SHARED_VALIDATE)
        return (long)probe_refused_from(pc, "mmap with MAP_SHARED_VALIDATE");
    if (offset < 0 || offset % PAGE)
        return failed(pc, EINVAL);
    if (size == 0 || (kind != MAP_SHARED && kind != MAP_PRIVATE))
        return failed(pc, file_maps_may(pc, fd) ? EINVAL : EBADF);
    if (pages < size)
        return failed(pc, ENOMEM);
    enum block_access access = access_for(protection);
    long to = (long)announce_from(pc, OP_MMAP, maps_record(mz__hot.running->number), sizeof(uint64_t), pages, access, 0);
    if (file_maps_map(pc, fd, (struct window){.lo = (uint64_t)to, .size = pages, .offset = (uint64_t)offset, .access = access,
                                              .shared = kind == MAP_SHARED}) == 0)
        return to;
    announce_range(pc, OP_MUNMAP, (void *)to, pages, 0, 0);
    return -1;
}

static long map_early(uint64_t pc, void *addr, size_t size, int protection, int flags, int fd, long offset)
{
    long to = (long)REAL(mmap)(addr, size, protection, flags, fd, offset);
    long status = raw_syscall(SYS_fcntl, fd, F_GETFL, 0, 0, 0, 0);
    bool known = true;
    if (to != (long)MAP_FAILED && !(flags & MAP_ANONYMOUS))
        known = early_maps_note((struct early_map){.lo = (uint64_t)to, .size = page_up(size), .offset = (uint64_t)offset,
                                                   .file = file_behind(fd).file, .shared = flags & MAP_SHARED,
                                                   .stores = flags & MAP_SHARED && (status & O_ACCMODE) == O_RDWR});
    return known ? to : (long)probe_refused_from(pc, "mmap of a part of a file that is mapped already, to be shared, or of more than 256 "
                                                 "parts,");
}

static long unmap_early(void *addr, size_t size)
{
    long error = REAL(munmap)(addr, size);
    if (error == 0)
        early_maps_forget((uint64_t)addr, page_up(size));
    return error;
}

static long kernels_mmap(uint64_t pc, void *addr, size_t size, int protection, int flags, int fd, long offset)
{
    if (world_in_setup())
        return map_early(pc, addr, size, protection, flags, fd, offset);
    if (flags & (MAP_ANONYMOUS | MAP_FIXED | MAP_FIXED_NOREPLACE))
        return (long)probe_refused_later_from(pc, "mmap at an address of the program's choice");
    if (protection & PROT_EXEC)
        return (long)probe_refused_from(pc, "mmap with PROT_EXEC");
    return map_file(pc, size, protection, flags, fd, offset);
}

/* Is all of it mapped? What the caller finds out next is of the same step. */
static bool is_mapped(uint64_t pc, const void *addr, uint64_t size)
{
    return announce_range(pc, OP_MPROTECT, addr, size, MAPS_AS_IT_IS, 0) == 0;
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
    if (is_of_file(addr, pages))
        return (long)probe_refused_from(pc, "mmap in the place of a file's map");
    return announce_range(pc, OP_MMAP_FIXED, addr, pages, access_for(protection), 0);
}

long maps_munmap(uint64_t pc, void *addr, size_t size)
{
    if (!is_ours(addr, size))
        return world_in_setup() ? unmap_early(addr, size) : (long)probe_refused_later_from(pc, "munmap of what was mapped otherwise");
    if ((uint64_t)addr % PAGE || size == 0)
        return failed(pc, EINVAL);
    if (is_of_file(addr, page_up(size)) && file_maps_unmap(pc, (uint64_t)addr, page_up(size)) < 0)
        return (long)probe_refused_from(pc, "munmap of a part of a file's map, or of more");
    return announce_range(pc, OP_MUNMAP, addr, page_up(size), 0, 0);
}

long maps_mprotect(uint64_t pc, void *addr, size_t size, int protection)
{
    if (!is_ours(addr, size))
        return world_in_setup() ? REAL(mprotect)(addr, size, protection)
                                : (long)probe_refused_later_from(pc, "mprotect of what was mapped otherwise");
    if (protection & PROT_EXEC)
        return (long)probe_refused_from(pc, "mprotect with PROT_EXEC");
    if (is_of_file(addr, page_up(size)))
        return (long)probe_refused_from(pc, "mprotect of a file's map");
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
    if (is_of_file(addr, page_up(size)))
        return (long)probe_refused_from(pc, "madvise with this advice of a file's map");
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
    if (is_of_file(addr, old))
        return (long)probe_refused_from(pc, "mremap of a file's map");
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

/* What a map shows is what the file holds: whoever stores there has done so. */
EXPORT int msync(void *addr, size_t size, int flags)
{
    if (!probe_active(NULL) || (world_in_setup() && !is_ours(addr, size)))
        return REAL(msync)(addr, size, flags);
    uint64_t pc = CALLER;
    cancel_here(pc, CANCELS);
    if ((uint64_t)addr % PAGE || flags & ~(MS_ASYNC | MS_INVALIDATE | MS_SYNC) || (flags & MS_ASYNC && flags & MS_SYNC))
        return (int)failed(pc, EINVAL);
    if (!is_ours(addr, size))
        return (int)probe_refused_later_from(pc, "msync of what was mapped otherwise");
    return size == 0 || is_mapped(pc, addr, page_up(size)) ? 0 : (int)failed(pc, ENOMEM);
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
