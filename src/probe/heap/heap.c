/* heap.c - malloc and its relatives: the stand-ins, and what OP_MALLOC, OP_FREE and OP_REALLOC mean. See heap.h. */
#include "probe/heap/heap.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "probe/errno.h"
#include "probe/heap/heap_arena.h"
#include "probe/heap/heap_early.h"
#include "probe/libc.h"
#include "probe/probe.h"
#include "world/hot.h"
#include "world/loaded/language.h"
#include "world/loaded/modules.h"
#include "world/watch/allocation_counts.h"
#include "world/watch/tracked_blocks.h"
#include "world/premise.h"

/* ---- semantics, on the engine's stack ----------------------------------------------------------------------------- */

static enum performed out_of_memory(struct thread *t)
{
    probe_set_errno(t, ENOMEM);
    t->result[0] = 0;
    return PERFORM_RESUME;
}

static enum heap_form form_of(const struct op *op)
{
    switch (op->kind == OP_MALLOC ? op->detail : HEAP_MALLOC) {
    case HEAP_NEW:
    case HEAP_NEW_NOTHROW: return HEAP_FROM_NEW;
    case HEAP_NEW_ARRAY:
    case HEAP_NEW_ARRAY_NOTHROW: return HEAP_FROM_NEW_ARRAY;
    default: return HEAP_FROM_MALLOC;
    }
}

static struct heap_caller caller(const struct thread *t, const struct op *op)
{
    return (struct heap_caller){.pc = op->pc, .thread = t->number, .form = form_of(op)};
}

/* ---- what was freed --------------------------------------------------------------------------------------------------
 *
 * libc mostly gives out again what was freed last. That hides uses of freed memory, so it is done only with --reuse=choose: then an
 * allocation has two outcomes where the block of its size class that was freed last, by anybody, is still free. Of large blocks there is no
 * such choice.
 *
 * Otherwise it is noted where an allocation could have had one. On the path to it a block of its class was freed: then it is certain. But
 * that is no part of a state: another path may have come there without, and be the one that was gone on; and a reduction may have left the
 * order in which the block is freed first untried. So for each class it is noted, for good, who has freed and who has allocated, and what
 * was freed on paths that were left before their end. What follows from that is the tool's business (tool/result/premises.c). */

static MODEL uint64_t freed_last[HEAP_CLASSES];
_Static_assert((unsigned)WIRE_HEAP_CLASSES == HEAP_RUNS + 1, "all that heap_class_for() says");

static bool to_be_had(const struct op *op, struct heap_place *place)
{
    unsigned class = heap_class_for(op->arg[0], op->arg[1]);
    return mz__world.config.reuse && class < HEAP_CLASSES && freed_last[class] && heap_locate(freed_last[class], place)
        && !heap_is_live(place);
}

void heap_note_given(const struct thread *t, unsigned class)
{
    struct world *w = &mz__world;
    wire_note_thread(&w->wire->heap_use[class].freed_by, t->number);
    if (!(w->freed >> class & 1)) {
        mem_will_write_quiet(&w->freed, sizeof w->freed);
        w->freed |= (uint64_t)1 << class;
    }
}

static void note_reusable(const struct thread *t, const struct heap_place *place)
{
    if (mz__world.config.reuse && place->class < HEAP_CLASSES)
        mem_set(&freed_last[place->class], place->start);
    else
        heap_note_given(t, place->class);
}

/* The first thread that has allocated something in the search, + 1. Never rewound. */
static unsigned first_to_allocate;

/* In set-up the functions of libc that allocate are the real ones, and write what they read. */
static void note_fresh(const struct op *op)
{
    const struct world *w = &mz__world;
    bool zeros = op->kind == OP_MMAP || (op->kind == OP_MALLOC && op->detail == HEAP_CALLOC); /* are promised */
    if (w->config.fresh || zeros || w->wire->met[PREMISE_FRESH] || (w->setup && modules_have_system_code(w->wire, op->pc)))
        return;
    premise_met(PREMISE_FRESH, op->pc);
}

static void note_premises(const struct thread *t, const struct op *op)
{
    note_fresh(op);
    if (mz__world.setup || language_is_openmp(op->pc))
        return;
    if (!first_to_allocate)
        first_to_allocate = t->number + 1u;
    else if (first_to_allocate != t->number + 1u)
        premise_met(PREMISE_ADDRESSES, op->pc);
}

