/* visited.c - the set of states seen so far. */
#include "base/visited.h"

#include <string.h>

#include "base/reserve.h"

enum {
    LINE = 4,          /* slots in a cache line */
    TAIL = 256,        /* lines behind the last home */
    FIRST_LINES = 256,
    FIRST_SHARED = 1 << 16, /* to grow it everybody has to be stopped */
    MIN_BYTES = 1 << 17,
    LOOK_AHEAD = 32,   /* entries, while growing */
};

static size_t line_bytes(const struct visited *v)
{
    return LINE * (sizeof(struct digest) + (v->notes ? sizeof(uint64_t) : 0));
}

static uint64_t slots_in(uint64_t lines)
{
    return (lines + TAIL) * LINE;
}

/* Comfortable up to 13/16; a table that cannot grow any more is filled to 15/16 before it is called full. */
static void set_room(struct visited *v)
{
    bool may_grow = v->limit - v->lines >= v->lines / 8;
    v->room = v->lines * LINE / 16 * (may_grow ? 13 : 15);
}

static void make_small(struct visited *v)
{
    uint64_t first = v->shared ? FIRST_SHARED : FIRST_LINES;
    v->lines = v->limit < first ? v->limit : first;
    set_room(v);
}

static bool open_slots(struct visited *v)
{
    v->slots = (v->shared ? reserve_shared : reserve)(&v->slot_bytes, MIN_BYTES / 2);
    if (!v->slots)
        return false;
    if (v->shared)
        reserve_huge_pages(v->slots, v->slot_bytes);
    v->limit = v->slot_bytes / (LINE * sizeof(struct digest)) - TAIL;
    return true;
}

static size_t bytes_within(uint64_t limit)
{
    return limit == 0 ? reserve_machine() : limit < MIN_BYTES ? MIN_BYTES : (size_t)limit;
}

static uint64_t compared_with(enum visited_extra extra)
{
    return extra == VISITED_TAGS ? ~(uint64_t)UINT32_MAX : UINT64_MAX;
}

bool visited_open_shared(struct visited *v, uint64_t limit, enum visited_extra extra)
{
    *v = (struct visited){.shared = true, .slot_bytes = bytes_within(limit), .compared = compared_with(extra)};
    if (!open_slots(v))
        return false;
    make_small(v);
    return true;
}

bool visited_open(struct visited *v, uint64_t limit, enum visited_extra extra)
{
    *v = (struct visited){.slot_bytes = bytes_within(limit), .compared = compared_with(extra)};
    if (extra == VISITED_NOTES)
        v->slot_bytes -= v->slot_bytes / 3;
    if (!open_slots(v))
        return false;
    if (extra == VISITED_NOTES) {
        v->note_bytes = slots_in(v->limit) * sizeof(uint64_t);
        v->notes = reserve(&v->note_bytes, v->note_bytes);
        if (!v->notes) {
            visited_close(v);
            return false;
        }
    }
    make_small(v);
    return true;
}

void visited_close(struct visited *v)
{
    reserve_release(v->slots, v->slot_bytes);
    reserve_release(v->notes, v->note_bytes);
    *v = (struct visited){0};
}

/* Starting over must cost microseconds after a small search and give the memory back after a large one. */
void visited_clear(struct visited *v)
{
    size_t slots = slots_in(v->lines);
    if (v->count == 0 && !v->shared)
        return; /* it is */
    if (v->lines <= 16 * FIRST_LINES) {
        memset(v->slots, 0, slots * sizeof *v->slots);
        if (v->notes)
            memset(v->notes, 0, slots * sizeof *v->notes);
    } else {
        (v->shared ? reserve_forget_shared : reserve_forget)(v->slots, v->slot_bytes);
        if (v->notes)
            reserve_forget(v->notes, v->note_bytes);
    }
    v->count = v->longest = v->last = 0;
    make_small(v);
}

void visited_empty(struct visited *v)
{
    memset(v->slots, 0, slots_in(v->lines) * sizeof *v->slots);
    if (v->notes)
        memset(v->notes, 0, slots_in(v->lines) * sizeof *v->notes);
    v->count = v->longest = v->last = 0;
}

