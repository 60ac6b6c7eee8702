/* tsan_access.c - the memory hooks: called before every access of instrumented code that may be shared.
 *
 * This is the hottest code of the project. An access to bytes that are the running thread's own (or, for a read, that
 * nobody writes) returns at once; a write is noted in the undo log once per word and epoch. Everything else is announced.
 * No hook uses the stack: nothing of ours may be left below the program's stack pointer.
 *
 * gcc announces a struct assignment as write hook, read hook, copy. If the thread is parked at the read hook, the write
 * happens in a later step than the one in which it was noted. So a read that follows a write directly carries the range
 * of that write (last_write), and it is noted again when the read is performed; unless the write has been made by then, as it shows where
 * it has changed something (run.c).
 */
#include <string.h>

#include "base/page.h"
#include "probe/hooks/entered.h"
#include "probe/probe.h"
#include "wire/tsan_abi.h"
#include "world/hot.h"
#include "world/memory/sharing.h"
#include "world/memory/undo.h"
#include "world/memory/valid.h"
#include "world/outside/outside.h"
#include "world/state/dead.h"

#define LIKELY(x)   __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/* Are all `size` bytes owned like the pattern? They lie in one word. */
static inline bool owned(word_owners own, word_owners pattern, unsigned size)
{
    return size == 8 ? own == pattern : ((own ^ pattern) & (((word_owners)1 << OWN_BITS * (size & 7)) - 1)) == 0;
}

static inline word_owners ownership(const struct cell *cell, uint64_t addr, unsigned size)
{
    word_owners own = 0;
    memcpy(&own, &cell->own[addr & 7], size * sizeof(byte_owner)); /* size is a constant: one load */
    return own;
}

/* Can this access go on without the engine? What may not be used at all is the engine's business (valid.h). */
static inline __attribute__((always_inline)) bool goes_on(uint64_t addr, unsigned size, bool read, bool write)
{
    uint64_t offset = addr - ARENA_LO;
    bool valid = offset >= mz__hot.arena_size || valid_near(addr, offset, size, STACK_POINTER);
    if (UNLIKELY(mz__hot.following == FOLLOW_NOTHING || !valid))
        return valid;
    struct cell *cell = layout_near_cell(addr);
    if (UNLIKELY(!cell || mz__hot.budget == 0 || size > 8 || (addr & 7) + size > 8))
        return false;
    mz__hot.budget--;
    if (LIKELY(mz__hot.following == FOLLOW_SHARING)) {
        word_owners own = ownership(cell, addr, size);
        if (!owned(own, mz__hot.mine_written, size) &&
            (write || !(owned(own, mz__hot.mine_read, size) || owned(own, mz__hot.read_by_several, size))))
            return false;
    }
    if (write)
        undo_in_cell(cell, addr, 0);
    mz__hot.last_write = addr;
    mz__hot.last_write_size = read ? 0 : size;
    return true;
}

/* Nobody has touched these bytes of a heap or map, and the page's cells are in use: what the engine would do with it at length
 * (sharing_touch) is done here. The loops that fill memory take this way. */
static inline __attribute__((always_inline)) bool is_first(uint64_t addr, unsigned size, bool read, bool write)
{
    uint64_t offset = addr - ARENA_LO, heap = offset - mz__hot.checked_heap_at;
    if (!mz__hot.touches_first || heap >= mz__hot.checked_heap || mz__hot.budget == 0 || size > 8 || (addr & 7) + size > 8 ||
        !mz__page_owner || mz__page_owner[heap / PAGE] != IN_CELLS || !valid_near(addr, offset, size, STACK_POINTER))
        return false;
    struct cell *cell = layout_near_cell(addr);
    if (!owned(ownership(cell, addr, size), 0, size))
        return false;
    word_owners mine = write ? mz__hot.mine_written : mz__hot.mine_read;
    memcpy(&cell->own[addr & 7], &mine, size * sizeof(byte_owner));
    mz__world.sharing.changes++;
    if (write)
        undo_in_cell(cell, addr, 0);
    mz__hot.last_write = addr;
    mz__hot.last_write_size = read ? 0 : size;
    return true;
}

enum { IS_READ_READ = 1, IS_READ_WRITE = 0, IS_READ_UPDATE = 1 };
enum { IS_WRITE_READ = 0, IS_WRITE_WRITE = 1, IS_WRITE_UPDATE = 1 };