void heap_note_taken(const struct thread *t, const struct op *op, unsigned class)
{
    struct world *w = &mz__world;
    note_premises(t, op);
    if (w->setup || (w->config.reuse && class < HEAP_CLASSES) || language_is_openmp(op->pc))
        return;
    struct wire_heap_use *use = &w->wire->heap_use[class];
    wire_note_thread(&use->allocated_by, t->number);
    if (!use->pc)
        use->pc = op->pc;
    if (w->freed >> class & 1)
        wire_note_place(w->wire->reusable, op->pc);
}

static unsigned malloc_outcomes(const struct thread *t, const struct op *op)
{
    struct heap_place place;
    (void)t;
    return to_be_had(op, &place) ? 2 : 1;
}

/* What was freed last, and if that is given out: the block, and the records of its arena. */
static int malloc_touches(const struct thread *t, const struct op *op, struct access out[SEMANTICS_ALSO])
{
    struct heap_place place;
    unsigned class = heap_class_for(op->arg[0], op->arg[1]);
    (void)t;
    if (!mz__world.config.reuse || class >= HEAP_CLASSES)
        return 0;
    out[0] = (struct access){(uint64_t)&freed_last[class], sizeof freed_last[class], true};
    if (!to_be_had(op, &place))
        return 1;
    out[1] = (struct access){place.start, heap_class[class].size, true};
    out[2] = (struct access){(uint64_t)heap_record(place.owner, class), sizeof(uint64_t), true};
    return 3;
}

/* realloc may free a block of any size, and takes it from one of its arena. */
static int free_touches(const struct thread *t, const struct op *op, struct access out[SEMANTICS_ALSO])
{
    (void)t, (void)op;
    out[0] = (struct access){(uint64_t)freed_last, sizeof freed_last, true};
    return mz__world.config.reuse;
}

static uint64_t take_block(struct thread *t, const struct op *op, unsigned choice)
{
    struct heap_place place;
    if (choice == 1 && to_be_had(op, &place)) {
        mem_set(&freed_last[place.class], 0);
        return heap_take_at(&place, op->arg[0], caller(t, op));
    }
    heap_note_taken(t, op, heap_class_for(op->arg[0], op->arg[1]));
    return heap_take(t->number, op->arg[0], op->arg[1], caller(t, op));
}

/* Of what a block is made, if nobody says so: one larger than structures mostly are is taken for an array of words. */
static uint32_t element_of(uint64_t size)
{
    enum { STRUCTURE = 256 };
    return size > STRUCTURE ? sizeof(uint64_t) : 0;
}

/* Origin of a block. What new[] makes is an array, but of what is not known. */
static struct allocation_count birth_by(const struct op *op)
{
    uint32_t element = element_of(op->arg[0]);
    switch (op->detail) {
    case HEAP_CALLOC:
        return (struct allocation_count){.how = BORN_BY_CALLOC, .element = op->arg[2] <= UINT32_MAX ? (uint32_t)op->arg[2] : 0};
    case HEAP_MEMALIGN:
    case HEAP_POSIX_MEMALIGN: return (struct allocation_count){.how = BORN_BY_ALIGNED, .element = element};
    case HEAP_NEW:
    case HEAP_NEW_NOTHROW: return (struct allocation_count){.how = BORN_BY_NEW, .element = element};
    case HEAP_NEW_ARRAY:
    case HEAP_NEW_ARRAY_NOTHROW: return (struct allocation_count){.how = BORN_BY_NEW_ARRAY, .element = sizeof(uint64_t)};
    default: return (struct allocation_count){.how = BORN_BY_MALLOC, .element = element};
    }
}

static void note_birth(const struct thread *t, uint64_t block, struct allocation_count as)
{
    allocation_counts_note(t, block, as);
    if (mz__world.wire->blocks)
        tracked_blocks_born(block);
}

static enum performed perform_malloc(struct thread *t, struct op *op, unsigned choice)
{
    uint64_t block = take_block(t, op, choice);
    if (mz__allocation_counts && block)
        note_birth(t, block, birth_by(op));
    if (block && op->detail != HEAP_CALLOC)
        mem_hand_out((void *)block, op->arg[0]);
    t->result[0] = block;
    if (!block && op->detail != HEAP_POSIX_MEMALIGN) {
        new_failed(t, op);
        return out_of_memory(t);
    }
    return PERFORM_RESUME;
}

