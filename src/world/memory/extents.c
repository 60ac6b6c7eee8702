/* extents.c - see extents.h. */
#include "world/memory/extents.h"

#include "world/blocks.h"
#include "world/state/tcb.h"
#include "world/memory/valid.h"

static struct {
    uint64_t lo, hi;
    enum extents_kind kind;
} added[2 * MAX_SEGMENTS];
static unsigned count;

bool extents_add(enum extents_kind kind, uint64_t lo, uint64_t hi)
{
    lo = (lo + 7) & ~(uint64_t)7;
    hi &= ~(uint64_t)7;
    for (unsigned i = 0; i < count; i++)
        if (added[i].lo == lo && added[i].hi == hi)
            return true;
    if (count == 2 * MAX_SEGMENTS)
        return false;
    added[count].kind = kind;
    added[count].lo = lo;
    added[count++].hi = hi;
    return true;
}

void extents_bounds(uint64_t *lo, uint64_t *hi)
{
    *lo = ~0ULL;
    *hi = 0;
    for (unsigned i = 0; i < count; i++) {
        *lo = added[i].lo < *lo ? added[i].lo : *lo;
        *hi = added[i].hi > *hi ? added[i].hi : *hi;
    }
}

bool extents_find(uint64_t addr, enum extents_kind *kind, uint64_t *lo, uint64_t *hi)
{
    for (unsigned i = 0; i < count; i++)
        if (addr - added[i].lo < added[i].hi - added[i].lo) {
            *kind = added[i].kind;
            *lo = added[i].lo;
            *hi = added[i].hi;
            return true;
        }
    return false;
}

static void each_heap(bool with_maps, extents_visitor *each, void *data)
{
    for (tid t = 0; t < MAX_THREADS; t++) {
        uint64_t lo, hi;
        for (unsigned i = 0; mz__layout.heap_committed[t] && blocks_range(t, i, &lo, &hi); i++) {
            each(lo, hi, data);
            if (with_maps && lo < hi && mz__hot.checked_heap)
                each((uint64_t)valid_byte(lo) & ~(uint64_t)7, ((uint64_t)valid_byte(hi) + 7) & ~(uint64_t)7, data);
        }
    }
}

void extents_each(const struct world *w, extents_visitor *each, void *data)
{
    for (unsigned i = 0; i < count; i++)
        if (added[i].kind != EXTENTS_C_LIBRARY)
            each(added[i].lo, added[i].hi, data);
    each_heap(true, each, data);
    THREADSET_EACH(t, w->live) {
        const struct thread *thread = &w->thread[t];
        uint64_t lo, hi;
        each(thread->sp, thread->stack_base + THREAD_KEEPSAKE, data);
        each((uint64_t)thread->frames, (uint64_t)&thread->frames[thread->depth], data);
        each((uint64_t)&thread->op, (uint64_t)&thread->epoch, data);
        tcb_foreign(thread->tp, &lo, &hi);
        each(lo, hi, data);
    }
}

void extents_writable(const struct world *w, const struct thread *t, bool of_c, extents_visitor *each, void *data)
{
    for (unsigned i = 0; i < count; i++)
        if (added[i].kind != EXTENTS_MODEL && (of_c || added[i].kind != EXTENTS_C_LIBRARY))
            each(added[i].lo, added[i].hi, data);
    each_heap(false, each, data);
    THREADSET_EACH(u, w->live) {
        const struct thread *thread = &w->thread[u];
        uint64_t lo, hi;
        each(thread == t ? thread->saved_hi : thread->sp, thread->stack_base + THREAD_KEEPSAKE, data);
        for (unsigned i = 0; tcb_program(thread->tp, i, &lo, &hi); i++)
            each(lo, hi, data);
        tcb_foreign(thread->tp, &lo, &hi);
        if (thread != t) /* its own is looked at when the epoch ends: foreign.h */
            each(lo, hi, data);
    }
}

void extents_libraries(bool of_c, extents_visitor *each, void *data)
{
    for (unsigned i = 0; i < count; i++)
        if (added[i].kind == EXTENTS_LIBRARY || (of_c && added[i].kind == EXTENTS_C_LIBRARY))
            each(added[i].lo, added[i].hi, data);
}
