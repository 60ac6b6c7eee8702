/* knowledge.c - see knowledge.h. */
#include "world/watch/knowledge.h"

#include <string.h>

#include "world/memory/hash.h"
#include "world/orders/weak_world.h"
#include "world/outside/mapped.h"
#include "world/race/shadow.h"
#include "world/world.h"

struct touched {
    uint64_t addr;
    word_owners   own; /* of the word: as in its cell */
};

struct accessed {
    uint64_t word;
    uint64_t how; /* SHADOW_WORD_* */
};

struct knowledge {
    uint64_t  changes;  /* of what is in `touched` */
    uint64_t  most_threads;
    threadset exposed;
    uint32_t  race_wanted;
    bool      watch_alone, parted, main_leaves, full;
    uint32_t  rounds;
    uint64_t  lowest_sp[MAX_THREADS];
    uint64_t  heap[MAX_THREADS], maps[MAX_THREADS]; /* how far they are accessible */
    struct crowds crowds;
    struct weak_world_facts weak;
    uint64_t  words; /* behind `touched`, where memory is weak */
    uint64_t  count;
    struct touched touched[];
};

static bool knowledge_divides(void *self)
{
    const struct world *w = self;
    return !w->race.clocks || w->weak;
}

static struct accessed *words_of(const struct knowledge *k)
{
    return (struct accessed *)&k->touched[k->count];
}

/* Digests go by how words have been accessed where there are clocks. */
static void tell_words(struct knowledge *k, const void *end)
{
    struct accessed *to = words_of(k);
    for (uint32_t i = 0; i < shadow_words(); i++) {
        uint64_t word;
        uint8_t how;
        if (!shadow_tell(i, &word, &how))
            continue;
        k->full |= (const void *)(to + k->words + 1) > end;
        if (k->full)
            return;
        to[k->words++] = (struct accessed){word, how};
    }
}

static void tell_region(struct knowledge *k, uint64_t most, uint64_t lo, uint64_t hi)
{
    for (uint64_t word = lo & ~(uint64_t)7; word < hi; word += 8) {
        const struct cell *cell = layout_cell(word);
        word_owners own = cell ? sharing_owners(cell, word) : 0;
        if (own == 0)
            continue;
        if (k->count < most)
            k->touched[k->count++] = (struct touched){word, own};
        else
            k->full = true;
    }
}

/* All but who has touched what. */
static void tell_head(const struct world *w, struct knowledge *k)
{
    memset(k, 0, sizeof *k);
    k->changes = w->sharing.changes;
    k->most_threads = w->most_threads;
    k->exposed = w->sharing.exposed;
    k->race_wanted = w->race.wanted;
    k->watch_alone = w->watch_alone;
    k->parted = w->parted;
    k->main_leaves = w->main_leaves;
    k->rounds = w->rounds;
    k->crowds = w->crowds;
    if (w->weak)
        weak_world_facts(&k->weak);
    for (tid t = 0; t < MAX_THREADS; t++) {
        k->lowest_sp[t] = w->lowest_sp[t];
        k->heap[t] = mz__layout.heap_committed[t];
        k->maps[t] = mz__layout.maps_committed[t];
    }
}

static uint64_t knowledge_found_out(void *self)
{
    const struct world *w = self;
    struct knowledge k;
    mapped_look_again(w->wire);
    tell_head(w, &k);
    return hash_bytes(&k, sizeof k).lo;
}

static size_t size_of(const struct knowledge *k)
{
    return sizeof *k + k->count * sizeof *k->touched + k->words * sizeof(struct accessed);
}

static size_t knowledge_tell(void *self, void *to, size_t room)
{
    const struct world *w = self;
    struct knowledge *k = to;
    mapped_look_again(w->wire);
    if (room < sizeof *k)
        return 0;
    uint64_t most = (room - sizeof *k) / sizeof *k->touched;
    tell_head(w, k);
    for (unsigned i = 0; i < mz__layout.segments; i++)
        tell_region(k, most, mz__layout.segment[i].lo, mz__layout.segment[i].lo + mz__layout.segment[i].size);
    for (tid t = 0; t < MAX_THREADS; t++) {
        if (w->lowest_sp[t])
            tell_region(k, most, w->lowest_sp[t], slot_lo(t) + mz__layout.slot_span);
        tell_region(k, most, arena_heap_lo(t), arena_heap_lo(t) + k->heap[t]);
        tell_region(k, most, arena_maps_lo(t), arena_maps_lo(t) + k->maps[t]);
    }
    if (w->weak && !k->full)
        tell_words(k, (char *)to + room);
    return k->full ? 0 : size_of(k);
}

/* Contents of a file may be anything. */
static bool is_whole(const struct knowledge *k, size_t size)
{
    bool whole = size >= sizeof *k && k->count <= (size - sizeof *k) / sizeof *k->touched && k->most_threads <= MAX_THREADS;
    whole = whole && k->words <= (size - sizeof *k - k->count * sizeof *k->touched) / sizeof(struct accessed);
    for (tid t = 0; whole && t < MAX_THREADS; t++)
        whole = !k->lowest_sp[t] || k->lowest_sp[t] - slot_lo(t) < mz__layout.slot_span;
    return whole;
}

static void learn_weak(struct world *w, const struct knowledge *k)
{
    const struct accessed *words = words_of(k);
    w->sharing.grown |= weak_world_learn_facts(&k->weak);
    for (uint64_t i = 0; i < k->words; i++)
        w->sharing.grown |= shadow_learn(words[i].word, (uint8_t)words[i].how);
}

static void knowledge_learn(void *self, const void *from, size_t size)
{
    struct world *w = self;
    const struct knowledge *k = from;
    if (!is_whole(k, size))
        return;
    w->most_threads = k->most_threads > w->most_threads ? k->most_threads : w->most_threads;
    w->sharing.exposed |= k->exposed;
    if (k->race_wanted > w->race.wanted) {
        w->race.wanted = k->race_wanted;
        w->sharing.grown = true;
    }
    if (k->watch_alone && !w->watch_alone)
        world_watch_alone();
    if (k->rounds && !w->rounds)
        world_cut_loops_short(k->rounds);
    if (k->parted)
        world_parts();
    crowds_join(&w->crowds, &k->crowds, &w->sharing.grown);
    if (k->main_leaves && !w->main_leaves)
        w->main_leaves = w->sharing.grown = true;
    for (tid t = 0; t < MAX_THREADS; t++) {
        if (k->lowest_sp[t] && (!w->lowest_sp[t] || k->lowest_sp[t] < w->lowest_sp[t]))
            w->lowest_sp[t] = k->lowest_sp[t];
        if (k->heap[t] > mz__layout.heap_committed[t])
            arena_heap_commit(t, k->heap[t]);
        if (k->maps[t] > mz__layout.maps_committed[t])
            arena_maps_commit(t, k->maps[t]);
    }
    for (uint64_t i = 0; i < k->count; i++)
        sharing_join(&w->sharing, k->touched[i].addr, k->touched[i].own);
    if (w->weak)
        learn_weak(w, k);
}

const struct lts_sharing knowledge_sharing = {
    .divides = knowledge_divides, .tell = knowledge_tell, .found_out = knowledge_found_out, .learn = knowledge_learn};