static bool is_block(uint64_t addr, struct heap_place *place)
{
    return heap_locate(addr, place) && place->start == addr && heap_is_live(place);
}

static enum performed perform_free(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    struct heap_place place;
    if (!is_block(op->arg[0], &place))
        return heap_no_block(t, op);
    if (heap_site(&place)->form != op->detail && !mz__world.config.unchecked_memory)
        return heap_wrong_form(t, op);
    if (heap_lock_within(t, op, place.start, heap_size(&place)) == PERFORM_FAULT)
        return PERFORM_FAULT;
    heap_give(&place, caller(t, op));
    note_reusable(t, &place);
    return PERFORM_RESUME;
}

/* Copy into a new block, which is all zeros: only words that are not zero are changed, and noted. A large one is copied by pages. */
static void copy_to_new(uint64_t to, uint64_t from, uint64_t size)
{
    enum { LARGE = 1 << 16 };
    uint64_t whole = size >= LARGE ? 0 : size & ~(uint64_t)7;
    for (uint64_t i = 0; i < whole; i += 8)
        if (*(uint64_t *)(from + i) != 0)
            mem_set((uint64_t *)(to + i), *(uint64_t *)(from + i));
    if (size > whole)
        mem_copy((void *)(to + whole), (void *)(from + whole), size - whole);
}

static enum performed move_block(struct thread *t, const struct op *op, tid owner, uint64_t size,
                                 const struct heap_place *place)
{
    heap_note_taken(t, op, heap_class_for(op->arg[1], HEAP_ALIGNMENT));
    uint64_t block = heap_take(owner, op->arg[1], HEAP_ALIGNMENT, caller(t, op));
    if (!block)
        return out_of_memory(t);
    if (mz__allocation_counts)
        note_birth(t, block, (struct allocation_count){.how = BORN_BY_REALLOC, .element = element_of(op->arg[1])});
    copy_to_new(block, op->arg[0], size < op->arg[1] ? size : op->arg[1]);
    if (size < op->arg[1])
        mem_hand_out((void *)(block + size), op->arg[1] - size);
    if (place) {
        heap_give(place, caller(t, op));
        note_reusable(t, place);
    }
    t->result[0] = block;
    return PERFORM_RESUME;
}

/* A block stays in its arena, so that no more than one arena's records are touched. */
static enum performed perform_realloc(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    struct heap_place place;
    uint64_t block = op->arg[0];
    if (early_has((void *)block))
        return move_block(t, op, t->number, early_size((void *)block), NULL);
    if (!is_block(block, &place))
        return heap_no_block(t, op);
    if (heap_site(&place)->form != op->detail && !mz__world.config.unchecked_memory)
        return heap_wrong_form(t, op);
    uint64_t size = heap_size(&place);
    if (!heap_resize(&place, op->arg[1], caller(t, op)))
        return move_block(t, op, place.owner, size, &place);
    if (mz__allocation_counts)
        note_birth(t, block, (struct allocation_count){.how = BORN_BY_REALLOC, .element = element_of(op->arg[1])});
    if (size < op->arg[1]) {
        note_fresh(op);
        mem_hand_out((void *)(block + size), op->arg[1] - size);
    }
    t->result[0] = block;
    return PERFORM_RESUME;
}

/* The stand-in named the record of the size class. The operation touches more: allocations the memory that they hand out (a use of it
 * by another thread, through a pointer to the block that was there before, is a conflict), free and realloc the block itself, which
 * they clear (likewise). Those two have the block first and the records second from here on. */
static void complete(struct op *op)
{
    struct heap_place place;
    if (op->kind == OP_MALLOC) {
        op->addr2 = heap_next(heap_owner(op->addr), op->arg[0], op->arg[1]);
        op->size2 = op->addr2 ? (uint32_t)op->arg[0] : 0;
    } else if (heap_locate(op->arg[0], &place)) {
        uint64_t room = heap_room(&place);
        op->addr2 = op->addr;
        op->size2 = op->size;
        op->addr = place.start;
        op->size = room < UINT32_MAX ? (uint32_t)room : UINT32_MAX;
    }
}

