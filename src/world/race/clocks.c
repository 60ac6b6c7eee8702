/* clocks.c - see clocks.h. */
#include "world/race/clocks.h"

#include <stddef.h>

#include "world/memory/hash.h"
#include "world/memory/places.h"
#include "world/memory/undo.h"
#include "world/race/deed_labels.h"
#include "world/race/unordered.h"

struct clocks mz__clocks = {.size = 1};

static struct {
    struct places index;
    struct place *place;
} known;

static struct knower carrier(uint64_t name)
{
    return (struct knower){.name = hash_word(name, 2)};
}

/* Clocks of a thread, when its number is used for the first time: those of all threads are a dozen pages. */
static void name_clocks(tid t)
{
    struct clocks *c = &mz__clocks;
    c->now[t].whose.thread = threadset_of(t);
    c->read[t].whose = carrier(~(uint64_t)(2 * t));
    c->released[t].whose = carrier(~(uint64_t)(2 * t + 1));
}

bool clocks_open(void)
{
    struct clocks *c = &mz__clocks;
    name_clocks(0);
    known.place = raw_map(NULL, (size_t)PLACES_MOST * sizeof *known.place, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    c->now[0].at[0] = 1;
    return known.place && places_open(&known.index, &mz__ordering_lost);
}

/* ---- clocks ------------------------------------------------------------------------------------------------------- */

static void note(struct clock *c)
{
    undo_block(c->at, (mz__clocks.size * sizeof c->at[0] + 7) & ~(size_t)7);
}

/* Does it show more than the other one anywhere, or else than the other one? Without branches, which could not be predicted. */
static inline bool shows_more(const struct clock *c, const struct clock *than)
{
    uint64_t less = 0; /* the sign of some difference */
    for (tid t = 0, size = mz__clocks.size; t < size; t++)
        less |= (uint64_t)than->at[t] - c->at[t];
    return less >> 63;
}

static inline bool differs(const struct clock *c, const struct clock *from)
{
    uint32_t different = 0;
    for (tid t = 0, size = mz__clocks.size; t < size; t++)
        different |= c->at[t] ^ from->at[t];
    return different;
}

/* ---- where labels are kept in place of clocks ----------------------------------------------------------------------- */

static inline uint32_t knower(const struct clock *c)
{
    const struct clocks *all = &mz__clocks;
    if (c >= all->now && c < all->now + MAX_THREADS)
        return (uint32_t)(c - all->now);
    if (c >= all->read && c < all->read + MAX_THREADS)
        return KNOWER_READ + (uint32_t)(c - all->read);
    if (c >= all->released && c < all->released + MAX_THREADS)
        return KNOWER_RELEASED + (uint32_t)(c - all->released);
    return KNOWER_PLACE + (uint32_t)((const struct place *)((const char *)c - offsetof(struct place, clock)) - known.place);
}

void clock_deed(enum deed_kind kind, tid t, const struct clock *to, const struct clock *from)
{
    deeds_add((struct deed){.kind = (uint8_t)kind, .thread = (uint8_t)t, .to = to ? knower(to) : 0, .from = from ? knower(from) : 0});
}

/* ---- what one takes over from another ------------------------------------------------------------------------------- */

/* Nothing is noted if nothing is new. */
void clock_join(struct clock *to, const struct clock *from)
{
    if (mz__deeds) {
        clock_deed(DEED_JOIN, 0, to, from);
        return;
    }
    if (!shows_more(from, to))
        return;
    unordered_join(to, from);
    note(to);
    for (tid t = 0, size = mz__clocks.size; t < size; t++)
        to->at[t] = from->at[t] > to->at[t] ? from->at[t] : to->at[t];
}

void clock_assign(struct clock *to, const struct clock *from)
{
    if (mz__deeds) {
        clock_deed(DEED_ASSIGN, 0, to, from);
        return;
    }
    if (!differs(to, from))
        return;
    unordered_assign(to, from);
    note(to);
    for (tid t = 0, size = mz__clocks.size; t < size; t++)
        to->at[t] = from->at[t];
}

static const struct clock nothing;

void clock_clear(struct clock *c)
{
    if (mz__deeds)
        clock_deed(DEED_CLEAR, 0, c, NULL);
    else
        clock_assign(c, &nothing);
}

bool clock_shows_any(const struct clock *c)
{
    return differs(c, &nothing);
}

/* There is nothing yet that it could have done then. */
void clocks_tick(tid t)
{
    uint32_t *own = &mz__clocks.now[t].at[t];
    if (mz__deeds)
        return;
    undo_word((uint64_t)own & ~(uint64_t)7, UNDO_QUIET);
    ++*own;
}

/* A number that is used again goes on counting where its last owner stopped, and its new owner knows of what that did. */
void clocks_create(tid t, tid born)
{
    struct clocks *c = &mz__clocks;
    struct clock first = c->now[t];
    for (; c->size <= born; c->size++)
        name_clocks((tid)c->size);
    if (mz__deeds) {
        clock_deed(DEED_BORN, t, &c->now[born], NULL);
        return;
    }
    first.at[born] = c->now[born].at[born] + 1;
    clock_assign(&c->now[born], &first);
    clock_clear(&c->released[born]);
    clock_clear(&c->read[born]);
    clocks_tick(t);
}

/* ---- places ------------------------------------------------------------------------------------------------------- */

struct place *clocks_place(uint64_t key)
{
    uint32_t before = known.index.used;
    struct place *p = &known.place[places_number(&known.index, key)];
    if (known.index.used > before)
        p->clock.whose = carrier(key);
    return p;
}

void clocks_set_writer(struct place *p, uint64_t writer)
{
    if (p->writer == writer)
        return;
    undo_word((uint64_t)&p->writer, UNDO_QUIET);
    p->writer = writer;
}

void clocks_acquire(tid t, uint64_t key)
{
    clock_join(&mz__clocks.now[t], &clocks_place(key)->clock);
}

void clocks_release(tid t, uint64_t key)
{
    clock_join(&clocks_place(key)->clock, &mz__clocks.now[t]);
    clocks_tick(t);
}
