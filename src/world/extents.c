/* extents.c - see extents.h. */
#include "world/extents.h"

#include "world/blocks.h"
#include "world/tcb.h"
#include "world/valid.h"

static struct {
    uint64_t lo, hi;
} added[MAX_SEGMENTS];
static unsigned count;

void extents_add(uint64_t lo, uint64_t hi)
{
    if (count < MAX_SEGMENTS) {
        added[count].lo = (lo + 7) & ~(uint64_t)7;
        added[count++].hi = hi & ~(uint64_t)7;
    }
}

void extents_each(const struct world *w, void (*each)(uint64_t lo, uint64_t hi, void *data), void *data)
{
    for (unsigned i = 0; i < count; i++)
        each(added[i].lo, added[i].hi, data);
    for (tid t = 0; t < MAX_THREADS; t++) {
        uint64_t lo, hi;
        for (unsigned i = 0; blocks_range(t, i, &lo, &hi); i++) {
            each(lo, hi, data);
            if (lo < hi && mz__hot.checked_heap)
                each((uint64_t)valid_byte(lo) & ~(uint64_t)7, ((uint64_t)valid_byte(hi) + 7) & ~(uint64_t)7, data);
        }
    }
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
