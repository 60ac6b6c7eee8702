/* clocks.c - see clocks.h. */
#include "world/clocks.h"

#include <string.h>

#include "world/hash.h"
#include "world/places.h"
#include "world/undo.h"

struct clocks mz__clocks = {.size = 1};

static struct {
    struct places index;
    struct place *place;
} known;

enum { MOST_CARRIERS = PLACES_MOST + 2 * MAX_THREADS };

bool clocks_open(void)
{
    struct clocks *c = &mz__clocks;
    known.place = raw_map(NULL, (size_t)PLACES_MOST * sizeof *known.place, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    c->carrier = raw_map(NULL, (size_t)MOST_CARRIERS * sizeof *c->carrier, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    c->now[0].at[0] = 1;
    return known.place && c->carrier && places_open(&known.index);
}

bool clocks_are_full(void)
{
    return known.index.full;
}

/* ---- clocks ------------------------------------------------------------------------------------------------------- */

static size_t used_bytes(void)
{
    return (mz__clocks.size * sizeof(uint32_t) + 7) & ~(size_t)7;
}

static void note(struct clock *c)
{
    static uint64_t versions;
    undo_block(c, used_bytes());
    undo_block(&mz__clocks.version, sizeof mz__clocks.version);
    mz__clocks.version = ++versions;
}

/* Nothing is noted if nothing is new. */
void clock_join(struct clock *to, const struct clock *from)
{
    unsigned n = 0, size = mz__clocks.size;
    while (n < size && from->at[n] <= to->at[n])
        n++;
    if (n == size)
        return;
    note(to);
    for (; n < size; n++)
        to->at[n] = from->at[n] > to->at[n] ? from->at[n] : to->at[n];
}

void clock_assign(struct clock *to, const struct clock *from)
{
    if (memcmp(to, from, used_bytes()) == 0)
        return;
    note(to);
    memcpy(to, from, used_bytes());
}

void clock_clear(struct clock *c)
{
    static const struct clock nothing;
    clock_assign(c, &nothing);
}

void clocks_tick(tid t)
{
    note(&mz__clocks.now[t]);
    mz__clocks.now[t].at[t]++;
}

/* A number that is used again goes on counting where its last owner stopped. */
void clocks_create(tid t, tid born)
{
    struct clocks *c = &mz__clocks;
    uint32_t own = c->now[born].at[born];
    if (born >= c->size)
        c->size = born + 1;
    clock_assign(&c->now[born], &c->now[t]);
    note(&c->now[born]);
    c->now[born].at[born] = own + 1;
    clock_clear(&c->released[born]);
    clock_clear(&c->read[born]);
    clocks_tick(t);
}

/* ---- places ------------------------------------------------------------------------------------------------------- */

static void add_carrier(const struct clock *clock, uint64_t name)
{
    mz__clocks.carrier[mz__clocks.carriers++] = (struct carrier){clock, hash_word(name, 2)};
}

void clocks_use_fences(tid t)
{
    struct clocks *c = &mz__clocks;
    if (threadset_has(c->fences, t))
        return;
    c->fences |= threadset_of(t);
    add_carrier(&c->read[t], ~(uint64_t)(2 * t));
    add_carrier(&c->released[t], ~(uint64_t)(2 * t + 1));
}

struct place *clocks_place(uint64_t key)
{
    uint32_t before = known.index.used;
    struct place *p = &known.place[places_number(&known.index, key)];
    if (known.index.used > before) {
        p->key = key;
        add_carrier(&p->clock, key);
    }
    return p;
}

void clocks_set_head(struct place *p, uint32_t head)
{
    if (p->head == head)
        return;
    undo_block(&p->head, sizeof(uint64_t));
    p->head = head;
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