uint64_t visited_bytes(const struct visited *v)
{
    return (v->lines + TAIL) * line_bytes(v);
}

static bool is_free(const struct digest *slot)
{
    return slot->lo == 0;
}

/* A state whose digest would look like a free slot gets another one: a collision no likelier than any other. */
static struct digest not_free(struct digest d)
{
    return is_free(&d) ? (struct digest){0x6d617a75726b6121u, d.hi} : d;
}

static bool holds(const struct visited *v, uint64_t slot, struct digest d)
{
    const struct digest *s = &v->slots[slot];
    return s->lo == d.lo && ((s->hi ^ d.hi) & v->compared) == 0;
}

/* Two digests with one half in common are next to impossible: then find() goes on from slot to slot. */
static uint64_t find_with_twin(const struct visited *v, struct digest d, uint64_t line)
{
    uint64_t end = slots_in(v->lines);
    for (uint64_t i = line * LINE; i < end; i++)
        if (is_free(&v->slots[i]) || holds(v, i, d))
            return i;
    return end;
}

static inline unsigned stops(const struct digest *slot, struct digest d)
{
    return (slot->lo == d.lo) | (slot->lo == 0);
}

/* The slot that holds `d`, or the free one where it belongs; the end of the table if it has run over. Where in its line an
 * entry lies cannot be predicted, so all four slots are compared without a branch. Entries fill a line from the front. */
static inline uint64_t find(const struct visited *v, struct digest d, uint64_t home)
{
    uint64_t end = v->lines + TAIL;
    for (uint64_t line = home; line < end; line++) {
        const struct digest *s = &v->slots[line * LINE];
        unsigned stop = stops(&s[0], d) | stops(&s[1], d) << 1 | stops(&s[2], d) << 2 | stops(&s[3], d) << 3;
        if (stop == 0)
            continue;
        const struct digest *slot = &s[__builtin_ctz(stop)];
        bool found = slot->lo == 0 || ((slot->hi ^ d.hi) & v->compared) == 0;
        return found ? (uint64_t)(slot - v->slots) : find_with_twin(v, d, line);
    }
    return end * LINE;
}

static void place(struct visited *v, struct digest d, uint64_t home, uint64_t slot)
{
    v->slots[slot] = d;
    v->last = slot;
    uint64_t distance = slot / LINE - home;
    if (distance > v->longest)
        v->longest = distance;
}

/* Put an entry back while growing. One that runs over the end of the tail is dropped: its state would be explored once
 * more, which is sound, and no mixed digests get there. */
static void put_back(struct visited *v, struct digest d, uint64_t note)
{
    uint64_t home = visited_home(v, d), slot = find(v, d, home);
    if (slot == slots_in(v->lines)) {
        v->count--;
        return;
    }
    place(v, d, home, slot);
    if (v->notes)
        v->notes[slot] = note;
}

/* Move the entries of slots [from, to), last first, to where they belong now. */
static void move_up(struct visited *v, uint64_t from, uint64_t to)
{
    for (uint64_t slot = to; slot-- > from;) {
        struct digest d = v->slots[slot];
        if (slot >= from + LOOK_AHEAD)
            visited_prefetch(v, v->slots[slot - LOOK_AHEAD]);
        if (is_free(&d))
            continue;
        uint64_t note = v->notes ? v->notes[slot] : 0;
        v->slots[slot] = (struct digest){0, 0};
        if (v->notes)
            v->notes[slot] = 0;
        put_back(v, d, note);
    }
}

/* What it grows to; no more than now if the limit is reached, or as good as. */
static uint64_t grown_lines(const struct visited *v)
{
    uint64_t step = v->lines / 2, left = v->limit - v->lines;
    step = step < left ? step : left;
    return step < v->lines / 8 ? v->lines : v->lines + step;
}

