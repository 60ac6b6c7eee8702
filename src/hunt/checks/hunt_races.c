/* hunt_races.c - see hunt_races.h. A cell has the last accesses to a word: an access takes the place of one that it stands for, which is
 * one that is no stronger and comes before it. */
#include "hunt/checks/hunt_races.h"

#include <dlfcn.h>
#include <string.h>

#include "base/raw.h"
#include "hunt/checks/hunt_foreign.h"
#include "hunt/scheduler.h"

enum { CELLS = 1 << 16, KEPT = 4, WORD = 8, LONGEST = 1 << 16 };

/* An access in one word, so that nobody sees half of one. */
enum { TIME_BITS = 32, MASK_AT = 32, THREAD_AT = 40, HOW_AT = 52, USED_AT = 56 };
struct kept {
    uint64_t what;
    uint64_t pc;
};

static struct cell {
    uint64_t    word;
    struct kept of[KEPT];
} cells[CELLS];
static unsigned victim;

static uint32_t time_of(uint64_t what) { return (uint32_t)what; }
static unsigned mask_of(uint64_t what) { return what >> MASK_AT & 0xff; }
static unsigned thread_of(uint64_t what) { return what >> THREAD_AT & 0xfff; }
static unsigned how_of(uint64_t what) { return what >> HOW_AT & 0xf; }

static struct cell *cell_of(uint64_t word)
{
    return &cells[word * 0x9e3779b97f4a7c15u >> 48];
}

/* --- stacks, in an explanation: of accesses at the two places of the race --------------------------------------------------- */

static struct stack {
    uint64_t word, pc;
    unsigned thread;
    uint64_t at[HUNT_MAX_FRAMES];
} stacks[1024];

static struct stack *stack_of(uint64_t word, unsigned thread)
{
    return &stacks[(word * 0x9e3779b97f4a7c15u >> 40 ^ thread) % (sizeof stacks / sizeof *stacks)];
}

static bool is_sought(uint64_t pc)
{
    return hunt_wire->explain && (pc - hunt_wire->base == hunt_wire->race_pc[0] || pc - hunt_wire->base == hunt_wire->race_pc[1]);
}

static void keep_stack(uint64_t word, unsigned thread, uint64_t pc)
{
    struct stack *s = stack_of(word, thread);
    *s = (struct stack){.word = word, .pc = pc, .thread = thread};
    hunt_walk_stack(s->at);
}

static struct hunt_access access_of(uint64_t word, const struct kept *k)
{
    uint64_t what = k->what;
    unsigned mask = mask_of(what), how = how_of(what);
    struct hunt_access a = {.pc = k->pc, .thread = thread_of(what), .size = (uint32_t)__builtin_popcount(mask),
                            .writes = how & ACCESS_WRITES, .atomic = (how & ACCESS_ATOMIC) != 0, .frees = (how & ACCESS_FREES) != 0};
    const struct stack *s = stack_of(word, a.thread);
    a.stack_known = s->word == word && s->thread == a.thread && s->pc == a.pc;
    if (a.stack_known)
        memcpy(a.stack, s->at, sizeof a.stack);
    return a;
}

/* --- telling ---------------------------------------------------------------------------------------------------------------- */

static bool is_told(uint64_t earlier, uint64_t later)
{
    for (uint32_t i = 0; i < hunt_wire->races; i++)
        if (hunt_wire->race[i].access[0].pc == earlier && hunt_wire->race[i].access[1].pc == later)
            return true;
    return false;
}

static bool is_asked_for(uint64_t earlier, uint64_t later)
{
    const uint64_t *asked = hunt_wire->race_pc, base = hunt_wire->base;
    return (!asked[0] && !asked[1]) || (asked[0] == earlier - base && asked[1] == later - base);
}

static bool may_tell(void)
{
    static bool asked, may;
    const char *foreign = asked && !may ? NULL : hunt_wire->unseen[0] ? hunt_wire->unseen : foreign_library();
    asked = true;
    may = !foreign && !hunt_wire->foreign[0];
    for (unsigned i = 0; foreign && foreign[i] && i + 1 < sizeof hunt_wire->foreign; i++)
        hunt_wire->foreign[i] = foreign[i];
    return may;
}

/* Any thread may use the standard streams of C++ at any time, as the language says. */
static bool is_standard_stream(uint64_t address)
{
    static const char *const names[] = {"_ZSt3cin",  "_ZSt4cout",  "_ZSt4cerr",  "_ZSt4clog",
                                        "_ZSt4wcin", "_ZSt5wcout", "_ZSt5wcerr", "_ZSt5wclog"};
    Dl_info about;
    if (!dladdr((void *)(uintptr_t)address, &about) || !about.dli_sname)
        return false;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(about.dli_sname, names[i]) == 0)
            return true;
    return false;
}

static void tell(uint64_t word, const struct kept *earlier, const struct kept *later)
{
    bool ends = hunt_wire->race_mode == HUNT_RACES_END;
    if (is_told(earlier->pc, later->pc) || (ends && !is_asked_for(earlier->pc, later->pc)))
        return;
    if (hunt_wire->races >= HUNT_MAX_RACES || is_standard_stream(word * WORD) || !may_tell())
        return;
    unsigned both = mask_of(earlier->what) & mask_of(later->what);
    struct hunt_race *r = &hunt_wire->race[hunt_wire->races++];
    *r = (struct hunt_race){.address = word * WORD + (unsigned)__builtin_ctz(both),
                            .access = {access_of(word, earlier), access_of(word, later)}};
    if (!ends)
        return;
    hunt_fault(HUNT_RACE, "");
    raw_exit(1);
}

