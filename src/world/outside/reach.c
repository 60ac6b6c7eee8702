/* reach.c - see reach.h. */
#include "world/outside/reach.h"

#include <sys/mman.h>

#include "base/raw.h"
#include "world/blocks.h"
#include "world/loaded/exported_variables.h"
#include "world/memory/data_ranges.h"
#include "world/outside/snapshot.h"
#include "world/outside/thunk_frame.h"
#include "world/state/dead.h"
#include "world/state/extents.h"
#include "world/state/tcb.h"

enum { MOST_PIECES = 1 << 16, TABLE_BITS = 18, MOST_TOUCHED = 1024, LARGE = 4096 };
enum { STACK_ARGUMENTS = 16 }; /* words, where their number is not known */

struct piece {
    uint64_t lo, hi;
};

/* Who has touched a large piece as a whole need not do it again: what it owns changes only when others touch it, and then they find
 * that it was touched. */
struct touched {
    uint64_t  lo, hi;
    threadset by;
    uint64_t  looked_at;    /* how many bytes were shared when it was last looked at, plus 1 */
    bool      shared;
};

static struct {
    struct piece *piece;    /* found */
    unsigned      count;
    uint64_t     *table;    /* round << 32 | index of a piece, by where it begins */
    uint64_t      round;
    bool          full;
    struct touched touched[MOST_TOUCHED];
    uint64_t      data_lo, data_hi; /* all data of modules lie in between */
    uint32_t      lowest, span;     /* of all addresses: upper halves */
    const struct thread *by;        /* who reaches */
    struct {
        const struct thread *thread;
        uint64_t step;
        bool     shared;
    } last;
} reach;

