/* sort.c - qsort and bsearch. The program's own function compares, and its accesses are seen; elements change places by
 * operations that exchange two of them.
 *
 * Few elements are sorted in the order in which they came (by insertion), as glibc does and many expect; many by a heap.
 */
#include <stdlib.h>
#include <string.h>

#include "probe/libc.h"
#include "world/outside/outside.h"
#include "world/world.h"

typedef int comparison(const void *a, const void *b, void *argument); /* one without an argument does not mind it */

struct sorting {
    uint64_t    pc; /* where the program called */
    char       *base;
    size_t      size;
    comparison *compare;
    void       *argument;
};

enum performed libcall_exchange(struct thread *t, struct op *op, unsigned choice)
{
    (void)t, (void)choice;
    mem_exchange((void *)op->addr, (void *)op->addr2, op->size);
    return PERFORM_RESUME;
}

static void exchange(const struct sorting *s, size_t i, size_t k)
{
    announce_from(s->pc, LIBCALL(EXCHANGE), s->base + i * s->size, s->size, (uint64_t)(s->base + k * s->size), s->size, 0);
}

static bool is_less(const struct sorting *s, size_t i, size_t k)
{
    return s->compare(s->base + i * s->size, s->base + k * s->size, s->argument) < 0;
}

static void sort_by_insertion(const struct sorting *s, size_t count)
{
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && is_less(s, k, k - 1); k--)
            exchange(s, k, k - 1);
}

static void sift(const struct sorting *s, size_t root, size_t count)
{
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        child += child + 1 < count && is_less(s, child, child + 1);
        if (!is_less(s, root, child))
            return;
        exchange(s, root, child);
    }
}

static void sort_by_heap(const struct sorting *s, size_t count)
{
    for (size_t i = count / 2; i > 0; i--)
        sift(s, i - 1, count);
    for (size_t i = count - 1; i > 0; i--) {
        exchange(s, 0, i);
        sift(s, 0, i);
    }
}

static __attribute__((noinline)) void sort(const struct sorting *s, size_t count)
{
    enum { FEW = 64 };
    outside_given((uint64_t)s->compare);
    if (s->size > 0 && count > 1)
        (count <= FEW ? sort_by_insertion : sort_by_heap)(s, count);
}

/* Before the first thread nothing is rewound: libc's own is faster. */
EXPORT void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    if (!probe_active(NULL) || world_in_setup())
        REAL(qsort)(base, count, size, compare);
    else
        sort(&(struct sorting){CALLER, base, size, (comparison *)(uintptr_t)compare, NULL}, count);
}

EXPORT void qsort_r(void *base, size_t count, size_t size, comparison *compare, void *argument)
{
    if (!probe_active(NULL) || world_in_setup())
        REAL(qsort_r)(base, count, size, compare, argument);
    else
        sort(&(struct sorting){CALLER, base, size, compare, argument}, count);
}

EXPORT void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    outside_given((uint64_t)compare);
    for (size_t low = 0, high = count; low < high;) {
        size_t middle = low + (high - low) / 2;
        const char *element = (const char *)base + middle * size;
        int order = compare(key, element);
        if (order == 0)
            return (void *)(uintptr_t)element;
        if (order > 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}