/* The first huge page is asked for when half of it is in use: a small search would pay for all of it. */
static void use_huge_pages(struct visited *v, uint64_t old)
{
    const uint64_t half = HUGE_PAGE / 2 / (LINE * sizeof(struct digest));
    if (old >= half || v->lines < half)
        return;
    reserve_huge_pages(v->slots, v->slot_bytes);
    reserve_collapse(v->slots, v->slot_bytes < HUGE_PAGE ? v->slot_bytes : HUGE_PAGE);
    if (v->notes)
        reserve_huge_pages(v->notes, v->note_bytes);
}

/* In place: an entry in line i has its old home at or after i - longest, so its new home is at least
 * (i - longest) * new / old - 1. From line `first` on that is more than i: the entry moves forward into lines that have
 * been emptied already. The few lines before `first` are set aside and put back last. */
static bool grow(struct visited *v)
{
    uint64_t old = v->lines, lines = grown_lines(v);
    if (lines == old)
        return false;
    uint64_t first = (v->longest * lines + old) / (lines - old) + 1;
    if (first > old + TAIL)
        first = old + TAIL;
    uint64_t aside = first * LINE;
    size_t bytes = aside * (sizeof(struct digest) + sizeof(uint64_t));
    struct digest *slots = reserve(&bytes, bytes);
    if (!slots)
        return false;
    uint64_t *notes = (uint64_t *)(slots + aside);
    memcpy(slots, v->slots, aside * sizeof *slots);
    memset(v->slots, 0, aside * sizeof *slots);
    if (v->notes) {
        memcpy(notes, v->notes, aside * sizeof *notes);
        memset(v->notes, 0, aside * sizeof *notes);
    }
    v->lines = lines;
    v->longest = 0;
    move_up(v, aside, slots_in(old));
    for (uint64_t i = 0; i < aside; i++)
        if (!is_free(&slots[i]))
            put_back(v, slots[i], notes[i]);
    reserve_release(slots, bytes);
    if (!v->shared)
        use_huge_pages(v, old);
    set_room(v);
    return true;
}

/* Not known and no comfortable place: grow, and only then look for one again. */
static enum visited_result insert_grown(struct visited *v, struct digest d)
{
    uint64_t slot = 0, home = 0;
    if (!grow(v))
        return VISITED_FULL;
    home = visited_home(v, d);
    slot = find(v, d, home);
    if (slot == slots_in(v->lines))
        return VISITED_FULL;
    v->count++;
    place(v, d, home, slot);
    return VISITED_NEW;
}

/* Slot of d, or the end of the table. A slot that was free when it was found may have been taken for another digest since, by another
 * process: so it is not enough that it is not free any more. */
static inline uint64_t slot_of(const struct visited *v, struct digest d)
{
    d = not_free(d);
    uint64_t slot = find(v, d, visited_home(v, d)), end = slots_in(v->lines);
    return slot < end && holds(v, slot, d) ? slot : end;
}

bool visited_has(const struct visited *v, struct digest d)
{
    return slot_of(v, d) < slots_in(v->lines);
}

bool visited_look(const struct visited *v, struct digest d, uint32_t *tag)
{
    uint64_t slot = slot_of(v, d);
    bool there = slot < slots_in(v->lines);
    if (there)
        *tag = (uint32_t)v->slots[slot].hi;
    return there;
}

void visited_set_tag_at(struct visited *v, struct digest d, uint64_t slot, uint32_t tag)
{
    v->last = holds(v, slot, not_free(d)) ? slot : slot_of(v, d);
    if (v->last < slots_in(v->lines))
        visited_set_tag(v, tag);
}

enum visited_result visited_insert(struct visited *v, struct digest d)
{
    d = not_free(d);
    d.hi &= v->compared;
    uint64_t home = visited_home(v, d), slot = find(v, d, home);
    if (slot < slots_in(v->lines) && !is_free(&v->slots[slot])) {
        v->last = slot;
        return VISITED_KNOWN;
    }
    if (v->count >= v->room || slot == slots_in(v->lines))
        return insert_grown(v, d);
    v->count++;
    place(v, d, home, slot);
    return VISITED_NEW;
}

/* --- several processes -------------------------------------------------------------------------------------------- */

/* Both halves are claimed by finding them 0. */
static struct digest claimable(struct digest d)
{
    d = not_free(d);
    d.hi = d.hi ? d.hi : 1;
    return d;
}

