/* prefix_memo.c - see prefix_memo.h. */
#include "search/drivers/prefix_memo.h"

#include "base/reserve.h"

enum { SHARE = 16 }; /* of the machine's memory, for each table */

static void *room(size_t *bytes)
{
    *bytes = reserve_machine() / SHARE;
    return reserve(bytes, 1 << 20);
}

bool prefix_memo_open(struct prefix_memo *o)
{
    *o = (struct prefix_memo){0};
    o->states = room(&o->state_bytes);
    o->cones = room(&o->cone_bytes);
    o->cells = room(&o->cell_bytes);
    bool keys = visited_open(&o->keys, reserve_machine() / SHARE, VISITED_NOTES);
    bool contents = visited_open(&o->contents, reserve_machine() / SHARE, VISITED_NOTES);
    prefix_memo_clear(o);
    return o->states && o->cones && o->cells && keys && contents;
}

void prefix_memo_close(struct prefix_memo *o)
{
    reserve_release(o->states, o->state_bytes);
    reserve_release(o->cones, o->cone_bytes);
    reserve_release(o->cells, o->cell_bytes);
    visited_close(&o->keys);
    visited_close(&o->contents);
    *o = (struct prefix_memo){0};
}

void prefix_memo_clear(struct prefix_memo *o)
{
    visited_clear(&o->keys);
    visited_clear(&o->contents);
    o->state_count = o->cone_count = o->cell_count = 1;
    o->full = false;
}

/* The number of a digest in one of the tables: it is the next one if the digest is new. 0: there is no room for it. */
static uint32_t number_of(struct prefix_memo *o, struct visited *table, struct digest d, uint32_t *count,
    size_t bytes, size_t size, bool *known)
{
    enum visited_result result = visited_insert(table, d);
    *known = result == VISITED_KNOWN;
    if (*known)
        return (uint32_t)*visited_note(table);
    o->full |= result == VISITED_FULL || *count == UINT32_MAX || (size_t)(*count + 1) * size > bytes;
    if (o->full)
        return 0;
    *visited_note(table) = *count;
    return (*count)++;
}

uint32_t prefix_memo_meet(struct prefix_memo *o, struct digest key, uint32_t depth, bool *known)
{
    uint32_t n = number_of(o, &o->keys, key, &o->state_count, o->state_bytes, sizeof *o->states, known);
    if (n && !*known)
        o->states[n] = (struct prefix_memo_state){.depth = depth};
    return n;
}

static struct digest digest_of(const struct cone *c)
{
    struct digest d = {1, 1};
    for (unsigned i = 0; i < THREADSET_WORDS; i++)
        d = digest_with(d, threadset_word(c->threads, i));
    for (unsigned i = 0; i < CONE_WORDS; i++)
        d = digest_with(d, c->ops[i]);
    return d;
}

static uint32_t cone_number(struct prefix_memo *o, const struct cone *c)
{
    bool known;
    uint32_t n = number_of(o, &o->contents, digest_of(c), &o->cone_count, o->cone_bytes, sizeof *o->cones, &known);
    if (n && !known)
        o->cones[n] = *c;
    return n;
}

static bool says_nothing_new(const struct prefix_memo *o, const struct prefix_memo_state *s, const struct cone *c)
{
    for (uint32_t k = s->first; k; k = o->cells[k].next)
        if (cone_includes(c, &o->cones[o->cells[k].cone]))
            return true;
    return false;
}

static void drop_larger(struct prefix_memo *o, struct prefix_memo_state *s, const struct cone *c)
{
    uint32_t last = 0;
    for (uint32_t k = s->first; k; k = o->cells[k].next) {
        if (!cone_includes(&o->cones[o->cells[k].cone], c)) {
            last = k;
            continue;
        }
        *(last ? &o->cells[last].next : &s->first) = o->cells[k].next;
    }
    s->last = last;
}

bool prefix_memo_add(struct prefix_memo *o, uint32_t state, const struct cone *c)
{
    struct prefix_memo_state *s = &o->states[state];
    if (says_nothing_new(o, s, c))
        return false;
    uint32_t cone = cone_number(o, c), cell = o->cell_count;
    o->full |= cone == 0 || cell == UINT32_MAX || (size_t)(cell + 1) * sizeof *o->cells > o->cell_bytes;
    if (o->full)
        return true;
    drop_larger(o, s, c);
    o->cells[o->cell_count++] = (struct prefix_memo_cell){.cone = cone};
    *(s->last ? &o->cells[s->last].next : &s->first) = cell;
    s->last = cell;
    return true;
}
