/* new.c - C++'s operators new: allocation like malloc's, at the program's own place. (delete is in heap.c, beside free.)
 *
 * When there is no memory the thread goes on in libstdc++'s operator of the same name, which calls the new-handler and throws.
 */
#include "probe/heap/heap.h"
#include "probe/heap/heap_arena.h"
#include "probe/heap/heap_early.h"
#include "probe/libc.h"

typedef void *plain_new(uint64_t size);
typedef void *aligned_new(uint64_t size, uint64_t alignment);

__attribute__((noinline)) static void *real_new(uint64_t size)
{
    return REAL_AS(_Znwm, plain_new *)(size);
}

static void *failed(struct thread *t)
{
    return real_new(t->op.arg[0]);
}

static void *failed_aligned(struct thread *t)
{
    return REAL_AS(_ZnwmSt11align_val_t, aligned_new *)(t->op.arg[0], t->op.arg[1]);
}

void new_failed(struct thread *t, const struct op *op)
{
    if (op->detail == HEAP_NEW || op->detail == HEAP_NEW_ARRAY)
        t->resume_at = op->arg[1] > HEAP_ALIGNMENT ? (uint64_t)failed_aligned : (uint64_t)failed;
}

static inline void *take(enum heap_call call, uint64_t size, uint64_t alignment)
{
    size = size ? size : 1;
    alignment = alignment > HEAP_ALIGNMENT ? alignment : HEAP_ALIGNMENT;
    if (!probe_active(NULL)) {
        void *block = early_take(size, alignment);
        return block || call > HEAP_NEW_ARRAY ? block : real_new(size);
    }
    return mz__announce_pointer(OP_MALLOC | ANNOUNCE_DETAIL(call), heap_record(mz__hot.running->number, heap_class_for(size, alignment)),
                                sizeof(uint64_t), size, alignment, 0);
}

/* new, new[]: plain, for large alignments, and both without exceptions */
STAND_IN(void *, _Znwm, uint64_t size) { return take(HEAP_NEW, size, 0); }
STAND_IN(void *, _Znam, uint64_t size) { return take(HEAP_NEW_ARRAY, size, 0); }
STAND_IN(void *, _ZnwmSt11align_val_t, uint64_t size, uint64_t alignment) { return take(HEAP_NEW, size, alignment); }
STAND_IN(void *, _ZnamSt11align_val_t, uint64_t size, uint64_t alignment) { return take(HEAP_NEW_ARRAY, size, alignment); }
STAND_IN(void *, _ZnwmRKSt9nothrow_t, uint64_t size) { return take(HEAP_NEW_NOTHROW, size, 0); }
STAND_IN(void *, _ZnamRKSt9nothrow_t, uint64_t size) { return take(HEAP_NEW_ARRAY_NOTHROW, size, 0); }
STAND_IN(void *, _ZnwmSt11align_val_tRKSt9nothrow_t, uint64_t size, uint64_t alignment) { return take(HEAP_NEW_NOTHROW, size, alignment); }
STAND_IN(void *, _ZnamSt11align_val_tRKSt9nothrow_t, uint64_t size, uint64_t alignment)
{
    return take(HEAP_NEW_ARRAY_NOTHROW, size, alignment);
}
