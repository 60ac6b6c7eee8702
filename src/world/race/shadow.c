/* shadow.c - see shadow.h. */
#include "world/race/shadow.h"

#include "world/memory/hash.h"
#include "world/memory/places.h"
#include "world/memory/undo.h"
#include "world/race/unordered.h"

enum { RECORDS = 6 }; /* in one node; there are more in the next */

struct node {
    _Alignas(64) uint64_t word;
    uint64_t used;     /* records */
    uint32_t next;     /* number of a further node for the word, or 0. Not rewound */
    bool     plain;    /* some access of the search was plain, */
    bool     atomic;   /* some was atomic, */
    bool     unkept;   /* before the former was known. Not rewound */
    struct record record[RECORDS];
    struct digest name[RECORDS]; /* what stands for each in the digest, but for who knows of it */
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
    return shadow.node && places_open(&shadow.index, &mz__ordering_lost) && unordered_open();
}

void shadow_keep_atomics(bool all)
{
    shadow.keep_atomics = all;
}

void shadow_each_mixed(void (*tell)(void *self, uint64_t word), void *self)
{
    for (uint32_t i = 0; i < shadow.index.used; i++)
        if (shadow.node[i].plain && shadow.node[i].atomic)
            tell(self, shadow.node[i].word);
}

void shadow_set_mixed(uint64_t word)
{
    struct node *n = &shadow.node[places_number(&shadow.index, word)];
    n->word = word;
    n->plain = n->atomic = true;
}

uint32_t shadow_words(void)
{
    return shadow.index.used;
}

bool shadow_tell(uint32_t number, uint64_t *word, uint8_t *how)
{
    const struct node *n = &shadow.node[number];
    *word = n->word;
    *how = (uint8_t)((n->plain ? SHADOW_WORD_PLAIN : 0) | (n->unkept ? SHADOW_WORD_UNKEPT : 0));
    return *how != 0;
}

bool shadow_learn(uint64_t word, uint8_t how)
{
    struct node *n = &shadow.node[places_number(&shadow.index, word)];
    n->word = word;
    n->plain |= (how & SHADOW_WORD_PLAIN) != 0;
    n->unkept |= (how & SHADOW_WORD_UNKEPT) != 0;
    bool lost = n->plain && n->unkept;
    n->unkept &= !n->plain; /* it is kept from now on */
    return lost;
}

static bool known_to_all(const struct record *r, threadset live)
{
    for (; threadset_any(live); live = threadset_rest(live))
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
        mz__ordering_lost = true;
    return n->next ? &shadow.node[n->next] : NULL;
}

static struct digest name_of(const struct record *r, uint64_t word)
{
    uint64_t what = (uint64_t)r->thread << 16 | (uint64_t)r->bytes << 8 | r->flags;
    return hash_join(hash_word(word, what), hash_word(r->pc, 3));
}

static void put(struct node *n, uint64_t i, const struct record *r, struct digest name)
{
    unordered_add(r->thread, r->when, name);
    undo_block(&n->record[i], sizeof n->record[i]);
    undo_block(&n->name[i], sizeof n->name[i]);
    n->record[i] = *r;
    n->name[i] = name;
}

/* Into the first place that nobody needs any more. */
static void keep(struct node *n, const struct record *r, threadset live)
{
    struct digest name = name_of(r, n->word);
    for (; n; n = further_node(n)) {
        for (uint64_t i = 0; i < n->used; i++)
            if (known_to_all(&n->record[i], live)) {
                unordered_remove(n->record[i].thread, n->record[i].when, n->name[i]);
                put(n, i, r, name);
                return;
            }
        if (n->used < RECORDS) {
            put(n, n->used, r, name);
            undo_word((uint64_t)&n->used, UNDO_QUIET);
            n->used++;
            return;
        }
    }
}

/* A record of a node, with its name. */
struct kept {
    struct record *record;
    struct digest *name;
};

static inline bool is_unordered(const struct record *other, const struct record *r)
{
    const struct clock *mine = &mz__clocks.now[r->thread]; /* which knows of all that the thread itself has done */
    bool known = clock_knows(mine, other->thread, other->when), foe = is_foe(shadow_foe(r->flags), other->flags);
    return (known ^ 1) & foe & ((other->bytes & r->bytes) != 0);
}

static struct node *next_node(const struct node *n)
{
    return n->next && shadow.node[n->next].used ? &shadow.node[n->next] : NULL;
}

static __attribute__((noinline)) void list_unordered(const struct node *n, const struct record *r, struct unordered *out)
{
    for (; n; n = next_node(n))
        for (const struct record *other = n->record, *end = other + n->used; other < end; other++)
            if (is_unordered(other, r) && out->count < SHADOW_MOST)
                out->record[out->count++] = other;
}

/* Returns that of an earlier access at the same place, if there is one. Most are ordered, and looked at without branches. */
static inline struct kept compare(struct node *first, const struct record *r, struct unordered *out)
{
    struct kept before = {NULL, NULL};
    bool unordered = false;
    for (struct node *n = first; n; n = next_node(n))
        for (struct record *other = n->record, *end = other + n->used; other < end; other++) {
            if (same_access(other, r))
                before = (struct kept){other, &n->name[other - n->record]};
            unordered |= is_unordered(other, r);
        }
    if (unordered)
        list_unordered(first, r, out);
    return before;
}

void shadow_look(uint64_t word, const struct record *r, struct unordered *out)
{
    out->count = 0;
    compare(&shadow.node[places_number(&shadow.index, word)], r, out);
}

static void access_word(struct node *n, const struct record *r, threadset live, struct unordered *out)
{
    struct kept before = compare(n, r, out);
    if (!before.record)
        keep(n, r, live);
    else if (before.record->when != r->when) {
        unordered_remove(r->thread, before.record->when, *before.name);
        unordered_add(r->thread, r->when, *before.name);
        undo_word((uint64_t)&before.record->when, UNDO_QUIET);
        before.record->when = r->when;
        before.record->kind = r->kind;
    }
}

bool shadow_access(uint64_t word, const struct record *r, threadset live, struct unordered *out)
{
    struct node *n = &shadow.node[places_number(&shadow.index, word)];
    bool lost = false, atomic = r->flags & SHADOW_ATOMIC;
    n->word = word;
    out->count = 0;
    n->atomic |= atomic;
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
