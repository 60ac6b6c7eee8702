/* allocations.c - memory that is given out and taken back: who uses it next has nothing to do with who used it before. It is libc's, or,
 * with --heap, from pages of its own (checked_heap.c). Before libc's functions are found, finding them may want a little. */
#include <errno.h>
#include <string.h>

#include "hunt/checks/checked_heap.h"
#include "hunt/checks/hunt_races.h"
#include "hunt/real.h"
#include "hunt/scheduler.h"

/* --- until libc's functions are found ----------------------------------------------------------------------------------------- */

enum { EARLY = 1 << 16, ALIGNMENT = 16 };
static _Alignas(ALIGNMENT) char early[EARLY];
static size_t early_used;

static bool is_early(const void *p) { return (const char *)p >= early && (const char *)p < early + EARLY; }

static void *early_allocate(size_t size)
{
    size_t at = early_used;
    early_used += (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    return early_used <= EARLY ? early + at : NULL;
}

/* --- blocks --------------------------------------------------------------------------------------------------------------------- */

/* To its end, which may lie behind what was asked for. */
static void *fresh(void *p)
{
    if (p && clocks_are_kept())
        races_fresh(p, malloc_usable_size(p));
    return p;
}

static void *mapped(void *p, size_t size)
{
    if (p != MAP_FAILED)
        races_fresh(p, size);
    return p;
}

static void *allocate_aligned(size_t alignment, size_t size, uint64_t pc)
{
    void *p = heap_allocate(alignment, size, pc);
    return p ? p : REAL(memalign)(alignment, size);
}

EXPORT void *malloc(size_t size)
{
    if (hunt_is_resolving())
        return early_allocate(size);
    void *p = heap_allocate(ALIGNMENT, size, HUNT_CALLER);
    return fresh(p ? p : REAL(malloc)(size));
}

EXPORT void *calloc(size_t count, size_t size)
{
    if (hunt_is_resolving())
        return early_allocate(count * size);
    size_t whole;
    void *p = __builtin_mul_overflow(count, size, &whole) ? NULL : heap_allocate(ALIGNMENT, whole, HUNT_CALLER);
    return fresh(p ? p : REAL(calloc)(count, size));
}

/* The length of early ones is not known. */
EXPORT size_t malloc_usable_size(void *p)
{
    return heap_has(p) ? heap_size(p) : is_early(p) ? (size_t)(early + EARLY - (char *)p) : REAL(malloc_usable_size)(p);
}

static void give_back(void *p, uint64_t pc)
{
    if (!p || is_early(p))
        return;
    if (heap_has(p)) {
        races_free(p, heap_size(p), pc);
        heap_free(p, pc);
        return;
    }
    races_free(p, REAL(malloc_usable_size)(p), pc);
    REAL(free)(p);
}

EXPORT void free(void *p)
{
    int error = errno;
    give_back(p, HUNT_CALLER);
    errno = error;
}

/* What stays where it is keeps what is known of it. */
static void *resize(void *p, size_t size, uint64_t pc)
{
    size_t old = malloc_usable_size(p);
    if (!heap_has(p) && !is_early(p)) {
        void *to = REAL(realloc)(p, size);
        if (to == p)
            return size > old ? (races_fresh((char *)p + old, malloc_usable_size(p) - old), p) : p;
        return fresh(to);
    }
    void *to = heap_allocate(ALIGNMENT, size, pc);
    to = fresh(to ? to : REAL(malloc)(size));
    if (!to)
        return NULL;
    memcpy(to, p, old < size ? old : size);
    give_back(p, pc);
    return to;
}

EXPORT void *realloc(void *p, size_t size)
{
    if (!p)
        return malloc(size);
    if (!size) {
        free(p);
        return NULL;
    }
    return resize(p, size, HUNT_CALLER);
}

EXPORT int posix_memalign(void **result, size_t alignment, size_t size)
{
    if (alignment % sizeof(void *) || !alignment || (alignment & (alignment - 1)))
        return EINVAL;
    void *p = fresh(allocate_aligned(alignment, size, HUNT_CALLER));
    if (!p)
        return ENOMEM;
    *result = p;
    return 0;
}

EXPORT void *memalign(size_t alignment, size_t size) { return fresh(allocate_aligned(alignment, size, HUNT_CALLER)); }
EXPORT void *aligned_alloc(size_t alignment, size_t size) { return fresh(allocate_aligned(alignment, size, HUNT_CALLER)); }
EXPORT void *valloc(size_t size) { return fresh(REAL(valloc)(size)); }
EXPORT void *pvalloc(size_t size) { return fresh(REAL(pvalloc)(size)); }

/* --- mappings --------------------------------------------------------------------------------------------------------------------- */

EXPORT void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
    return mapped(REAL(mmap)(at, size, protection, flags, fd, offset), size);
}

EXPORT void *mmap64(void *at, size_t size, int protection, int flags, int fd, off64_t offset)
{
    return mapped(REAL(mmap64)(at, size, protection, flags, fd, offset), size);
}