/* --- accesses --------------------------------------------------------------------------------------------------------------- */

static bool is_race(const struct thread *me, uint64_t before, uint64_t what)
{
    unsigned how = how_of(before) | how_of(what), plain = ~how_of(before) | ~how_of(what);
    return (mask_of(before) & mask_of(what)) && (how & ACCESS_WRITES) && (plain & ACCESS_ATOMIC) && thread_of(before) != me->number &&
           !clocks_know(me, thread_of(before), time_of(before));
}

/* Whatever will race with what was before will race with this one as well. */
static bool stands_for(const struct thread *me, uint64_t before, uint64_t what)
{
    bool weaker = (how_of(before) & ACCESS_WRITES) <= (how_of(what) & ACCESS_WRITES) &&
                  (how_of(before) & ACCESS_ATOMIC) >= (how_of(what) & ACCESS_ATOMIC);
    return weaker && !(mask_of(before) & ~mask_of(what)) && clocks_know(me, thread_of(before), time_of(before));
}

static void access_word(struct thread *me, uint64_t word, unsigned mask, unsigned how, uint64_t pc)
{
    struct cell *c = cell_of(word);
    const struct kept now = {.what = (uint64_t)clocks_now(me) | (uint64_t)mask << MASK_AT | (uint64_t)me->number << THREAD_AT |
                                     (uint64_t)how << HOW_AT | (uint64_t)1 << USED_AT, .pc = pc};
    if (c->word != word) {
        memset(c->of, 0, sizeof c->of);
        c->word = word;
    }
    struct kept *to = NULL;
    bool sought = is_sought(pc);
    for (unsigned i = 0; i < KEPT; i++) {
        struct kept *k = &c->of[i];
        if (k->what == now.what && k->pc == pc && !sought)
            return;
        if (k->what && is_race(me, k->what, now.what)) {
            if (sought)
                keep_stack(word, me->number, pc);
            tell(word, k, &now);
        }
        if (!to && (!k->what || stands_for(me, k->what, now.what)))
            to = k;
        else if (to && k->what && stands_for(me, k->what, now.what))
            k->what = 0;
    }
    if (sought)
        keep_stack(word, me->number, pc);
    to = to ? to : &c->of[victim++ % KEPT];
    *to = now;
}

/* Bytes of the word at `at` that the range has, as a mask. */
static unsigned part_of(uint64_t at, uint64_t end)
{
    unsigned first = at % WORD;
    uint64_t left = end - (at - first);
    return (0xffu << first) & (left < WORD ? (1u << left) - 1 : 0xffu) & 0xff;
}

void races_access(struct thread *me, const volatile void *address, uint64_t size, unsigned how, uint64_t pc)
{
    if (me->is->state != HUNT_IS_RUNNING || !clocks_are_kept())
        return;
    uint64_t at = (uint64_t)(uintptr_t)address, end = at + (size < LONGEST ? size : LONGEST);
    for (; at < end; at = (at / WORD + 1) * WORD)
        access_word(me, at / WORD, part_of(at, end), how, pc);
}

static struct thread *to_be_noted(void)
{
    struct thread *me = clocks_are_kept() ? hunt_self() : NULL;
    return me && !me->inside && hunt_live > 1 ? me : NULL;
}

void races_fresh(const void *address, uint64_t size)
{
    uint64_t first = (uint64_t)(uintptr_t)address / WORD, last = ((uint64_t)(uintptr_t)address + size - 1) / WORD;
    if (!clocks_are_kept() || !size)
        return;
    if (last - first < CELLS) {
        for (uint64_t word = first; word <= last; word++)
            if (cell_of(word)->word == word)
                cell_of(word)->word = 0;
        return;
    }
    for (struct cell *c = cells; c < cells + CELLS; c++)
        if (c->word >= first && c->word <= last)
            c->word = 0;
}

void races_free(const void *address, uint64_t size, uint64_t pc)
{
    struct thread *me = to_be_noted();
    if (me)
        races_access(me, address, size, ACCESS_WRITES | ACCESS_FREES, pc);
}

/* An access that learns comes after what it has learnt; one that tells comes before. */
void races_atomic_load(const volatile void *address, unsigned size, int order, uint64_t pc)
{
    struct thread *me = to_be_noted();
    order_load(address, size, order);
    if (me)
        races_access(me, address, size, ACCESS_ATOMIC, pc);
}

void races_atomic_store(const volatile void *address, unsigned size, int order, uint64_t pc)
{
    struct thread *me = to_be_noted();
    if (me)
        races_access(me, address, size, ACCESS_ATOMIC | ACCESS_WRITES, pc);
    order_store(address, size, order);
}

void races_atomic_update(const volatile void *address, unsigned size, int order, uint64_t pc)
{
    order_load(address, size, order);
    races_atomic_store(address, size, order, pc);
}

void races_begin(void)
{
    if (hunt_wire->race_mode != HUNT_RACES_OFF)
        clocks_begin();
}