#define ACCESS(kind, address, bytes)                                                                   \
    do {                                                                                               \
        if (LIKELY(goes_on((uint64_t)(address), bytes, IS_READ_##kind, IS_WRITE_##kind)))              \
            return;                                                                                    \
        if (is_first((uint64_t)(address), bytes, IS_READ_##kind, IS_WRITE_##kind))                     \
            return;                                                                                    \
        if (mz__hot.running)                                                                           \
            mz__announce(OP_##kind, address, bytes, 0, 0, 0);                                          \
    } while (0)

/* What is left in registers differs from one run to the next, and code without hooks may store registers that it knows nothing of:
 * the unwinder of aarch64 does. */
#if defined(__aarch64__) && __has_attribute(zero_call_used_regs)
#define LEAVES_NOTHING __attribute__((zero_call_used_regs("used")))
#else
#define LEAVES_NOTHING
#endif

#define HOOK(name, kind, size)                                 \
    EXPORT LEAVES_NOTHING void TSAN_NAME(name)(void *address); \
    void TSAN_NAME(name)(void *address) { ACCESS(kind, address, size); }
TSAN_ACCESS_HOOKS(HOOK)

/* Constructors and destructors of a class write the pointer to its table again and again: what changes nothing races with no read. */
#define HOOK_VALUE(name, size)                                                                               \
    EXPORT LEAVES_NOTHING void TSAN_NAME(name)(void *address, void *value);                                  \
    void TSAN_NAME(name)(void *address, void *value)                                                         \
    {                                                                                                        \
        if (LIKELY(goes_on((uint64_t)address, size, false, true)))                                           \
            return;                                                                                          \
        if (mz__hot.running)                                                                                 \
            mz__announce(OP_WRITE | ANNOUNCE_ORDER(OP_OF_VALUE), address, size, (uint64_t)value, 0, 0);      \
    }
TSAN_VALUE_HOOKS(HOOK_VALUE)

#define HOOK_PC(name, kind, size)                         \
    EXPORT LEAVES_NOTHING void TSAN_NAME(name)(void *address, void *pc); \
    void TSAN_NAME(name)(void *address, void *pc) { (void)pc; ACCESS(kind, address, size); }
TSAN_ACCESS_PC_HOOKS(HOOK_PC)

/* Ranges take the long way: they are rare. */
#define RANGE(kind)                                                    \
    do {                                                               \
        if (mz__hot.running)                                           \
            mz__announce(OP_##kind, address, size, 0, 0, 0);           \
    } while (0)

#define HOOK_RANGE(name, kind)                                  \
    EXPORT void TSAN_NAME(name)(void *address, uintptr_t size); \
    void TSAN_NAME(name)(void *address, uintptr_t size) { RANGE(kind); }
TSAN_RANGE_HOOKS(HOOK_RANGE)

#define HOOK_RANGE_PC(name, kind)                                         \
    EXPORT void TSAN_NAME(name)(void *address, uintptr_t size, void *pc); \
    void TSAN_NAME(name)(void *address, uintptr_t size, void *pc) { (void)pc; RANGE(kind); }
TSAN_RANGE_PC_HOOKS(HOOK_RANGE_PC)

/* ---- calls -------------------------------------------------------------------------------------------------------- */

EXPORT void __tsan_init(void);
void __tsan_init(void) {}

/* Both ways of the entry hook end in a jump: it needs no stack, by which it would not find that of its caller. */
static __attribute__((noinline)) void enter_shared(const struct frame *f, uint64_t end)
{
    dead_entered(f->hook, f->pc, f->sp);
    mz__announce(OP_ENTER, (void *)f->sp, 0, f->sp, f->hook, end);
}

EXPORT void __tsan_func_entry(void *pc);
void __tsan_func_entry(void *pc)
{
    struct thread *t = mz__hot.inside;
    if (UNLIKELY(!t)) {
        if (mz__hot.running)
            mz__inside_entry(pc); /* a function without hooks calls one that has them: a jump */
        return;
    }
    struct frame *f = entered(t, pc);
    if (UNLIKELY(mz__hot.shared_from < (t->depth > 1 ? f[-1].sp : UINT64_MAX)))
        enter_shared(f, t->depth > 1 ? f[-1].sp : UINT64_MAX);
    else
        dead_entered(f->hook, f->pc, f->sp);
}

/* The stack pointer was `before`. No note is needed: when the state was marked, this was no memory of the thread's, or it was saved
 * with the frame. */
EXPORT void mz_fresh(void *memory, uintptr_t size, void *before);
void mz_fresh(void *memory, uintptr_t size, void *before)
{
    uint64_t lo = STACK_POINTER, end = (uint64_t)memory + size, hi = end > (uint64_t)before ? end : (uint64_t)before;
    if (!mz__hot.running || lo >= hi)
        return;
    stay_above_guard(mz__hot.running, lo, (uint64_t)__builtin_return_address(0));
    dead_fresh(lo, hi);
}

EXPORT void mz_calls(void *function);
void mz_calls(void *function)
{
    outside_called((uint64_t)function, (uint64_t)__builtin_return_address(0));
}

EXPORT void __tsan_func_exit(void);
void __tsan_func_exit(void)
{
    struct thread *t = mz__hot.inside;
    if (!t || UNLIKELY(t->depth == 0))
        return;
    const struct frame *f = &t->frames[t->depth - 1];
    uint64_t end = t->depth > 1 ? f[-1].sp : UINT64_MAX;
    if (UNLIKELY(mz__hot.shared_from < end || (t->depth == 1 && t->number == 0))) { /* main's return is always told */
        mz__announce(OP_RETURN, (void *)STACK_POINTER, 0, f->sp, f->hook, end);
        return;
    }
    t->depth--;
    /* The function returned to, and its caller, must have been saved in this epoch: see stack.h. */
    if (UNLIKELY(t->saved > 0 && t->depth < t->saved + 2))
        mz__announce(OP_UNCOVER, NULL, 0, 0, 0, 0);
}
