/* summary.c - see summary.h. */
#include "reduce/events/summary.h"

#include <string.h>

#include "base/reserve.h"

#ifndef SUMMARY_SETS /* some tests have fewer sets, and fewer words */
#define SUMMARY_SETS (1u << 30) /* the bits that sum.c keeps of a number with a state */
#endif
#ifndef SUMMARY_WORDS
#define SUMMARY_WORDS UINT32_MAX /* of all sets together: 32 gigabytes */
#endif

enum {
    FEW_PLACES = 1 << 10, /* of the hash table, which grows: neighbours in memory are cheaper to come by */
    FEW_MADE = 1 << 8, MOST_MADE = 1 << 14,
    FEW_LISTS = 1 << 5, MOST_LISTS = 1 << 11,
    LISTED = 10,       /* events of a list that is remembered */
};

/* Unions made lately; where two fall on one place the later one stays, and where that is often there are more places. */
struct made {
    summary  a, b, sum;
    uint32_t age; /* 0: none */
};

/* Lists of events put together lately, likewise. */
struct listed {
    event    event[LISTED];
    uint32_t count;
    summary  sum;
    uint32_t age;
};

/* Places of what was made lately: a power of two. */
struct memory {
    uint32_t places, missed; /* since there are so many */
};

/* State that all processes that search together share, besides the arrays below: to be written by one at a time, and
 * read by all. */
struct counts {
    uint32_t sets, places; /* in use: of places a power of two, and more than there are sets */
    uint64_t lacked;       /* sets for which there was no room */
};

/* The arrays that grow are reserved: they are as large as the machine's memory lets them be. */
struct summaries {
    struct counts *counts;
    uint64_t   *words;
    uint32_t   *start;      /* of a set in `words`, up to that of the next one, or what is free; its last word is not 0 */
    uint32_t   *place;      /* hashed: a set, and bits of its hash that are not in the number of the place; 0: free */
    size_t      word_bytes, start_bytes, place_bytes;
    uint32_t    most;       /* sets, */
    uint64_t    room;       /* and words that there may be */
    bool        shared;
    struct lock lock;
    uint32_t    kept[STREAMS]; /* sets that have been put there: summaries_save() */
    uint64_t    back;       /* words that have been restored */
    uint32_t    age;        /* that of unions which have not been forgotten */
    struct memory unions, lists;
    struct made made[MOST_MADE];
    struct listed listed[MOST_LISTS];
    uint64_t    draft[EVENT_WORDS]; /* a set that may be known */
};

static void define_fixed(struct summaries *s)
{
    *s->counts = (struct counts){.sets = SUMMARY_ALL + 1, .places = FEW_PLACES};
    for (unsigned i = 0; i < STREAMS; i++)
        s->kept[i] = SUMMARY_ALL + 1;
    s->back = 0;
    s->age++;
    s->unions = (struct memory){FEW_MADE, 0};
    s->lists = (struct memory){FEW_LISTS, 0};
}

