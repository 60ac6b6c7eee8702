/* extents.c - see extents.h. */
#include "world/state/extents.h"

#include "world/blocks.h"
#include "world/memory/data_ranges.h"
#include "world/memory/valid.h"
#include "world/state/tcb.h"

/* Extents of which the bit is set. */
static void each_range(unsigned kinds, extents_visitor *each, void *data)
{
    unsigned count;
    const struct data_range *r = data_ranges(&count);
    for (const struct data_range *end = r + count; r < end; r++)
        if (kinds & 1u << r->kind)
            each(r->lo, r->hi, data);
}

/* valid: with what is known of its words (valid.h). */
static void visit_blocks(uint64_t lo, uint64_t hi, bool valid, extents_visitor *each, void *data)
{
    each(lo, hi, data);
    if (valid && lo < hi && mz__hot.checked_heap)
        each((uint64_t)valid_byte(lo) & ~(uint64_t)7, ((uint64_t)valid_byte(hi) + 7) & ~(uint64_t)7, data);
}

static void each_heap(bool valid, extents_visitor *each, void *data)
{
    for (tid t = 0; t < MAX_THREADS; t++) {
        uint64_t lo, hi;
        for (unsigned i = 0; mz__layout.heap_committed[t] && blocks_range(t, i, &lo, &hi); i++)
            visit_blocks(lo, hi, valid, each, data);
        for (unsigned i = 0; mz__layout.maps_committed[t] && blocks_map(t, i, &lo, &hi); i++)
            visit_blocks(lo, hi, valid, each, data);
    }
}

void extents_each(const struct world *w, extents_visitor *each, void *data)
{
    each_range(1 << DATA_PROGRAM | 1 << DATA_LIBRARY, each, data);
    each_heap(true, each, data);
    THREADSET_EACH(t, world_stacks(w)) {
        const struct thread *thread = &w->thread[t];
        uint64_t lo, hi;
        each(thread->sp, thread->stack_base + THREAD_KEEPSAKE, data);
        each((uint64_t)thread->frames, (uint64_t)&thread->frames[thread->depth], data);
        each((uint64_t)&thread->op, (uint64_t)&thread->epoch, data);
        tcb_foreign(thread->tp, &lo, &hi);
        each(lo, hi, data);
    }
}

void extents_model(extents_visitor *each, void *data)
{
    each_range(1 << DATA_MODEL, each, data);
}

void extents_writable(const struct world *w, const struct thread *t, bool of_c, extents_visitor *each, void *data)
{
    each_range(1 << DATA_PROGRAM | 1 << DATA_LIBRARY | of_c << DATA_C_LIBRARY, each, data);
    each_heap(false, each, data);
    THREADSET_EACH(u, world_stacks(w)) {
        const struct thread *thread = &w->thread[u];
        uint64_t lo, hi;
        each(thread == t ? thread->saved_hi : thread->sp, thread->stack_base + THREAD_KEEPSAKE, data);
        for (unsigned i = 0; tcb_program(thread->tp, i, &lo, &hi); i++)
            each(lo, hi, data);
        tcb_foreign(thread->tp, &lo, &hi);
        if (thread != t) /* its own is looked at when the epoch ends: library_tls.h */
            each(lo, hi, data);
    }
}

void extents_libraries(bool of_c, extents_visitor *each, void *data)
{
    each_range(1 << DATA_LIBRARY | of_c << DATA_C_LIBRARY, each, data);
}

void extents_program(extents_visitor *each, void *data)
{
    each_range(1 << DATA_PROGRAM, each, data);
}

void extents_c_library(extents_visitor *each, void *data)
{
    each_range(1 << DATA_C_LIBRARY, each, data);
}
