/* heap.h - the program's heap: malloc and its relatives, rewindable.
 *
 * Every thread has an arena of its own (heap_arena.h), so that the addresses a thread gets depend on the blocks of its own
 * arena and not on the interleaving. A thread that frees another one's block gives it back to its arena. The operations
 * touch the arena's record of the size class, which orders the threads that allocate from it and free into it; as long
 * as only one thread does, they are not visible.
 *
 * Calls that do not come from a thread of the program (start-up, libc called by the engine) are served from memory of
 * the runtime (heap_early.h), which is neither rewound nor used again.
 *
 *      operation    arg[0]    arg[1]     arg[2]                 returns
 *      MALLOC       size      alignment  posix_memalign: where  the block, or NULL; posix_memalign: 0 or an error
 *                                        calloc of several: the size of each
 *      FREE         block
 *      REALLOC      block     size                              the block, or NULL
 */
#ifndef MZ_PROBE_HEAP_HEAP_H
#define MZ_PROBE_HEAP_HEAP_H

#include <stdbool.h>
#include <stdint.h>

#include "world/semantics.h"

/* op.detail of OP_MALLOC: which function was called. That of OP_FREE and OP_REALLOC is the enum heap_form whose blocks it takes. */
enum heap_call {
    HEAP_MALLOC,
    HEAP_CALLOC,
    HEAP_MEMALIGN,
    HEAP_POSIX_MEMALIGN,
    HEAP_NEW, /* C++: new.c */
    HEAP_NEW_ARRAY,
    HEAP_NEW_NOTHROW,
    HEAP_NEW_ARRAY_NOTHROW,
};

/* An allocation has failed: operator new does not return NULL. */
void new_failed(struct thread *t, const struct op *op);

extern const struct semantics malloc_semantics, realloc_semantics, free_semantics;

struct heap_block {
    uint64_t start, size; /* as the program asked for */
    uint64_t pc;          /* where it was allocated */
    uint64_t freed_pc;    /* where it was freed, if it is not live */
    uint32_t thread;      /* that allocated it */
    uint32_t freed_by;
    uint32_t owner;       /* whose arena it is in */
    uint32_t number;      /* of the allocation in that arena, from 1 */
    uint8_t  form;        /* enum heap_form */
    bool     live;        /* or freed, and its memory not given out again */
};

/* The block that holds addr, or held it last. For reports. */
bool heap_block_of(uint64_t addr, struct heap_block *out);

/* Memory of a size class (heap_arena.h) is given back, or out: whether it could have been the same is told to the tool. */
void heap_note_given(const struct thread *t, unsigned class);
void heap_note_taken(const struct thread *t, const struct op *op, unsigned class);

/* The pending free or realloc names an address that no live block starts at, or a block of another form: report it. */
enum performed heap_no_block(struct thread *t, const struct op *op);
enum performed heap_wrong_form(struct thread *t, const struct op *op);

/* A block that is about to be freed: report it if somebody holds a lock in it. */
enum performed heap_lock_within(struct thread *t, const struct op *op, uint64_t start, uint64_t size);

/* The fault just reported has to do with this block. */
enum performed heap_fault_block(const struct heap_block *b);

/* Used part of thread t's arena in the current state; false when it is empty. Goes back with the state. */
bool heap_live_extent(tid t, uint64_t *lo, uint64_t *hi);

/* The same without the gaps: ranges 0, 1, 2, ... until false; some are empty (lo == hi). */
bool heap_live_range(tid t, unsigned index, uint64_t *lo, uint64_t *hi);

#endif