static uint64_t least_of(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Each set has two places, and a beginning. */
static bool reserve_arrays(struct summaries *s)
{
    void *(*take)(size_t *bytes, size_t least) = s->shared ? reserve_shared : reserve;
    size_t count_bytes = sizeof *s->counts;
    uint64_t sets = least_of(SUMMARY_SETS, reserve_machine() / sizeof *s->words);
    uint64_t places = FEW_PLACES;
    while (places < 2 * sets)
        places *= 2;
    s->word_bytes = reserve_machine();
    s->start_bytes = (sets + 1) * sizeof *s->start;
    s->place_bytes = places * sizeof *s->place;
    s->counts = take(&count_bytes, count_bytes);
    s->words = take(&s->word_bytes, 1 << 20);
    s->start = take(&s->start_bytes, 1 << 12);
    s->place = take(&s->place_bytes, FEW_PLACES * sizeof *s->place);
    s->room = least_of(SUMMARY_WORDS, s->word_bytes / sizeof *s->words);
    while (places * sizeof *s->place > s->place_bytes)
        places /= 2;
    s->most = (uint32_t)least_of(least_of(sets, s->start_bytes / sizeof *s->start - 1), places / 2);
    return s->counts && s->words && s->start && s->place;
}

struct summaries *summaries_open(bool shared)
{
    size_t bytes = sizeof(struct summaries);
    struct summaries *s = reserve(&bytes, bytes);
    if (!s)
        return NULL;
    s->shared = shared;
    if (reserve_arrays(s)) {
        define_fixed(s);
        return s;
    }
    summaries_close(s);
    return NULL;
}

void summaries_close(struct summaries *s)
{
    reserve_release(s->counts, sizeof *s->counts);
    reserve_release(s->words, s->word_bytes);
    reserve_release(s->start, s->start_bytes);
    reserve_release(s->place, s->place_bytes);
    reserve_release(s, sizeof *s);
}

void summaries_clear(struct summaries *s)
{
    if (s->counts->sets > SUMMARY_ALL + 1)
        memset(s->place, 0, s->counts->places * sizeof *s->place);
    define_fixed(s);
}

void summaries_join(struct summaries *s, struct lock lock)
{
    s->lock = lock;
}

uint64_t summaries_bytes(const struct summaries *s)
{
    const struct counts *c = s->counts;
    uint64_t own = s->unions.places * sizeof *s->made + s->lists.places * sizeof *s->listed;
    uint64_t common = c->sets * sizeof *s->start + c->places * sizeof *s->place + s->start[c->sets] * sizeof *s->words;
    return s->lock.word ? own : own + common;
}

uint64_t summaries_lacked(const struct summaries *s)
{
    return s->lock.word ? 0 : s->counts->lacked;
}

static uint32_t length(const struct summaries *s, summary a)
{
    return s->start[a + 1] - s->start[a];
}

static uint32_t hash(const uint64_t *words, uint32_t count)
{
    uint64_t h = count;
    for (uint32_t i = 0; i < count; i++) {
        h = (h ^ words[i]) * 0x9e3779b97f4a7c15u;
        h ^= h >> 32;
    }
    return (uint32_t)(h * 0xbf58476d1ce4e5b9u >> 32);
}

static uint32_t placed(summary a, uint32_t h, uint32_t mask)
{
    return a | (h & ~mask);
}

/* Places for more, or anew. */
static void place_all(struct summaries *s, uint32_t places)
{
    struct counts *c = s->counts;
    memset(s->place, 0, c->places * sizeof *s->place);
    c->places = places;
    uint32_t mask = c->places - 1;
    for (summary a = SUMMARY_ALL + 1; a < c->sets; a++) {
        uint32_t h = hash(&s->words[s->start[a]], length(s, a)), i = h & mask;
        while (s->place[i])
            i = (i + 1) & mask;
        __atomic_store_n(&s->place[i], placed(a, h, mask), __ATOMIC_RELEASE);
    }
}

static bool is_set(const struct summaries *s, summary a, const uint64_t *words, uint32_t count)
{
    return a < __atomic_load_n(&s->counts->sets, __ATOMIC_ACQUIRE) && length(s, a) == count &&
           memcmp(&s->words[s->start[a]], words, count * sizeof *words) == 0;
}

/* The set with these words, or 0 and where it goes to. While others make places for more it may be overlooked, but is not mistaken. */
static summary find(const struct summaries *s, const uint64_t *words, uint32_t count, uint32_t h, uint32_t *where)
{
    uint32_t mask = __atomic_load_n(&s->counts->places, __ATOMIC_RELAXED) - 1, i = h & mask;
    for (uint32_t there; (there = __atomic_load_n(&s->place[i], __ATOMIC_ACQUIRE)) != 0; i = (i + 1) & mask) {
        summary known = there & mask;
        if (there == placed(known, h, mask) && is_set(s, known, words, count))
            return known;
    }
    *where = i;
    return 0;
}

/* By one process at a time. Should it be killed half-way nothing has happened, or the set is overlooked and made once more. */
static summary make_set(struct summaries *s, const uint64_t *words, uint32_t count, uint32_t h)
{
    struct counts *c = s->counts;
    uint32_t where = 0;
    if (c->sets > c->places / 4 * 3)
        place_all(s, 2 * c->places);
    summary a = find(s, words, count, h, &where);
    if (a)
        return a;
    uint64_t used = s->start[c->sets];
    if (c->sets == s->most || used + count > s->room) {
        c->lacked++;
        return SUMMARY_ALL;
    }
    a = c->sets;
    memcpy(&s->words[used], words, count * sizeof *words);
    s->start[a + 1] = (uint32_t)(used + count);
    __atomic_store_n(&c->sets, a + 1, __ATOMIC_RELEASE);
    __atomic_store_n(&s->place[where], placed(a, h, c->places - 1), __ATOMIC_RELEASE);
    return a;
}

static summary intern(struct summaries *s, const uint64_t *words, uint32_t count)
{
    uint32_t h = hash(words, count), where;
    summary a = find(s, words, count, h, &where);
    if (a)
        return a;
    lock_take(&s->lock);
    a = make_set(s, words, count, h);
    lock_give(&s->lock);
    return a;
}

/* Entries that lie where they would not be looked for any more are lost, or overwritten. */
static void miss(struct memory *m, uint32_t most)
{
    if (++m->missed < 32 * m->places || m->places == most)
        return;
    *m = (struct memory){2 * m->places, 0};
}

static summary make(struct summaries *s, summary a, summary b)
{
    const uint64_t *x = &s->words[s->start[a]], *y = &s->words[s->start[b]];
    uint32_t of_x = length(s, a), of_y = length(s, b), longer = of_x > of_y ? of_x : of_y;
    for (uint32_t i = 0; i < longer; i++)
        s->draft[i] = (i < of_x ? x[i] : 0) | (i < of_y ? y[i] : 0);
    return intern(s, s->draft, longer);
}

static summary put_together(struct summaries *s, const event *events, unsigned count)
{
    uint32_t needed = 0;
    for (unsigned i = 0; i < count; i++)
        needed = events[i] / 64u >= needed ? events[i] / 64u + 1 : needed;
    memset(s->draft, 0, needed * sizeof *s->draft);
    for (unsigned i = 0; i < count; i++)
        s->draft[events[i] / 64] |= (uint64_t)1 << events[i] % 64;
    return intern(s, s->draft, needed);
}

static bool is_listed(const struct summaries *s, const struct listed *l, const event *events, unsigned count)
{
    if (l->count != count || l->age != s->age)
        return false;
    for (unsigned i = 0; i < count; i++)
        if (l->event[i] != events[i])
            return false;
    return true;
}

summary summary_of(struct summaries *s, const event *events, unsigned count)
{
    if (count == 0)
        return SUMMARY_EMPTY;
    if (count > LISTED)
        return put_together(s, events, count);
    uint64_t h = count;
    for (unsigned i = 0; i < count; i++)
        h = (h ^ events[i]) * 0x9e3779b97f4a7c15u;
    struct listed *l = &s->listed[h >> 40 & (s->lists.places - 1)];
    if (!is_listed(s, l, events, count)) {
        miss(&s->lists, MOST_LISTS);
        *l = (struct listed){.count = count, .sum = put_together(s, events, count), .age = s->age};
        memcpy(l->event, events, count * sizeof *events);
    }
    return l->sum;
}

summary summary_made(struct summaries *s, summary a, summary b)
{
    if (a == SUMMARY_ALL || b == SUMMARY_ALL)
        return SUMMARY_ALL;
    struct made *m = &s->made[(a * 0x9e3779b1u ^ b * 0x85ebca77u) >> 7 & (s->unions.places - 1)];
    if (m->a != a || m->b != b || m->age != s->age) {
        miss(&s->unions, MOST_MADE);
        *m = (struct made){a, b, make(s, a, b), s->age};
    }
    return m->sum;
}

summary summary_of_events(struct summaries *s, const struct events *events)
{
    uint32_t words = events->words;
    while (words > 0 && events->word[words - 1] == 0)
        words--;
    if (events->all)
        return SUMMARY_ALL;
    return words > 0 ? intern(s, events->word, words) : SUMMARY_EMPTY;
}

struct events summary_events(const struct summaries *s, summary a)
{
    return (struct events){(uint64_t *)&s->words[s->start[a]], length(s, a), a == SUMMARY_ALL};
}

/* --- beyond the process ----------------------------------------------------------------------------------------------- */

void summaries_save(struct summaries *s, enum record_stream stream, bool anew, const struct record_taker *to)
{
    uint32_t from = anew ? SUMMARY_ALL + 1 : s->kept[stream], sets = s->counts->sets;
    to->put(to->self, RECORD_SET_ENDS, &s->start[from + 1], sets - from, sizeof *s->start);
    to->put(to->self, RECORD_SET_WORDS, &s->words[s->start[from]], s->start[sets] - s->start[from], sizeof *s->words);
    s->kept[stream] = sets;
}

static bool restore_end(struct summaries *s, uint32_t end)
{
    struct counts *c = s->counts;
    if (c->sets == s->most || end <= s->start[c->sets] || end - s->start[c->sets] > EVENT_WORDS || end > s->room)
        return false;
    s->start[++c->sets] = end;
    return true;
}

bool summaries_restore(struct summaries *s, enum record_kind kind, const void *things, size_t bytes)
{
    bool fits = kind != RECORD_SET_WORDS || s->back + bytes / sizeof *s->words <= s->room;
    if (kind == RECORD_SET_WORDS && fits) {
        memcpy(&s->words[s->back], things, bytes / sizeof *s->words * sizeof *s->words);
        s->back += bytes / sizeof *s->words;
    }
    for (size_t i = 0; kind == RECORD_SET_ENDS && fits && i < bytes / sizeof(uint32_t); i++)
        fits = restore_end(s, ((const uint32_t *)things)[i]);
    return fits;
}

bool summary_is_known(const struct summaries *s, summary a)
{
    return a < s->counts->sets;
}

bool summaries_ready(struct summaries *s)
{
    struct counts *c = s->counts;
    uint32_t places = FEW_PLACES;
    while (c->sets > places / 4 * 3)
        places *= 2;
    bool whole = s->start[c->sets] == s->back;
    if (whole)
        place_all(s, places);
    s->kept[STREAM_KEPT] = c->sets;
    return whole;
}
