/* summary.c - see summary.h. */
#include "reduce/summary.h"

#include <string.h>

#include "base/reserve.h"

#ifndef SUMMARY_BITS /* some tests have fewer sets, and fewer words */
#define SUMMARY_BITS 22
#endif
#ifndef SUMMARY_WORDS
#define SUMMARY_WORDS (1 << 27) /* of all sets together: a gigabyte of address space */
#endif

enum {
    NUMBER_BITS = SUMMARY_BITS, SETS = 1 << NUMBER_BITS, WORDS = SUMMARY_WORDS,
    FEW_PLACES = 1 << 10, /* of the hash table, which grows: neighbours in memory are cheaper to come by */
    MOST_PLACES = 2 * SETS > FEW_PLACES ? 2 * SETS : FEW_PLACES,
    FEW_MADE = 1 << 9, MOST_MADE = 1 << 14,
    FEW_LISTS = 1 << 6, MOST_LISTS = 1 << 11,
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

struct summaries {
    uint32_t    count;
    uint32_t    age;  /* that of unions which have not been forgotten */
    uint64_t    used;
    struct memory unions, lists;
    struct made made[MOST_MADE];
    struct listed listed[MOST_LISTS];
    uint32_t    start[SETS + 1];    /* of a set in `words`, up to that of the next one; its last word is not 0 */
    uint32_t    places;             /* in use, a power of two */
    uint32_t    place[MOST_PLACES]; /* hashed: a set, and bits of its hash that are not in the number of the place; 0: free */
    uint64_t    words[WORDS];
};

static void define_fixed(struct summaries *s)
{
    s->count = SUMMARY_ALL + 1;
    s->age++;
    s->used = 0;
    s->places = FEW_PLACES;
    s->unions = (struct memory){FEW_MADE, 0};
    s->lists = (struct memory){FEW_LISTS, 0};
}

struct summaries *summaries_open(void)
{
    size_t bytes = sizeof(struct summaries);
    struct summaries *s = reserve(&bytes, bytes);
    if (s)
        define_fixed(s);
    return s;
}

void summaries_close(struct summaries *s)
{
    reserve_release(s, sizeof *s);
}

void summaries_clear(struct summaries *s)
{
    if (s->count > SUMMARY_ALL + 1)
        memset(s->place, 0, s->places * sizeof *s->place);
    define_fixed(s);
}

uint64_t summaries_bytes(const struct summaries *s)
{
    return s->unions.places * sizeof *s->made + s->lists.places * sizeof *s->listed + s->count * sizeof *s->start +
           s->places * sizeof *s->place + s->used * sizeof *s->words;
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

static uint32_t placed(summary a, uint32_t h)
{
    return a | h >> NUMBER_BITS << NUMBER_BITS;
}

static void grow(struct summaries *s)
{
    memset(s->place, 0, s->places * sizeof *s->place);
    s->places *= 2;
    for (summary a = SUMMARY_ALL + 1; a < s->count; a++) {
        uint32_t h = hash(&s->words[s->start[a]], length(s, a)), i = h & (s->places - 1);
        while (s->place[i])
            i = (i + 1) & (s->places - 1);
        s->place[i] = placed(a, h);
    }
}

/* The set whose words lie behind those of all others. */
static summary intern(struct summaries *s, uint32_t count)
{
    if (s->count > s->places / 4 * 3 && s->places < MOST_PLACES)
        grow(s);
    const uint64_t *words = &s->words[s->used];
    uint32_t h = hash(words, count), mask = s->places - 1, i = h & mask;
    for (; s->place[i]; i = (i + 1) & mask) {
        summary known = s->place[i] & (SETS - 1);
        if (s->place[i] == placed(known, h) && length(s, known) == count &&
            memcmp(&s->words[s->start[known]], words, count * sizeof *words) == 0)
            return known;
    }
    if (s->count == SETS)
        return SUMMARY_ALL;
    summary a = s->count++;
    s->used += count;
    s->start[s->count] = (uint32_t)s->used;
    s->place[i] = placed(a, h);
    return a;
}

/* What lies where it would not be looked for any more is lost, or overwritten. */
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
    if (s->used + longer > WORDS)
        return SUMMARY_ALL;
    uint64_t *out = &s->words[s->used];
    for (uint32_t i = 0; i < longer; i++)
        out[i] = (i < of_x ? x[i] : 0) | (i < of_y ? y[i] : 0);
    return intern(s, longer);
}

static summary put_together(struct summaries *s, const event *events, unsigned count)
{
    uint32_t needed = 0;
    for (unsigned i = 0; i < count; i++)
        needed = events[i] / 64u >= needed ? events[i] / 64u + 1 : needed;
    if (s->used + needed > WORDS)
        return SUMMARY_ALL;
    uint64_t *out = &s->words[s->used];
    memset(out, 0, needed * sizeof *out);
    for (unsigned i = 0; i < count; i++)
        out[events[i] / 64] |= (uint64_t)1 << events[i] % 64;
    return intern(s, needed);
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
    if (events->all || s->used + words > WORDS)
        return SUMMARY_ALL;
    memcpy(&s->words[s->used], events->word, words * sizeof *events->word);
    return words > 0 ? intern(s, words) : SUMMARY_EMPTY;
}

struct events summary_events(const struct summaries *s, summary a)
{
    return (struct events){(uint64_t *)&s->words[s->start[a]], length(s, a), a == SUMMARY_ALL};
}