/* Write `value` where 0 is, or tell what somebody else wrote there: in both cases the result is what is there now. */
static uint64_t claim(uint64_t *half, uint64_t value, bool *mine)
{
    uint64_t there = 0;
    *mine = __atomic_compare_exchange_n(half, &there, value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return *mine ? value : there;
}

/* Everybody who inserts a digest comes by the same slots in the same order, and takes the first one that is free. */
static enum visited_result insert_from(struct visited *v, struct digest d, uint64_t slot)
{
    for (uint64_t end = slots_in(v->lines); slot < end; slot++) {
        struct digest *s = &v->slots[slot];
        bool mine;
        uint64_t lo = __atomic_load_n(&s->lo, __ATOMIC_ACQUIRE);
        if (lo == 0)
            lo = claim(&s->lo, d.lo, &mine);
        if (lo != d.lo || ((claim(&s->hi, d.hi, &mine) ^ d.hi) & v->compared) != 0)
            continue;
        v->count += mine;
        return mine ? VISITED_NEW : VISITED_KNOWN;
    }
    return VISITED_FULL;
}

enum visited_result visited_insert_shared(struct visited *v, struct digest d)
{
    d = claimable(d);
    uint64_t home = visited_home(v, d), slot = find(v, d, home);
    if (slot < slots_in(v->lines) && digest_equal(v->slots[slot], d))
        return VISITED_KNOWN;
    return v->count < v->room ? insert_from(v, d, home * LINE) : VISITED_FULL;
}

enum visited_result visited_publish(struct visited *v, struct digest d, uint32_t tag)
{
    d = not_free(d);
    d.hi = (d.hi & v->compared) | tag;
    return v->count < v->room ? insert_from(v, d, visited_home(v, d) * LINE) : VISITED_FULL;
}

/* An entry without a tag is being made. */
bool visited_look_shared(const struct visited *v, struct digest d, uint32_t *tag)
{
    uint64_t slot = slot_of(v, d);
    if (slot == slots_in(v->lines))
        return false;
    *tag = (uint32_t)__atomic_load_n(&v->slots[slot].hi, __ATOMIC_ACQUIRE);
    return *tag != 0;
}

/* What each process knows of its own insertions only: how many entries there are, and how far they lie from their homes. */
static void measure(struct visited *v)
{
    v->count = v->longest = 0;
    for (uint64_t slot = 0; slot < slots_in(v->lines); slot++) {
        struct digest *d = &v->slots[slot];
        if (d->hi == 0)
            d->lo = 0; /* somebody was killed before he had made the entry */
        if (is_free(d))
            continue;
        v->count++;
        uint64_t distance = slot / LINE - visited_home(v, *d);
        if (distance > v->longest)
            v->longest = distance;
    }
}

/* The order in which entries are told: each 32nd line, for in the order of their homes they would crowd together in a smaller table that
 * they are put into. What is left behind the last whole row of lines comes last. */
enum { COLUMNS = 32 };

static uint64_t told_after(uint64_t slot, uint64_t even_lines)
{
    uint64_t line = slot / LINE;
    if (slot % LINE < LINE - 1 || line >= even_lines)
        return slot + 1;
    if (line + COLUMNS < even_lines)
        return (line + COLUMNS) * LINE;
    return (line + 1 < even_lines ? line % COLUMNS + 1 : even_lines) * LINE;
}

uint64_t visited_mark_tags(struct visited *v, uint64_t *at, uint32_t bit, struct digest *out, uint64_t most)
{
    uint64_t lines = v->lines + TAIL, even_lines = lines - lines % COLUMNS, count = 0;
    for (; *at < slots_in(v->lines) && count < most; *at = told_after(*at, even_lines)) {
        struct digest *d = &v->slots[*at];
        if (d->hi == 0 || (d->hi & bit))
            continue;
        out[count++] = *d;
        d->hi |= bit;
    }
    return count;
}

bool visited_grow_shared(struct visited *v)
{
    measure(v);
    reserve_collapse(v->slots, slots_in(grown_lines(v)) * sizeof *v->slots);
    return grow(v);
}
