/* deed_labels.c - see deed_labels.h. */
#include "world/race/deed_labels.h"

#include <string.h>

#include "base/reserve.h"

enum { PENDING_MOST = 1 << 14, SLOTS = 1 << 18, MANY = 64 };

struct label {
    uint64_t hash;
    uint64_t first; /* its deeds */
    uint32_t count;
    uint32_t next;  /* in its slot */
};

bool mz__deeds;

static struct {
    struct deed  *deed; /* of labels, one behind the other */
    struct label *label; /* from 1 on */
    uint32_t     *slot;
    size_t        deed_bytes, label_bytes;
    uint64_t      deeds;
    uint32_t      labels;
    struct deed   pending[PENDING_MOST];
    uint32_t      pendings; /* more than there is room for: they are lost */
    uint32_t      others;   /* the first ones, which may be no part of the label of the next */
} known;

bool deeds_open(void)
{
    size_t slot_bytes = SLOTS * sizeof *known.slot;
    known.deed_bytes = known.label_bytes = reserve_machine() / 4;
    known.deed = reserve(&known.deed_bytes, 1 << 20);
    known.label = reserve(&known.label_bytes, 1 << 20);
    known.slot = reserve(&slot_bytes, slot_bytes);
    return known.deed && known.label && known.slot;
}

void deeds_keep(bool keep)
{
    mz__deeds = keep;
    if (known.labels > 0)
        memset(known.slot, 0, SLOTS * sizeof *known.slot);
    known.deeds = known.labels = known.pendings = known.others = 0;
}

void deeds_suspend(bool suspended)
{
    mz__deeds = !suspended;
    deeds_rewind(0);
}

uint64_t deeds_bytes(void)
{
    return known.deeds * sizeof *known.deed + known.labels * sizeof *known.label;
}

uint32_t deeds_labels(void)
{
    return known.labels + 1;
}

/* An access, or a thread that learns what a place knows. */
static bool may_be_repeated(const struct deed *d)
{
    bool learns = d->kind == DEED_JOIN && d->to < KNOWER_PLACE && d->from >= KNOWER_PLACE;
    return learns || d->kind == DEED_ACCESS;
}

static bool same_deed(const struct deed *a, const struct deed *b)
{
    return a->from == b->from && a->pc == b->pc && a->to == b->to && a->kind == b->kind && a->thread == b->thread && a->bytes == b->bytes &&
           a->flags == b->flags;
}

/* In a long step, which is mostly a loop: was it done before, and nothing since but what changes no place? What a thread knows only grows
 * then, so that to learn the same again is nothing, and an access that is made again races with no more than before. */
static bool is_repeated(const struct deed *d)
{
    uint32_t first = known.others + MANY > known.pendings ? known.others : known.pendings - MANY;
    for (uint32_t i = known.pendings; i-- > first && may_be_repeated(&known.pending[i]);)
        if (same_deed(d, &known.pending[i]))
            return may_be_repeated(d);
    return false;
}

void deeds_add(struct deed d)
{
    if (known.pendings >= MANY && known.pendings < PENDING_MOST && is_repeated(&d))
        return;
    if (known.pendings < PENDING_MOST)
        known.pending[known.pendings] = d;
    known.pendings += known.pendings <= PENDING_MOST;
}

uint32_t deeds_pending(void)
{
    return known.others = known.pendings;
}

void deeds_rewind(uint32_t pending)
{
    known.pendings = pending;
    known.others = known.others < pending ? known.others : pending;
}

/* --- labels ----------------------------------------------------------------------------------------------------------- */

static uint64_t hash_of(const struct deed *d, uint32_t count)
{
    uint64_t h = count;
    for (const struct deed *end = d + count; d < end; d++) {
        uint64_t what = (uint64_t)d->to << 32 | (uint32_t)d->flags << 24 | (uint32_t)d->bytes << 16 | (uint32_t)d->thread << 8 | d->kind;
        h = (h ^ what) * 0x9e3779b97f4a7c15u;
        h = (h ^ h >> 29 ^ d->from) * 0xbf58476d1ce4e5b9u;
        h = (h ^ h >> 32 ^ d->pc) * 0x94d049bb133111ebu;
    }
    return h ^ h >> 31;
}

static uint32_t make_label(uint32_t *slot, uint64_t hash, const struct deed *d, uint32_t count)
{
    uint32_t number = known.labels + 1;
    if ((known.deeds + count) * sizeof *d > known.deed_bytes || (number + 1) * sizeof *known.label > known.label_bytes)
        return DEEDS_LOST;
    known.label[number] = (struct label){hash, known.deeds, count, *slot};
    memcpy(&known.deed[known.deeds], d, count * sizeof *d);
    known.deeds += count;
    known.labels = number;
    return *slot = number;
}

static uint32_t intern(const struct deed *d, uint32_t count)
{
    uint64_t hash = hash_of(d, count);
    uint32_t *slot = &known.slot[hash % SLOTS];
    for (uint32_t i = *slot; i != 0; i = known.label[i].next) {
        const struct label *l = &known.label[i];
        if (l->hash == hash && l->count == count && memcmp(&known.deed[l->first], d, count * sizeof *d) == 0)
            return i;
    }
    return make_label(slot, hash, d, count);
}

uint32_t deeds_label(uint32_t from)
{
    uint32_t count = known.pendings - from;
    uint32_t label = known.pendings > PENDING_MOST ? DEEDS_LOST : count == 0 ? DEEDS_NONE : intern(&known.pending[from], count);
    deeds_rewind(from);
    return label;
}

const struct deed *deeds_of(uint32_t label, uint32_t *count)
{
    *count = label == DEEDS_NONE ? 0 : known.label[label].count;
    return &known.deed[known.label[label].first];
}
