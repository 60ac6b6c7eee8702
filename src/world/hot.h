/* hot.h - the state that hooks read: the one place where the runtime keeps state outside of a struct that is passed, because a hook is
 * called with nothing but an address. One cache line or two, read on every access of the program.
 *
 * switch_*.S knows the offsets of `running` and `engine_sp`.
 */
#ifndef MZ_WORLD_HOT_H
#define MZ_WORLD_HOT_H

#include <stddef.h>

#include "world/memory/layout.h"
#include "world/thread.h"

struct hot {
    struct thread *running;   /* the thread of the program that has control; NULL while the engine has it */
    uint64_t engine_sp;       /* saved stack pointer of the engine while a thread runs */
    uint64_t following;       /* FOLLOW_* */
    uint64_t epoch;           /* since the last mark, digest, rewind or call outside: one note per word and epoch */
    char    *undo_top;        /* end of the undo log */
    uint64_t budget;          /* hooks left before the running step is looked at (a spin, a runaway) */
    word_owners mine_written;    /* bytes with this ownership (8 times the same) are the running thread's own */
    struct thread *inside;    /* running, unless that is outside of the code that has hooks (outside.h) */
    word_owners mine_read;       /* the same of bytes that only it reads, */
    word_owners read_by_several; /* and of those that nobody writes */
    uint64_t segment_lo, segment_size; /* the program's image, or the piece of it with its data; copied from the layout */
    struct cell *segment_cells;
    uint64_t model_lo, model_size;     /* the model's own state, likewise */
    struct cell *model_cells;
    uint64_t last_write;      /* range of a write hook directly before: see tsan_access.c */
    uint64_t last_write_size;
    uint64_t arena_size;
    uint64_t checked_heap_at, checked_heap; /* valid.h: part of the arenas where only live blocks may be used; size 0: none */
    uint64_t checked_slots;   /* likewise where only the live part of stacks may be used */
    uint64_t own_end;         /* of the running thread's slot, or of what is surely its own (valid.h) */
    uint64_t shared_from;     /* the lowest byte of its stack that is shared */
    char    *epoch_start;     /* end of the undo log when the epoch began */
    uint64_t unasked_end;     /* own_end, for the hooks of sampled executions, which track nothing on stacks; 0: all is looked at */
    const uint64_t *tracked;  /* for the hooks of sampled executions: which words matter (tracked.h) */
    uint64_t made, may_make;  /* likewise: steps that the running thread has made by itself, and those that it may (batched_steps.h) */
    uint64_t decisions;       /* so many of them where others are enabled, */
    uint64_t others;          /* which is so now: 1, or 0 */
    uint64_t counted;         /* 1, or 0: what it does is nobody else's business, and none of those is a step */
    uint64_t touches_first;   /* 1, or 0: the running thread may note by itself that it is the first to touch memory of a heap */
    uint64_t awaited, watched; /* filters of objects that others wait for: who come first, and who decide whether anybody is enabled */
};

/* FOLLOW_NOTHING: set-up, hooks return at once. FOLLOW_WRITES: one thread is alive, writes are noted. FOLLOW_SHARING:
 * several are alive, and who touches what is followed too. */
enum { FOLLOW_NOTHING, FOLLOW_WRITES, FOLLOW_SHARING };

extern __attribute__((visibility("hidden"))) struct hot mz__hot; /* each hook knows where it is, without a look at a table */

/* layout_cell(), without a call, for the places where nearly all accesses go; NULL elsewhere. */
static inline struct cell *layout_near_cell(uint64_t addr)
{
    uint64_t offset = addr - ARENA_LO;
    if (offset < mz__hot.arena_size)
        return (struct cell *)(ARENA_SHADOW + offset / 8 * sizeof(struct cell));
    offset = addr - mz__hot.segment_lo;
    if (offset < mz__hot.segment_size)
        return &mz__hot.segment_cells[offset / 8];
    offset = addr - mz__hot.model_lo;
    return offset < mz__hot.model_size ? &mz__hot.model_cells[offset / 8] : NULL;
}

#endif
