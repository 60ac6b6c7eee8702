/* light.h - lighter stand-ins, for executions that are sampled with few words tracked (--track): they perform by themselves what the engine
 * need not know of at once (world/batched_steps.h), and hand everything else to the ordinary ones by a jump.
 *
 * The program comes to them by the tables of its imports, in which boot_light_hooks() exchanges what the families list here.
 */
#ifndef MZ_PROBE_LIGHT_H
#define MZ_PROBE_LIGHT_H

#include "probe/probe.h"
#include "world/batched_steps.h"
#include "world/memory/undo.h"
#include "world/memory/valid.h"

#define LIKELY(x)   __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

struct light_pair {
    uint64_t ordinary, light;
};
#define LIGHT_PAIR(name) {(uint64_t)name, (uint64_t)light_##name}

/* Each ends with zeros. */
extern const struct light_pair light_atomics[], light_mutexes[], light_conds[];

/* May the running thread make another step by itself? */
static inline bool light_may_step(void)
{
    return mz__hot.made < mz__hot.may_make && mz__hot.inside;
}

static inline void light_stepped(void)
{
    mz__hot.made++;
    mz__hot.decisions += mz__hot.others;
}

/* Is the object at `addr` surely memory that the running thread, whose stack pointer is sp, may use? It is made of some words, eight at
 * most. */
static inline bool light_is_there(uint64_t addr, uint64_t size, uint64_t sp)
{
    uint64_t offset = addr - ARENA_LO, valid, all = VALID_WORD * (~(uint64_t)0 / 0xff) >> (64 - size);
    if (addr - mz__hot.segment_lo < mz__hot.segment_size)
        return size <= mz__hot.segment_lo + mz__hot.segment_size - addr;
    if (offset < mz__hot.checked_slots)
        return addr >= sp && addr < mz__hot.own_end && size <= mz__hot.own_end - addr;
    if (offset - mz__hot.checked_heap_at >= mz__hot.checked_heap || offset + 64 > mz__hot.arena_size)
        return false;
    __builtin_memcpy(&valid, valid_byte(addr), sizeof valid);
    return (valid & (~(uint64_t)0 >> (64 - size))) == all;
}

/* An operation of the thread library on such an object: can it be performed without the engine, as far as memory is concerned? */
static inline bool light_may_use(const void *object, uint64_t size, uint64_t sp)
{
    uint64_t addr = (uint64_t)object;
    return light_may_step() && addr % 8 == 0 && !(mz__hot.awaited & batched_steps_bit(addr)) && light_is_there(addr, size, sp);
}

#endif
