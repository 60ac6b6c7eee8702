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

/* The records of what a thread did at one time, together: who knows of one knows of all. */
struct moment {
    uint32_t      when;
    uint32_t      records;
    struct digest what;    /* the sum of their names */
};

enum { MOMENTS = 32 };

struct past {
    uint64_t      used;
    struct moment moment[MOMENTS]; /* in no order */
};

static struct {
    struct places index;
    struct node  *node;     /* by number; numbers of further nodes count down from the end */
    uint32_t      further;
    bool          keep_atomics;
    bool          scattered; /* some thread has too many moments: none are kept. Not rewound */
    struct past   past[MAX_THREADS];
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

static struct digest plus(struct digest a, struct digest b) { return (struct digest){a.lo + b.lo, a.hi + b.hi}; }
static struct digest minus(struct digest a, struct digest b) { return (struct digest){a.lo - b.lo, a.hi - b.hi}; }

static struct moment *moment_of(struct past *p, uint32_t when)
{
    struct moment *m = p->moment;
    while (m < p->moment + p->used && m->when != when)
        m++;
    return m;
}

static void join_moment(const struct record *r)
{
    struct past *p = &shadow.past[r->thread];
    struct moment *m = moment_of(p, r->when);
    if (m == p->moment + MOMENTS) {
        shadow.scattered = true;
        return;
    }
    undo_block(m, sizeof *m);
    if (m == p->moment + p->used) {
        undo_block(&p->used, sizeof p->used);
        p->used++;
        *m = (struct moment){.when = r->when};
    }
    m->records++;
    m->what = plus(m->what, r->name);
}

static void leave_moment(const struct record *r)
{
    struct past *p = &shadow.past[r->thread];
    struct moment *m = moment_of(p, r->when);
    undo_block(m, sizeof *m);
    m->records--;
    m->what = minus(m->what, r->name);
    if (m->records == 0) {
        undo_block(&p->used, sizeof p->used);
        *m = p->moment[--p->used];
    }
}

/* `taken`: another record was there. */
static void put(struct record *slot, const struct record *r, bool taken)
{
    if (!shadow.scattered) {
        if (taken)
            leave_moment(slot);
        join_moment(r);
    }
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
                put(&n->record[i], r, true);
                return;
            }
        if (n->used < RECORDS) {
            put(&n->record[n->used], r, false);
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
        put(before, r, true);
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

/* Who knows of what thread t did at its time `when`: worked out once for all states that the clocks stay the same in. */
struct knowledge {
    uint64_t      version; /* of the clocks, */
    threadset     live;    /* and the threads, for which the rest holds */
    uint32_t      when;
    bool          all;     /* live threads know: such records do not count any more */
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

static void work_out(struct knowledge *k, tid t, uint32_t when, threadset live)
{
    threadset threads = 0;
    for (threadset rest = live; rest; rest &= rest - 1)
        if (clock_knows(&mz__clocks.now[threadset_first(rest)], t, when))
            threads |= rest & -rest;
    *k = (struct knowledge){.version = mz__clocks.version, .live = live, .when = when, .all = threads == live};
    if (!k->all)
        k->who = who_knows(t, when, threads);
}

static inline const struct knowledge *knowledge_of(tid t, uint32_t when, threadset live)
{
    static struct knowledge known[MAX_THREADS][8];
    struct knowledge *k = &known[t][when % 8];
    if (k->when != when || k->version != mz__clocks.version || k->live != live)
        work_out(k, t, when, live);
    return k;
}

/* Products, so that records of which the same is known give the same sum at whatever times they were made. */
static struct digest add(struct digest sum, tid t, uint32_t when, struct digest what, threadset live)
{
    const struct knowledge *k = knowledge_of(t, when, live);
    return k->all ? sum : plus(sum, (struct digest){what.lo * k->who.lo, what.hi * k->who.hi});
}

static struct digest sum_of_records(threadset live)
{
    struct digest sum = {0, 0};
    for (uint32_t i = 0; i < shadow.index.used; i++) {
        for (const struct node *n = &shadow.node[i]; n->used; n = &shadow.node[n->next]) {
            for (const struct record *r = n->record, *end = r + n->used; r < end; r++)
                sum = add(sum, r->thread, r->when, r->name, live);
            if (!n->next)
                break;
        }
    }
    return sum;
}

static struct digest sum_of_moments(threadset live)
{
    struct digest sum = {0, 0};
    for (tid t = 0; t < mz__clocks.size; t++)
        for (const struct moment *m = shadow.past[t].moment, *end = m + shadow.past[t].used; m < end; m++)
            sum = add(sum, t, m->when, m->what, live);
    return sum;
}

struct digest shadow_digest(threadset live)
{
    struct digest sum = shadow.scattered ? sum_of_records(live) : sum_of_moments(live);
    return sum.lo | sum.hi ? hash_word(sum.lo, sum.hi) : sum;
}
