/* plain_accesses.c - the hooks of code compiled with -fsanitize=thread, by `mazurka cc` or anybody. Atomic operations are scheduling
 * points (src/stub/atomic.c, compiled with atomic_points.h). So is a plain access at a place of the code that in an earlier execution
 * used memory of which two threads had a part, one of them writing; what memory that is is found out here, in a table by words: a word
 * that is displaced from it may be missed, which costs a decision and no more. */
#include <string.h>

#include "hunt/checks/checked_heap.h"
#include "hunt/hunt_pairs.h"
#include "hunt/checks/hunt_races.h"
#include "hunt/scheduler.h"
#include "stub/stub.h"

#define DECLARE(type, name, ...) EXPORTED(type, TSAN_NAME(name), __VA_ARGS__)

enum { READ = 0, WRITE = 1, UPDATE = 1 };
enum { CELLS = 1 << 16, WORD = 8 };

static struct cell {
    uint64_t word;
    uint32_t place;   /* of the access, in the bits of the wire */
    uint16_t thread;
    bool     written, shared;
} cells[CELLS];

static uint32_t place_of(uint64_t pc)
{
    return (uint32_t)((pc - hunt_wire->base) * 0x9e3779b1u >> 8) % HUNT_HOT_BITS;
}

static bool is_set(const uint32_t *bits, uint32_t at) { return bits[at / 32] >> (at % 32) & 1; }
static void set(uint32_t *bits, uint32_t at) { bits[at / 32] |= 1u << (at % 32); }

static void note(uint64_t address, bool writes, uint32_t place, unsigned thread)
{
    uint64_t word = address / WORD;
    struct cell *c = &cells[(uint32_t)((word * 0x9e3779b97f4a7c15u) >> 40) % CELLS];
    if (c->word == word && c->thread == thread && (c->written || !writes) && (!c->shared || is_set(hunt_wire->found_hot, place)))
        return;
    if (c->word != word || hunt_threads[c->thread].is->state == HUNT_IS_FREE) { /* or who has used it was joined since */
        *c = (struct cell){.word = word, .place = place, .thread = (uint16_t)thread, .written = writes};
        return;
    }
    if (c->thread != thread && (c->written || writes))
        c->shared = true;
    c->written |= writes;
    if (c->shared) {
        set(hunt_wire->found_hot, place);
        set(hunt_wire->found_hot, c->place);
    }
    c->place = place;
    c->thread = (uint16_t)thread;
}

static inline void access(const volatile void *address, uint64_t size, bool writes, uint64_t pc)
{
    struct thread *me = hunt_self();
    if (!me || me->inside)
        return;
    heap_access(address, size, pc);
    if (hunt_live == 1)
        return;
    uint32_t place = place_of(pc);
    if (is_set(hunt_wire->hot, place))
        hunt_point(writes ? HUNT_WRITE : HUNT_READ, address, pc);
    pairs_note(me, address, !writes, writes, pc);
    races_access(me, address, size, writes ? ACCESS_WRITES : ACCESS_READS, pc);
    note((uint64_t)(uintptr_t)address, writes, place, me->number);
    if (size > WORD)
        note((uint64_t)(uintptr_t)address + size - 1, writes, place, me->number);
}

#define ACCESS_HOOK(name, kind, size) \
    DECLARE(void, name, void *address) { access(address, size, kind, HUNT_CALLER); }
TSAN_ACCESS_HOOKS(ACCESS_HOOK)

#define VALUE_HOOK(name, size) \
    DECLARE(void, name, void *address, void *value) { if (*(void **)address != value) access(address, size, WRITE, HUNT_CALLER); }
TSAN_VALUE_HOOKS(VALUE_HOOK)

#define PC_HOOK(name, kind, size) \
    DECLARE(void, name, void *address, void *pc) { access(address, size, kind, (uint64_t)(uintptr_t)pc); }
TSAN_ACCESS_PC_HOOKS(PC_HOOK)

#define RANGE_HOOK(name, kind) \
    DECLARE(void, name, void *address, uintptr_t size) { access(address, size, kind, HUNT_CALLER); }
TSAN_RANGE_HOOKS(RANGE_HOOK)

#define RANGE_PC_HOOK(name, kind) \
    DECLARE(void, name, void *address, uintptr_t size, void *pc) { access(address, size, kind, (uint64_t)(uintptr_t)pc); }
TSAN_RANGE_PC_HOOKS(RANGE_PC_HOOK)

#define EXTERNAL_HOOK(name, kind) \
    DECLARE(void, name, void *address, void *pc, void *tag) { (void)tag; access(address, 1, kind, (uint64_t)(uintptr_t)pc); }
TSAN_EXTERNAL_HOOKS(EXTERNAL_HOOK)

DECLARE(void, init, void) {}
DECLARE(void, func_entry, void *pc) { (void)pc; }
DECLARE(void, func_exit, void) {}
DECLARE(void, ignore_thread_begin, void) {}
DECLARE(void, ignore_thread_end, void) {}

DECLARE(void *, memcpy, void *to, const void *from, uintptr_t size)
{
    access(from, size, READ, HUNT_CALLER);
    access(to, size, WRITE, HUNT_CALLER);
    return memcpy(to, from, size);
}

DECLARE(void *, memmove, void *to, const void *from, uintptr_t size)
{
    access(from, size, READ, HUNT_CALLER);
    access(to, size, WRITE, HUNT_CALLER);
    return memmove(to, from, size);
}

DECLARE(void *, memset, void *to, int byte, uintptr_t size)
{
    access(to, size, WRITE, HUNT_CALLER);
    return memset(to, byte, size);
}
