/* hunt_corpus.c - see hunt_corpus.h. Half of the time one of the newest is drawn; what is kept last replaces what was kept first. */
#include "apps/hunt/hunt_corpus.h"

#include <stdlib.h>
#include <string.h>

#include "tool/cli/util.h"

enum { KEPT = 256, LONGEST = 4096 };
static struct kept {
    struct segment *at;
    size_t          count;
} kept[KEPT];
static size_t learned; /* so many were kept, and maybe dropped again */
static uint32_t known[HUNT_PAIRS / 32];

void hunt_corpus_learn(const struct hunt_wire *w)
{
    uint32_t news = 0;
    for (unsigned i = 0; i < HUNT_PAIRS / 32; i++) {
        news |= w->pairs[i] & ~known[i];
        known[i] |= w->pairs[i];
    }
    if (!news || w->records > LONGEST)
        return;
    struct kept *k = &kept[learned++ % KEPT];
    free(k->at);
    k->at = allocate((w->records + 1) * sizeof *k->at);
    k->count = hunt_segments(w->record, w->records, k->at);
}

static const struct kept *draw(struct rng *r)
{
    enum { NEWEST = 8 };
    size_t count = learned < KEPT ? learned : KEPT, among = rng_below(r, 2) && count > NEWEST ? NEWEST : count;
    return count ? &kept[(learned - 1 - rng_below(r, (uint32_t)among)) % KEPT] : NULL;
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
