/* light_hooks.c - the hooks of executions that are sampled with few words tracked (--track; world/memory/tracked.h).
 *
 * An access to a word that is not tracked notes a write and returns; so does one to a tracked word, as a step, while the thread may go
 * on by itself (probe/light.h). Such an execution is taken back as a whole: wherever in it a write
 * was noted first, it was. So nothing is remembered for the read that may follow (tsan_access.c), nobody asks who touches what, and
 * nothing is counted. That memory may be used is looked at all the same. The program comes here by the tables of its imports, in which
 * these hooks take the place of the ordinary ones; whatever calls those all the same is served well, too.
 */
#include <link.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "base/page.h"
#include "base/raw.h"
#include "probe/hooks/entered.h"
#include "probe/light.h"
#include "wire/tsan_abi.h"
#include "world/loaded/imports.h"
#include "world/loaded/modules.h"
#include "world/state/dead.h"

/* The bytes lie in one word. */
static inline __attribute__((always_inline)) bool is_noted(uint64_t addr, unsigned size, bool write, uint64_t sp)
{
    uint64_t offset = addr - ARENA_LO;
    if (offset < mz__hot.arena_size && UNLIKELY(!valid_near(addr, offset, size, sp)))
        return false;
    if (!write)
        return true;
    struct cell *cell = layout_near_cell(addr);
    if (UNLIKELY(!cell))
        return false;
    undo_in_cell(cell, addr, 0);
    return true;
}

/* Is it on the running thread's own stack? Nothing there is tracked. */
static inline __attribute__((always_inline)) bool is_unasked(uint64_t addr, uint64_t sp)
{
    return addr >= sp && addr < mz__hot.unasked_end;
}

static inline __attribute__((always_inline)) bool passes(uint64_t addr, unsigned size, bool write)
{
    if (!write && is_unasked(addr, STACK_POINTER))
        return true;
    return !UNLIKELY(size > 8 || (addr & 7) + size > 8 || tracked_has(mz__hot.tracked, addr)) &&
           is_noted(addr, size, write, STACK_POINTER);
}

enum { WRITES_READ = 0, WRITES_WRITE = 1, WRITES_UPDATE = 1 };

/* A tracked word, or one that shares a bit of the filter with it, or something wrong. The thread may make a step of it by itself. */
#define LIGHT_TRACKED(kind)                                                                                                  \
    static __attribute__((noinline)) void tracked_##kind(void *address, uint64_t size)                                       \
    {                                                                                                                        \
        uint64_t addr = (uint64_t)address;                                                                                   \
        if ((addr & 7) + size <= 8 && light_may_step() && sharing_is_shared_already(addr, size) &&                           \
            is_noted(addr, (unsigned)size, WRITES_##kind, STACK_POINTER))                                                    \
            light_stepped();                                                                                                 \
        else if (mz__hot.running)                                                                                            \
            mz__announce(OP_##kind, address, size, 0, 0, 0);                                                                 \
    }
LIGHT_TRACKED(READ)
LIGHT_TRACKED(WRITE)
LIGHT_TRACKED(UPDATE)

/* The last call is a jump: what is announced finds the program's stack as the program has left it. */
#define LIGHT_ACCESS(kind, address, bytes)                                                             \
    do {                                                                                               \
        if (LIKELY(passes((uint64_t)(address), bytes, WRITES_##kind)))                                 \
            return;                                                                                    \
        tracked_##kind(address, bytes);                                                                \
    } while (0)

#define LIGHT_HOOK(name, kind, size)           \
    EXPORT void TSAN_NAME(name)(void *address); \
    static void light_##name(void *address) { LIGHT_ACCESS(kind, address, size); }
TSAN_ACCESS_HOOKS(LIGHT_HOOK)

/* ---- ranges ------------------------------------------------------------------------------------------------------- */

/* In one place where all of it may be used: the program's image, a live block, or the running thread's own stack. */
static bool is_usable(uint64_t addr, uint64_t size, uint64_t sp)
{
    uint64_t offset = addr - ARENA_LO, ignored;
    if (addr - mz__hot.segment_lo < mz__hot.segment_size)
        return size <= mz__hot.segment_lo + mz__hot.segment_size - addr;
    if (offset < mz__hot.checked_slots)
        return addr >= sp && addr < mz__hot.own_end && size <= mz__hot.own_end - addr;
    return offset - mz__hot.checked_heap_at < mz__hot.checked_heap && valid_range(mz__hot.running, addr, size, &ignored);
}

static bool range_passes(uint64_t addr, uint64_t size, bool write, uint64_t sp)
{
    if (size == 0 || size > PAGE || !mz__hot.running)
        return false;
    bool asked = !is_unasked(addr, sp) || !is_unasked(addr + size - 1, sp);
    for (uint64_t word = addr & ~(uint64_t)7; asked && word < addr + size; word += 8)
        if (tracked_has(mz__hot.tracked, word))
            return false;
    if (!is_usable(addr, size, sp))
        return false;
    if (write)
        undo_range(addr, size, 0);
    return true;
}

/* The last call is a jump: mz__announce finds the program's stack as the program has left it. */
#define LIGHT_RANGE(name, kind)                                                                             \
    EXPORT void TSAN_NAME(name)(void *address, uintptr_t size);                                             \
    static void light_##name(void *address, uintptr_t size)                                                 \
    {                                                                                                       \
        if (range_passes((uint64_t)address, size, WRITES_##kind, (uint64_t)__builtin_dwarf_cfa()))          \
            return;                                                                                         \
        if (mz__hot.running)                                                                                \
            mz__announce(OP_##kind, address, size, 0, 0, 0);                                                \
    }
TSAN_RANGE_HOOKS(LIGHT_RANGE)

/* ---- calls -------------------------------------------------------------------------------------------------------- */

EXPORT void __tsan_func_entry(void *pc);
static void light_func_entry(void *pc)
{
    struct thread *t = mz__hot.inside;
    if (UNLIKELY(!t || mz__hot.shared_from != UINT64_MAX)) {
        __tsan_func_entry(pc); /* a jump */
        return;
    }
    const struct frame *f = entered(t, pc);
    dead_entered_only(f->hook, f->pc, f->sp);
}

/* ---- taking the place of the ordinary ones ------------------------------------------------------------------------- */

#define PAIR(name, ...) {(uint64_t)TSAN_NAME(name), (uint64_t)light_##name},

static const struct light_pair light_hooks[] = {TSAN_ACCESS_HOOKS(PAIR) TSAN_RANGE_HOOKS(PAIR) PAIR(func_entry) {0}};
static const struct light_pair *const families[] = {light_hooks, light_atomics, light_mutexes, light_conds};

static void exchange_from(const struct light_pair *pair, const struct import *import)
{
    long page = (long)page_down((uint64_t)import->place);
    while (pair->ordinary && pair->ordinary != *import->place)
        pair++;
    if (pair->ordinary && raw_syscall(SYS_mprotect, page, PAGE, PROT_READ | PROT_WRITE, 0, 0, 0) == 0)
        *import->place = pair->light;
}

static bool exchange(const struct import *import, void *unused)
{
    (void)unused;
    for (unsigned i = 0; import->plain && i < sizeof families / sizeof *families; i++)
        exchange_from(families[i], import);
    return false;
}

static int exchange_in(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size;
    if (modules_instrumented(info))
        imports_each(info, exchange, unused);
    return 0;
}

void boot_light_hooks(void)
{
    dl_iterate_phdr(exchange_in, NULL);
}