const struct semantics malloc_semantics = {
    .complete = complete, .outcomes = malloc_outcomes, .perform = perform_malloc, .also_touches = malloc_touches};
const struct semantics free_semantics = {.complete = complete, .perform = perform_free, .also_touches = free_touches};
const struct semantics realloc_semantics = {.complete = complete, .perform = perform_realloc, .also_touches = free_touches};

/* ---- stand-ins, on the program's stack ---------------------------------------------------------------------------- */

/* The record of the calling thread's arena that an allocation goes by. */
static inline const uint64_t *own_record(uint64_t size, uint64_t alignment)
{
    return heap_record(mz__hot.running->number, heap_class_for(size, alignment));
}

static inline void *take_array(enum heap_call call, uint64_t size, uint64_t alignment, uint64_t element)
{
    if (!probe_active(NULL))
        return early_take(size, alignment);
    return mz__announce_pointer(OP_MALLOC | ANNOUNCE_DETAIL(call), own_record(size, alignment), sizeof(uint64_t), size,
                                alignment, element);
}

static inline void *take(enum heap_call call, uint64_t size, uint64_t alignment)
{
    return take_array(call, size, alignment, 0);
}

/* Owner and class of the block; for what is no block, so that the operation will fail, the caller's arena and
 * `otherwise`. */
static inline tid owner_of(uint64_t block)
{
    return heap_in_arenas(block) ? heap_owner(block) : mz__hot.running->number;
}

static inline unsigned class_of(uint64_t block, unsigned otherwise)
{
    unsigned class = heap_in_arenas(block) ? heap_class_at(block - heap_arena_lo(heap_owner(block))) : HEAP_RUNS + 1;
    return class <= HEAP_RUNS ? class : otherwise;
}

static inline void *give(void *block, enum heap_form form)
{
    const uint64_t *record = heap_record(owner_of((uint64_t)block), class_of((uint64_t)block, HEAP_RUNS));
    return mz__announce_pointer(OP_FREE | ANNOUNCE_DETAIL(form), record, sizeof *record, (uint64_t)block, 0, 0);
}

/* A block that moves touches the records of two classes, and they are announced with all that lie between. */
static inline void *move(void *block, uint64_t size)
{
    unsigned to = heap_class_for(size, HEAP_ALIGNMENT), from = class_of((uint64_t)block, to);
    const uint64_t *record = heap_record(owner_of((uint64_t)block), from < to ? from : to);
    uint64_t records = (from < to ? to - from : from - to) + 1;
    return mz__announce_pointer(OP_REALLOC, record, records * sizeof *record, (uint64_t)block, size, 0);
}

/* realloc outside of the program: the block moves to the runtime's own memory, whatever it was. Kept apart so that the
 * stand-in has nothing on the stack. */
__attribute__((noinline)) static void *move_early(void *block, uint64_t size)
{
    struct heap_place place;
    uint64_t old = early_has(block) ? early_size(block) : is_block((uint64_t)block, &place) ? heap_size(&place) : 0;
    void *to = size ? early_take(size, HEAP_ALIGNMENT) : NULL;
    if (to)
        memcpy(to, block, old < size ? old : size);
    return to;
}

static inline void *resize(void *block, uint64_t size)
{
    if (!block)
        return take(HEAP_MALLOC, size, HEAP_ALIGNMENT);
    if (!probe_active(NULL))
        return move_early(block, size);
    if (size > 0)
        return move(block, size);
    if (early_has(block))
        return NULL;
    return give(block, HEAP_FROM_MALLOC);
}

/* The product, or more than any arena holds. */
static inline uint64_t product(uint64_t n, uint64_t size)
{
    uint64_t bytes;
    return __builtin_mul_overflow(n, size, &bytes) ? UINT64_MAX : bytes;
}

/* As glibc does: an alignment that is no power of two is rounded up to one. */
static inline void *take_aligned(uint64_t alignment, uint64_t size)
{
    uint64_t power = HEAP_ALIGNMENT;
    while (power < alignment && power < (uint64_t)1 << 62)
        power *= 2;
    return take(HEAP_MEMALIGN, size, power);
}

/* A multiple of every page size that Linux has here. */
enum { LARGEST_PAGE = 64 << 10 };

