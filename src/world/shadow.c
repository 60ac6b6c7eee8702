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
        if (!clock_knows(order_of(threadset_first(live)), r->thread, r->when))
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

static void access_word(struct node *n, const struct record *r, threadset live, struct unordered *out)
{
    const struct clock *mine = order_of(r->thread);
    struct node *first = n;
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
    if (!before)
        keep(first, r, live);
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

static struct digest known_by(const struct record *r, threadset live)
{
    threadset threads = 0;
    THREADSET_EACH(t, live)
        if (clock_knows(order_of(t), r->thread, r->when))
            threads |= threadset_of(t);
    if (threads == live)
        return (struct digest){0, 0};
    uint64_t what = (uint64_t)r->thread << 16 | (uint64_t)r->bytes << 8 | r->flags;
    struct digest sum = hash_join(hash_word(r->pc, what), hash_word(threads, 1));
    const struct clock *c;
    uint64_t key;
    for (unsigned i = 0; (c = order_place(i, &key)) != NULL; i++)
        if (clock_knows(c, r->thread, r->when))
            sum = digest_xor(sum, hash_word(key, 2));
    return sum;
}

struct digest shadow_digest(threadset live)
{
    struct digest all = {0, 0};
    for (uint32_t k = 0; k < shadow.index.used; k++) {
        for (const struct node *n = &shadow.node[k]; n->used; n = &shadow.node[n->next]) {
            for (uint32_t i = 0; i < n->used; i++) {
                struct digest d = known_by(&n->record[i], live);
                if (d.lo | d.hi)
                    all = digest_xor(all, hash_join(hash_word(shadow.node[k].word, 3), d));
            }
            if (!n->next)
                break;
        }
    }
    return all;
}
