/* hunt_corpus.c - see hunt_corpus.h. What has shown most is drawn most often; what was kept last replaces what was kept first. */
#include "apps/hunt/hunt_corpus.h"

#include <stdlib.h>
#include <string.h>

#include "tool/cli/util.h"

enum { KEPT = 256, LONGEST = 4096 };
static struct kept {
    struct segment *at;
    size_t          count;
    unsigned        worth; /* new pairs */
} kept[KEPT];
static size_t learned; /* so many were kept, and maybe dropped again */
static uint32_t known[HUNT_PAIRS / 32];

void hunt_corpus_learn(const struct hunt_wire *w)
{
    unsigned news = 0;
    for (unsigned i = 0; i < HUNT_PAIRS / 32; i++) {
        news += (unsigned)__builtin_popcount(w->pairs[i] & ~known[i]);
        known[i] |= w->pairs[i];
    }
    if (!news || w->records > LONGEST)
        return;
    struct kept *k = &kept[learned++ % KEPT];
    free(k->at);
    k->at = allocate((w->records + 1) * sizeof *k->at);
    k->count = hunt_segments(w->record, w->records, k->at);
    k->worth = news;
}

static const struct kept *draw(struct rng *r)
{
    size_t count = learned < KEPT ? learned : KEPT;
    uint64_t all = 0;
    for (size_t i = 0; i < count; i++)
        all += kept[i].worth;
    uint64_t at = all ? rng_next(r) % all : 0;
    size_t i = 0;
    for (; i + 1 < count && at >= kept[i].worth; i++)
        at -= kept[i].worth;
    return count ? &kept[i] : NULL;
}

/* Decisions that the thread has had before the segment. */
static uint64_t had_before(const struct segment *at, size_t i)
{
    for (size_t before = i; before-- > 0;)
        if (at[before].thread == at[i].thread)
            return at[before].own;
    return 0;
}

/* The schedule up to a segment, and a part of that; maybe all that follows as well, where the segment after it comes in between. */
size_t hunt_corpus_draw(struct rng *r, struct hunt_record *script)
{
    const struct kept *k = draw(r);
    if (!k)
        return 0;
    size_t at = rng_below(r, (uint32_t)k->count), used = 0;
    for (size_t i = 0; i < at; i++)
        script[used++] = (struct hunt_record){.thread = k->at[i].thread, .own = k->at[i].own};
    enum { LAST = 16 };
    uint64_t before = had_before(k->at, at), end = k->at[at].own, some = end == UINT64_MAX ? LAST : end > before ? end - before : 1;
    script[used++] = (struct hunt_record){.thread = k->at[at].thread, .own = before + rng_below(r, (uint32_t)some)};
    bool goes_on = rng_below(r, 2) && at + 1 < k->count;
    if (!goes_on)
        return used;
    script[used++] = (struct hunt_record){.thread = k->at[at + 1].thread, .own = k->at[at + 1].own};
    for (size_t i = at; i < k->count; i += i == at ? 2 : 1)
        script[used++] = (struct hunt_record){.thread = k->at[i].thread, .own = k->at[i].own};
    return used;
}
