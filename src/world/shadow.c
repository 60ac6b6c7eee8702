/* shadow.c - see shadow.h. */
#include "world/shadow.h"

#include "world/hash.h"
#include "world/places.h"
#include "world/undo.h"

enum { RECORDS = 6 }; /* in one node; there are more in the next */

struct node {
    uint64_t word;
    _Alignas(8) uint32_t used; /* records */
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
    return shadow.node && places_open(&shadow.index, &mz__clocks.full) && moments_open();
}

static bool known_to_all(const struct record *r, threadset live)
{
    for (; live; live &= live - 1)
        if (!clock_knows(&mz__clocks.now[threadset_first(live)], r->thread, r->when))
            return false;
    return true;
}

static inline bool same_access(const struct record *a, const struct record *b)
{
    return a->pc == b->pc && a->thread == b->thread && a->bytes == b->bytes && a->flags == b->flags;
}

static struct node *further_node(struct node *n)
{
    if (!n->next && shadow.further > PLACES_MOST)
        n->next = --shadow.further;
    if (!n->next)
        mz__clocks.full = true;
    return n->next ? &shadow.node[n->next] : NULL;
}

/* `taken`: another record was there. */
static void put(struct record *slot, const struct record *r, bool taken)
{
    if (taken)
        moments_remove(slot->thread, slot->when, slot->name);
    moments_add(r->thread, r->when, r->name);
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
            undo_word((uint64_t)&n->used, UNDO_QUIET);
            n->used++;
            return;
        }
    }
}

/* Returns the record of an earlier access at the same place, or NULL. */
static inline struct record *compare(struct node *n, const struct record *r, struct unordered *out)
{
    const struct clock *mine = &mz__clocks.now[r->thread]; /* which knows of all that the thread itself has done */
    struct foe foe = shadow_foe(r->flags);
    struct record *before = NULL;
    for (; n->used; n = &shadow.node[n->next]) {
        for (struct record *other = n->record, *end = other + n->used; other < end; other++) {
            if (same_access(other, r))
                before = other;
            if (!clock_knows(mine, other->thread, other->when) && is_foe(foe, other->flags) && other->bytes & r->bytes &&
                out->count < SHADOW_MOST)
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
        moments_remove(before->thread, before->when, before->name);
        moments_add(before->thread, r->when, before->name);
        undo_word((uint64_t)&before->when, UNDO_QUIET);
        before->when = r->when;
        before->kind = r->kind;
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
