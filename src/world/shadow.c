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

/* What stands for a record in the digest, but for who knows of it. */
static void give_name(struct record *r, uint64_t word)
{
    uint64_t what = (uint64_t)r->thread << 16 | (uint64_t)r->bytes << 8 | r->flags;
    r->name = hash_join(hash_word(word, what), hash_word(r->pc, 3));
}

/* Into the first place that nobody needs any more. */
static void keep(struct node *n, struct record *r, threadset live)
{
    give_name(r, n->word);
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

static void access_word(struct node *n, struct record *r, threadset live, struct unordered *out)
{
    struct record *before = compare(n, r, out);
    if (!before)
        keep(n, r, live);
    else if (before->when != r->when) {
        r->name = before->name;
        put(before, r);
    }
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

bool shadow_expects(uint64_t word, const struct record *r)
{
    const struct node *n = &shadow.node[places_number(&shadow.index, word)];
    return n->word == word && (n->plain || (r->flags & SHADOW_ATOMIC && (n->unkept || shadow.keep_atomics)));
}

/* ---- identity ------------------------------------------------------------------------------------------------------ */

/* What thread t did at its time `when`: who knows of it is worked out once for all records of that time, and so is what they add to
 * the digest. */
struct knowledge {
    uint64_t      round;
    uint32_t      when;
    bool          all;    /* live threads know: such records do not count any more */
    struct digest who;
    struct digest what;   /* the records' names */
};

enum { TIMES = 8 };

static struct {
    struct knowledge  of[MAX_THREADS][TIMES];
    struct knowledge *in_use[MAX_THREADS * TIMES]; /* in this round */
    unsigned          count;
    struct digest     sum;
} knowledge;

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

static void add_up(const struct knowledge *k)
{
    if (!k->all)
        knowledge.sum = digest_xor(knowledge.sum, hash_join(k->what, k->who));
}

static void work_out(struct knowledge *k, const struct record *r, threadset live)
{
    threadset threads = 0;
    if (k->round == shadow.round)
        add_up(k); /* of another time that shares the place */
    else
        knowledge.in_use[knowledge.count++] = k;
    for (threadset rest = live; rest; rest &= rest - 1)
        if (clock_knows(&mz__clocks.now[threadset_first(rest)], r->thread, r->when))
            threads |= rest & -rest;
    *k = (struct knowledge){.round = shadow.round, .when = r->when, .all = threads == live};
    if (!k->all)
        k->who = who_knows(r->thread, r->when, threads);
}

static void digest_node(const struct node *n, threadset live)
{
    for (const struct record *r = n->record, *end = r + n->used; r < end; r++) {
        struct knowledge *k = &knowledge.of[r->thread][r->when % TIMES];
        if (k->round != shadow.round || k->when != r->when)
            work_out(k, r, live);
        k->what = digest_xor(k->what, r->name);
    }
}

struct digest shadow_digest(threadset live)
{
    shadow.round++;
    knowledge.count = 0;
    knowledge.sum = (struct digest){0, 0};
    for (uint32_t i = 0; i < shadow.index.used; i++) {
        for (const struct node *n = &shadow.node[i]; n->used; n = &shadow.node[n->next]) {
            digest_node(n, live);
            if (!n->next)
                break;
        }
    }
    for (unsigned i = 0; i < knowledge.count; i++)
        add_up(knowledge.in_use[i]);
    return knowledge.sum;
}