bool reach_prepare(void)
{
    reach.piece = raw_map(NULL, MOST_PIECES * sizeof *reach.piece, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    reach.table = raw_map(NULL, sizeof *reach.table << TABLE_BITS, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    return reach.piece && reach.table;
}

/* ---- what is reached ------------------------------------------------------------------------------------------------- */

static void add(uint64_t lo, uint64_t hi)
{
    if (lo >= hi)
        return;
    uint64_t at = (lo * 0x9e3779b97f4a7c15ULL) >> (64 - TABLE_BITS), mask = ((uint64_t)1 << TABLE_BITS) - 1;
    for (; reach.table[at] >> 32 == reach.round; at = (at + 1) & mask)
        if (reach.piece[(uint32_t)reach.table[at]].lo == lo)
            return;
    if (reach.count == MOST_PIECES) {
        reach.full = true;
        return;
    }
    reach.table[at] = reach.round << 32 | reach.count;
    reach.piece[reach.count++] = (struct piece){lo, hi};
}

/* Frames are kept from the outermost on: their stack pointers fall. */
static void add_frame(const struct thread *t, uint64_t addr)
{
    uint32_t k = 0;
    while (k < t->depth && t->frames[k].sp > addr)
        k++;
    add(k < t->depth ? t->frames[k].sp : t->sp, k > 0 ? t->frames[k - 1].sp : t->stack_base);
}

static void add_in_slot(const struct world *w, uint64_t addr)
{
    const struct thread *t = &w->thread[slot_of(addr)];
    uint64_t lo, hi;
    if (!threadset_has(world_stacks(w), t->number) || addr < t->sp)
        return;
    if (addr < t->stack_base)
        add_frame(t, addr);
    for (unsigned i = 0; tcb_program(t->tp, i, &lo, &hi); i++)
        if (addr - lo < hi - lo)
            add(lo, hi);
    tcb_foreign(t->tp, &lo, &hi);
    if (t != reach.by && addr - lo < hi - lo) /* a library keeps there what it has for another thread, who uses it unnoticed */
        reach.full = true;
}

static void add_target(const struct world *w, uint64_t addr)
{
    uint64_t lo, size, pc;
    if (in_slots(addr)) {
        add_in_slot(w, addr);
    } else if (addr - ARENA_LO < mz__layout.arena_size) {
        blocks_describe(addr, &lo, &size, &pc);
        if (addr - lo <= size)
            add(lo, lo + size);
    } else {
        const struct data_range *r = data_ranges_find(addr);
        if (r && (r->kind == DATA_PROGRAM || r->kind == DATA_LIBRARY))
            add(r->lo, r->hi);
    }
}

static inline bool could_be_pointer(uint64_t word)
{
    return word - ARENA_LO < mz__layout.arena_size || word - reach.data_lo < reach.data_hi - reach.data_lo;
}

typedef uint32_t quad __attribute__((vector_size(16), aligned(8), may_alias));

/* Memory is mostly numbers, characters and zeros: of so many words at once the upper halves are held against those of addresses. The
 * highest bit of a result is set where one is not among them. */
enum { AT_ONCE = 64 };
static inline bool all_are_numbers(const uint64_t *word, uint32_t lowest, uint32_t span)
{
    const quad *pair = (const quad *)word;
    quad numbers = {~0u, ~0u, ~0u, ~0u};
    for (unsigned i = 0; i < AT_ONCE / 2; i += 4) {
        quad first = __builtin_shufflevector(pair[i], pair[i + 1], 1, 3, 5, 7) - lowest;
        quad second = __builtin_shufflevector(pair[i + 2], pair[i + 3], 1, 3, 5, 7) - lowest;
        numbers &= (first | (span - first)) & (second | (span - second));
    }
    return (numbers[0] & numbers[1] & numbers[2] & numbers[3]) >> 31;
}

static void look_at(const struct world *w, const uint64_t *word, const uint64_t *end)
{
    for (; word < end; word++)
        if (could_be_pointer(*word))
            add_target(w, *word);
}

/* False: there are nothing but numbers. */
static bool look_through_words(const struct world *w, const uint64_t *word, const uint64_t *end)
{
    uint32_t lowest = reach.lowest, span = reach.span;
    bool addresses = false;
    for (; end - word >= AT_ONCE; word += AT_ONCE)
        if (!all_are_numbers(word, lowest, span)) {
            look_at(w, word, word + AT_ONCE);
            addresses = true;
        }
    look_at(w, word, end);
    return addresses || word < end;
}

/* Pages that are known to hold nothing but numbers are passed over. */
static void look_through(const struct world *w, uint64_t lo, uint64_t hi)
{
    lo = (lo + 7) & ~(uint64_t)7;
    hi &= ~(uint64_t)7;
    while (lo < hi) {
        lo += hi - lo >= PAGE ? snapshot_numbers(lo, hi) : 0;
        uint64_t end = page_down(lo + PAGE);
        end = end < hi ? end : hi;
        if (!look_through_words(w, (const uint64_t *)lo, (const uint64_t *)end) && end - lo == PAGE)
            snapshot_has_numbers(lo);
        lo = end;
    }
}

/* What libraries keep for the thread; at a call: its arguments. Later: frames of code without hooks, and what it has in registers. Where
 * a function of the program returns to it the operation names the vector registers that may hold a result: that is no pointer. */
static void look_through_roots(const struct world *w, const struct thread *t, unsigned data)
{
    uint64_t local_lo, local_hi;
    for (unsigned i = 0; data & REACH_PROGRAM && tcb_program(t->tp, i, &local_lo, &local_hi); i++)
        add(local_lo, local_hi);
    tcb_foreign(t->tp, &local_lo, &local_hi);
    look_through(w, local_lo, local_hi);
    if (t->op.kind == OP_FOREIGN) {
        uint64_t slot = t->op.arg[1], words = dead_arguments(t->op.pc).stack_words, end = slot + 8;
        end += 8 * (words == UINT8_MAX ? STACK_ARGUMENTS : words);
        look_through(w, slot - 8 * OUTSIDE_SAVED, end < t->stack_base ? end : t->stack_base);
    } else {
        uint64_t end = t->depth ? t->frames[t->depth - 1].sp : t->stack_base;
        uint64_t vectors = t->op.kind == OP_CALL && t->op.size2 ? t->op.addr2 : end;
        look_through(w, t->sp, vectors);
        look_through(w, vectors + t->op.size2, end);
        for (int i = 0; i < 2; i++)
            if (could_be_pointer(t->result[i]))
                add_target(w, t->result[i]);
    }
}

/* ---- touching it ----------------------------------------------------------------------------------------------------- */

static bool touch(struct world *w, const struct thread *t, uint64_t lo, uint64_t hi)
{
    bool only_look = w->frozen || world_unobserved(w);
    return only_look ? sharing_is_shared(lo, hi - lo) : sharing_touch(&w->sharing, t->number, lo, hi - lo, false);
}

/* Its place in a small table that forgets. */
static struct touched *touched_at(uint64_t lo, uint64_t hi)
{
    struct touched *m = &reach.touched[(lo * 0x9e3779b97f4a7c15ULL) >> 54];
    if (m->lo != lo || m->hi != hi)
        *m = (struct touched){.lo = lo, .hi = hi};
    return m;
}

static bool touch_large(struct world *w, const struct thread *t, uint64_t lo, uint64_t hi)
{
    struct touched *m = touched_at(lo, hi);
    bool only_look = w->frozen || world_unobserved(w);
    if ((only_look || threadset_has(m->by, t->number)) && m->looked_at == w->sharing.bytes + 1)
        return m->shared;
    m->shared = touch(w, t, lo, hi);
    m->by |= only_look ? NO_THREADS : threadset_of(t->number);
    m->looked_at = w->sharing.bytes + 1;
    return m->shared;
}

static void add_library(uint64_t lo, uint64_t hi, void *unused)
{
    (void)unused;
    add(lo, hi);
}

static void begin(void)
{
    data_ranges_bounds(&reach.data_lo, &reach.data_hi);
    uint64_t arena_hi = ARENA_LO + mz__layout.arena_size;
    reach.lowest = (uint32_t)((reach.data_lo < ARENA_LO ? reach.data_lo : ARENA_LO) >> 32);
    reach.span = (uint32_t)((reach.data_hi > arena_hi ? reach.data_hi : arena_hi) >> 32) - reach.lowest;
    snapshot_addresses(reach.lowest, reach.span);
    reach.count = 0;
    reach.round++;
    reach.full = false;
}

/* Memory that was found, and all that it leads to. */
static bool touch_pieces(struct world *w, const struct thread *t)
{
    bool shared = false;
    for (unsigned i = 0; i < reach.count; i++) {
        struct piece p = reach.piece[i];
        look_through(w, p.lo, p.hi);
        shared |= p.hi - p.lo < LARGE ? touch(w, t, p.lo, p.hi) : touch_large(w, t, p.lo, p.hi);
    }
    return shared || reach.full;
}

/* End of what is used of an argument, at most `end`, where the object ends. */
static uint64_t used_to(struct footprint_argument a, const uint64_t *slot, uint64_t addr, uint64_t end)
{
    uint64_t bytes = a.kind == FOOT_COUNTED ? outside_argument(slot, a.size) : a.size;
    if (a.kind == FOOT_OBJECT)
        return end;
    if (a.kind == FOOT_STRING || a.kind == FOOT_FORMAT)
        for (bytes = 1; addr + bytes < end && ((const char *)addr)[bytes - 1]; bytes++)
            ;
    return bytes < end - addr ? addr + bytes : end;
}

/* Arguments that point nowhere in the program's memory reach what nobody changes, or nothing. */
static bool touch_arguments(struct world *w, const struct thread *t, const struct footprint *known)
{
    const uint64_t *slot = (const uint64_t *)t->op.arg[1];
    bool shared = false;
    for (unsigned i = 0; i < FOOT_ARGUMENTS; i++) {
        uint64_t addr = outside_argument(slot, i);
        if (known->argument[i].kind == FOOT_VALUE || !could_be_pointer(addr))
            continue;
        begin();
        add_target(w, addr);
        for (unsigned k = 0; k < reach.count; k++)
            if (addr - reach.piece[k].lo < reach.piece[k].hi - reach.piece[k].lo)
                shared |= touch(w, t, addr, used_to(known->argument[i], slot, addr, reach.piece[k].hi));
        shared |= reach.full;
    }
    return shared;
}

/* State of the C library leads wherever it leads. */
static bool touch_known(struct world *w, const struct thread *t, unsigned data, const struct footprint *known)
{
    bool shared = touch_arguments(w, t, known);
    begin();
    if (data & REACH_OF_C) {
        extents_c_library(add_library, NULL);
        exported_variables_each(true, add_library, NULL);
    }
    return touch_pieces(w, t) || shared;
}

static bool touch_all(struct world *w, const struct thread *t, unsigned data)
{
    bool of_c = data & REACH_OF_C;
    begin();
    look_through_roots(w, t, data);
    extents_libraries(of_c, add_library, NULL);
    exported_variables_each(false, add_library, NULL);
    if (of_c)
        exported_variables_each(true, add_library, NULL);
    if (data & REACH_PROGRAM)
        extents_program(add_library, NULL);
    return touch_pieces(w, t);
}

/* A format may tell of more than is known. One that the program has made itself is not looked at. */
static bool holds(const struct thread *t, const struct footprint *known)
{
    const uint64_t *slot = (const uint64_t *)t->op.arg[1];
    for (unsigned i = 0; known && i < FOOT_ARGUMENTS; i++)
        if (known->argument[i].kind == FOOT_FORMAT)
            return layout_segment(outside_argument(slot, i)) && footprint_holds((const char *)outside_argument(slot, i), i);
    return known != NULL;
}

bool reach_touch(struct world *w, const struct thread *t, unsigned data, const struct footprint *known)
{
    snapshot_settle(w);
    reach.by = t;
    bool shared = t->op.kind == OP_FOREIGN && holds(t, known) ? touch_known(w, t, data, known) : touch_all(w, t, data);
    reach.last.thread = t;
    reach.last.step = w->steps;
    return reach.last.shared = shared;
}

bool reach_touch_now(struct world *w, const struct thread *t, unsigned data, const struct footprint *known)
{
    bool just_now = t->op.kind == OP_FOREIGN && reach.last.thread == t && reach.last.step == w->steps;
    return just_now ? reach.last.shared : reach_touch(w, t, data, known);
}
