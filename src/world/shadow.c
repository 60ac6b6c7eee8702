/* shadow.c - see shadow.h. */
#include "world/shadow.h"

#include "world/hash.h"
#include "world/places.h"
#include "world/undo.h"

enum { RECORDS = 6 }; /* in one node; there are more in the next */

struct node {
    uint64_t word;
    uint32_t used;     /* records */
    uint32_t next;     /* number of a further node for the word, or 0. Not rewound */
    bool     plain;    /* some access of the search was plain, */
    bool     unkept;   /* or atomic before that was known. Not rewound */
    struct record record[RECORDS];
};

static struct {
    struct places index;
    struct node  *node;     /* by number; numbers of further nodes count down from the end */
    uint32_t      further;
    bool          keep_atomics;
    uint64_t      round;    /* digests so far */
} shadow;

bool shadow_open(bool keep_atomics)
{
    shadow.keep_atomics = keep_atomics;
    shadow.node = raw_map(NULL, (size_t)2 * PLACES_MOST * sizeof *shadow.node, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    shadow.further = 2 * PLACES_MOST;
    return shadow.node && places_open(&shadow.index);
}

bool shadow_is_full(void)
{
    return shadow.index.full || shadow.further == PLACES_MOST;
}

static bool known_to_all(const struct record *r, threadset live)
{
    for (; live; live &= live - 1)
        if (!clock_knows(&mz__clocks.now[threadset_first(live)], r->thread, r->when))
            return false;
    return true;
}

static bool conflict(const struct record *r, uint8_t bytes, uint8_t flags)
{
    return (r->bytes & bytes) && ((r->flags | flags) & SHADOW_WRITE) && !(r->flags & flags & SHADOW_ATOMIC);
}

/* Of one thread. */
static bool same_access(const struct record *a, const struct record *b)
{
    return a->pc == b->pc && a->bytes == b->bytes && a->flags == b->flags;
}

static struct node *further_node(struct node *n)
{
    if (!n->next && shadow.further > PLACES_MOST)
        n->next = --shadow.further;
    return n->next ? &shadow.node[n->next] : NULL;
}

static void put(struct record *slot, const struct record *r)
{
    undo_block(slot, sizeof *slot);
    *slot = *r;
}

/* Into the first place that nobody needs any more. */
static void keep(struct node *n, const struct record *r, threadset live)
{
    for (; n; n = further_node(n)) {
        for (uint32_t i = 0; i < n->used; i++)
            if (known_to_all(&n->record[i], live)) {
                put(&n->record[i], r);
                return;
            }
        if (n->used < RECORDS) {
            put(&n->record[n->used], r);
            undo_block(&n->used, sizeof(uint64_t));
            n->used++;
            return;
        }
    }
}

/* Returns the record of an earlier access at the same place, or NULL. */
static inline struct record *compare(struct node *n, const struct record *r, struct unordered *out)
{
    const struct clock *mine = &mz__clocks.now[r->thread];
    struct record *before = NULL;
    for (; n->used; n = &shadow.node[n->next]) {
        for (struct record *other = n->record, *end = other + n->used; other < end; other++) {
            if (other->thread == r->thread)
                before = same_access(other, r) ? other : before;
            else if (conflict(other, r->bytes, r->flags) && !clock_knows(mine, other->thread, other->when) && out->count < SHADOW_MOST)
                out->record[out->count++] = other;
        }
        if (!n->next)
            break;
    }
    return before;
}

void shadow_look(uint64_t word, const struct record *r, struct unordered *out)
{
    out->count = 0;
    compare(&shadow.node[places_number(&shadow.index, word)], r, out);
}

static void access_word(struct node *n, const struct record *r, threadset live, struct unordered *out)
{
    struct record *before = compare(n, r, out);
    if (!before)
        keep(n, r, live);
    else if (before->when != r->when)
        put(before, r);
}

bool shadow_access(uint64_t word, struct record *r, threadset live, struct unordered *out)
{
    struct node *n = &shadow.node[places_number(&shadow.index, word)];
    bool lost = false, atomic = r->flags & SHADOW_ATOMIC;
    n->word = word;
    out->count = 0;
    if (!atomic && !n->plain) {
        n->plain = true;
        lost = n->unkept;
    }
    if (n->plain || shadow.keep_atomics)
        access_word(n, r, live, out);
    else
        n->unkept = true;
    return lost;
}

/* ---- identity ------------------------------------------------------------------------------------------------------ */

/* Who knows of what thread t did at its time `when`: worked out once for all records of that time. */
struct knowledge {
    uint64_t      round;
    uint32_t      when;
    bool          all;    /* live threads: such a record does not count any more */
    struct digest who;
};

static struct digest who_knows(tid t, uint32_t when, threadset threads)
{
    struct digest sum = hash_word(threads, 1);
    for (const struct carrier *c = mz__clocks.carrier, *end = c + mz__clocks.carriers; c < end; c++) {
        uint64_t mask = -(uint64_t)clock_knows(c->clock, t, when);
        sum.lo ^= c->name.lo & mask;
        sum.hi ^= c->name.hi & mask;
    }
    return sum;
}

static const struct knowledge *knowledge_of(const struct record *r, threadset live)
{
    enum { TIMES = 8 };
    static struct knowledge known[MAX_THREADS][TIMES];
    struct knowledge *k = &known[r->thread][r->when % TIMES];
    if (k->round == shadow.round && k->when == r->when)
        return k;
    threadset threads = 0;
    for (threadset rest = live; rest; rest &= rest - 1)
        if (clock_knows(&mz__clocks.now[threadset_first(rest)], r->thread, r->when))
            threads |= rest & -rest;
    *k = (struct knowledge){.round = shadow.round, .when = r->when, .all = threads == live};
    if (!k->all)
        k->who = who_knows(r->thread, r->when, threads);
    return k;
}

static struct digest digest_of(const struct node *n, uint64_t word, threadset live)
{
    struct digest all = {0, 0};
    for (const struct record *r = n->record, *end = r + n->used; r < end; r++) {
        const struct knowledge *k = knowledge_of(r, live);
        uint64_t what = (uint64_t)r->thread << 16 | (uint64_t)r->bytes << 8 | r->flags;
        if (!k->all)
            all = digest_xor(all, hash_join(hash_word(word, what), hash_join(hash_word(r->pc, 3), k->who)));
    }
    return all;
}

struct digest shadow_digest(threadset live)
{
    struct digest all = {0, 0};
    shadow.round++;
    for (uint32_t i = 0; i < shadow.index.used; i++) {
        uint64_t word = shadow.node[i].word;
        for (const struct node *n = &shadow.node[i]; n->used; n = &shadow.node[n->next]) {
            all = digest_xor(all, digest_of(n, word, live));
            if (!n->next)
                break;
        }
    }
    return all;
}
