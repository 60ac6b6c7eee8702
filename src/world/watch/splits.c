/* splits.c - see splits.h. A state is the set of its words that are not zero; two states differ in one word only if they are the same
 * set without it. So every state is entered into a table as a whole, and once for each of its words without that word. */
#include "world/watch/splits.h"

#include <sys/mman.h>

#include "base/reserve.h"
#include "world/memory/hash.h"
#include "world/watch/words.h"

struct sample {
    uint64_t first, count;
    uint64_t all; /* exclusive-or over its words */
};

struct entry { /* of the table */
    uint64_t key, value;
    bool     used;
};

static struct {
    struct mark (*mark)(void *self); /* of what is watched */
    struct sample    *samples;
    struct wire_word *words;
    struct entry     *table;
    uint64_t wanted, taken, words_used, words_room;
    unsigned bits;
} splits;

bool splits_enable(uint32_t states)
{
    size_t samples = states * sizeof *splits.samples, words = 4ULL << 30;
    splits.samples = reserve(&samples, samples);
    splits.words = reserve(&words, 64ULL << 20);
    splits.words_room = words / sizeof *splits.words;
    splits.wanted = splits.samples && splits.words ? states : 0;
    return splits.wanted != 0;
}

/* ---- writing down ---------------------------------------------------------------------------------------------------- */

static uint64_t mix(uint64_t addr, uint64_t value)
{
    return hash_word(addr, value).lo;
}

static void add(const struct wire_word *word, void *unused)
{
    (void)unused;
    if (splits.words_used == splits.words_room)
        return;
    splits.words[splits.words_used++] = *word;
    splits.samples[splits.taken].all ^= mix(word->addr, word->value);
}

static void look(const struct world *w)
{
    if (splits.taken == splits.wanted || world_aside(w))
        return;
    struct sample *s = &splits.samples[splits.taken];
    *s = (struct sample){.first = splits.words_used};
    words_each(w, WORDS_LARGE_LEFT_OUT, add, NULL);
    s->count = splits.words_used - s->first;
    splits.taken++;
}

static struct mark mark_and_look(void *self)
{
    struct mark m = splits.mark(self);
    look(self);
    return m;
}

void splits_watch(struct lts *lts)
{
    splits.mark = lts->mark;
    lts->mark = mark_and_look;
}

/* ---- counting -------------------------------------------------------------------------------------------------------- */

static struct entry *find(uint64_t key)
{
    uint64_t mask = (1ULL << splits.bits) - 1, at = key & mask;
    while (splits.table[at].used && splits.table[at].key != key)
        at = (at + 1) & mask;
    return &splits.table[at];
}

/* Enter; true with the other value if there is one already. */
static bool meet(uint64_t key, uint64_t value, uint64_t *other)
{
    struct entry *e = find(key);
    if (e->used) {
        *other = e->value;
        return e->value != value;
    }
    *e = (struct entry){key, value, true};
    return false;
}

static void count(struct wire *wire, const struct wire_word *word, uint64_t other)
{
    uint32_t i = 0;
    while (i < wire->splits && wire->split[i].word.addr != word->addr)
        i++;
    if (i == WIRE_MAX_SPLITS)
        return;
    if (i == wire->splits)
        wire->split[wire->splits++] = (struct wire_split){*word, other, 0};
    wire->split[i].count++;
}

/* Every state whole, and without each of its words: with a 0 in its place it would be the first of these. */
void splits_export(struct wire *wire)
{
    uint64_t other;
    if (splits.taken == 0)
        return;
    for (splits.bits = 10; (1ULL << splits.bits) < 2 * (splits.words_used + splits.taken); splits.bits++)
        ;
    size_t bytes = sizeof *splits.table << splits.bits;
    if (!(splits.table = reserve(&bytes, bytes)))
        return;
    wire->split_states = splits.taken;
    for (uint64_t s = 0; s < splits.taken; s++)
        meet(splits.samples[s].all, 0, &other);
    for (uint64_t s = 0; s < splits.taken; s++) {
        const struct sample *sample = &splits.samples[s];
        for (uint64_t i = sample->first; i < sample->first + sample->count; i++) {
            const struct wire_word *word = &splits.words[i];
            uint64_t without = sample->all ^ mix(word->addr, word->value);
            if (find(without)->used)
                count(wire, word, 0);
            else if (meet(without + word->addr * 0x9e3779b97f4a7c15ULL, word->value, &other))
                count(wire, word, other);
        }
    }
}