EXPORT void *malloc(size_t size)
{
    return take(HEAP_MALLOC, size, HEAP_ALIGNMENT);
}

EXPORT void *calloc(size_t n, size_t size)
{
    return take_array(HEAP_CALLOC, product(n, size), HEAP_ALIGNMENT, n > 1 ? size : 0);
}

EXPORT void *realloc(void *block, size_t size)
{
    return resize(block, size);
}

EXPORT void *reallocarray(void *block, size_t n, size_t size)
{
    return resize(block, product(n, size));
}

EXPORT void free(void *block)
{
    if (block && !early_has(block) && probe_active(NULL))
        give(block, HEAP_FROM_MALLOC);
}

/* delete, delete[]: plain, with a size, with an alignment, with both, and without exceptions */
#define DELETE(name, form)                                          \
    STAND_IN(void, name, void *block)                               \
    {                                                               \
        if (block && !early_has(block) && probe_active(NULL))       \
            give(block, form);                                      \
    }
DELETE(_ZdlPv, HEAP_FROM_NEW)
DELETE(_ZdlPvm, HEAP_FROM_NEW)
DELETE(_ZdlPvSt11align_val_t, HEAP_FROM_NEW)
DELETE(_ZdlPvmSt11align_val_t, HEAP_FROM_NEW)
DELETE(_ZdlPvRKSt9nothrow_t, HEAP_FROM_NEW)
DELETE(_ZdlPvSt11align_val_tRKSt9nothrow_t, HEAP_FROM_NEW)
DELETE(_ZdaPv, HEAP_FROM_NEW_ARRAY)
DELETE(_ZdaPvm, HEAP_FROM_NEW_ARRAY)
DELETE(_ZdaPvSt11align_val_t, HEAP_FROM_NEW_ARRAY)
DELETE(_ZdaPvmSt11align_val_t, HEAP_FROM_NEW_ARRAY)
DELETE(_ZdaPvRKSt9nothrow_t, HEAP_FROM_NEW_ARRAY)
DELETE(_ZdaPvSt11align_val_tRKSt9nothrow_t, HEAP_FROM_NEW_ARRAY)

EXPORT void *memalign(size_t alignment, size_t size)
{
    return take_aligned(alignment, size);
}

EXPORT void *aligned_alloc(size_t alignment, size_t size)
{
    return take_aligned(alignment, size);
}

EXPORT void *valloc(size_t size)
{
    return take_aligned(LARGEST_PAGE, size);
}

EXPORT void *pvalloc(size_t size)
{
    return take_aligned(LARGEST_PAGE, size > PTRDIFF_MAX ? size : (size + LARGEST_PAGE - 1) / LARGEST_PAGE * LARGEST_PAGE);
}

/* As in libc, errno stays as it is. */
static __attribute__((noinline)) int take_into(uint64_t pc, void **where, uint64_t alignment, uint64_t size)
{
    uint64_t block = announce_from(pc, OP_MALLOC | ANNOUNCE_DETAIL(HEAP_POSIX_MEMALIGN), own_record(size, alignment), sizeof(uint64_t),
                                   size, alignment, 0);
    if (!block)
        return ENOMEM;
    return (int)announce_from(pc, OP_WRITE | ANNOUNCE_DETAIL(WRITE_FROM), where, sizeof *where, (uint64_t)&block, 0, 0);
}

EXPORT int posix_memalign(void **where, size_t alignment, size_t size)
{
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0)
        return EINVAL;
    if (probe_active(NULL))
        return take_into(CALLER, where, alignment, size);
    void *block = early_take(size, alignment);
    if (!block)
        return ENOMEM;
    *where = block;
    return 0;
}

/* What was asked for and no more: a program that uses what lies behind relies on an accident. */
EXPORT size_t malloc_usable_size(void *block)
{
    struct heap_place place;
    if (early_has(block))
        return early_size(block);
    if (probe_active(NULL))
        premise_met(PREMISE_SIZES, CALLER);
    return is_block((uint64_t)block, &place) ? heap_size(&place) : 0;
}

EXPORT int malloc_trim(size_t pad)
{
    (void)pad;
    return 0;
}

EXPORT int mallopt(int parameter, int value)
{
    (void)parameter;
    (void)value;
    return 1;
}
