/* splits.c - see splits.h. A state is the set of its words that are not zero; two states differ in one word only if they are the same
 * set without it. So every state is entered into a table as a whole, and once for each of its words without that word. */
#include "world/splits.h"

#include <sys/mman.h>

#include "base/reserve.h"
#include "world/extents.h"
#include "world/hash.h"
#include "world/switch.h"

enum { MAX_BYTES = 1 << 20, OP_WORDS = 6 }; /* larger pieces of memory are left out */

struct word {
    uint64_t addr, value;
    uint64_t pc;     /* on a stack: somewhere in the function whose frame it is */
    int64_t  offset; /* and its distance from that function's stack pointer; or a register's number */
    uint32_t kind, thread;
};

struct sample {
    uint64_t first, count;
    uint64_t all; /* exclusive-or over its words */
};

struct entry { /* of the table */
    uint64_t key, value;
    bool     used;
};

static struct {
    struct sample *samples;
    struct word   *words;
    struct entry  *table;
    uint64_t wanted, taken, words_used, words_room;
    unsigned bits;
    const struct world *world;
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

static void add(struct word word)
{
    if (word.value == 0 || splits.words_used == splits.words_room)
        return;
    splits.words[splits.words_used++] = word;
    splits.samples[splits.taken].all ^= mix(word.addr, word.value);
}

/* A word of a live stack: a register that the switch has saved, or a function's own. */
static void add_of_stack(const struct thread *t, uint64_t addr)
{
    struct word word = {.addr = addr, .value = *(uint64_t *)addr, .thread = t->number, .kind = WIRE_SPLIT_STACK};
    uint32_t k = t->depth;
    while (k > 0 && t->frames[k - 1].sp <= addr)
        k--;
    if (addr - t->sp < SWITCH_WORDS * 8) {
        word.kind = WIRE_SPLIT_REGISTER;
        word.offset = (int64_t)(addr - t->sp) / 8;
        word.pc = t->op.pc;
    } else if (k < t->depth) {
        word.pc = k + 1 == t->depth ? t->op.pc : t->frames[k + 1].pc;
        word.offset = (int64_t)(addr - t->frames[k].sp);
    }
    add(word);
}

static void add_range(uint64_t lo, uint64_t hi, void *unused)
{
    (void)unused;
    if (hi - lo > MAX_BYTES || !layout_cell(lo))
        return;
    const struct thread *t = in_slots(lo) ? &splits.world->thread[slot_of(lo)] : NULL;
    for (uint64_t addr = lo; addr < hi; addr += 8) {
        if (t && addr < t->stack_base)
            add_of_stack(t, addr);
        else
            add((struct word){.addr = addr, .value = *(uint64_t *)addr, .kind = WIRE_SPLIT_MEMORY});
    }
}

/* What a thread is about to do stands at addresses where nothing else is. */
static void add_pending(const struct thread *t)
{
    const struct op *op = &t->op;
    const uint64_t words[OP_WORDS] = {op->addr + 1, op->kind + 1u, op->size, op->arg[0], op->arg[1], op->arg[2]};
    for (unsigned i = 0; i < OP_WORDS; i++)
        add((struct word){.addr = 8 * (1 + t->number * OP_WORDS + i), .value = words[i], .kind = WIRE_SPLIT_PENDING,
                          .thread = t->number, .pc = op->pc});
}

void splits_look(const struct world *w)
{
    if (splits.taken == splits.wanted)
        return;
    struct sample *s = &splits.samples[splits.taken];
    *s = (struct sample){.first = splits.words_used};
    splits.world = w;
    extents_each(w, add_range, NULL);
    THREADSET_EACH(t, w->live)
        add_pending(&w->thread[t]);
    s->count = splits.words_used - s->first;
    splits.taken++;
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

static void count(struct wire *wire, const struct word *word, uint64_t other)
{
    uint32_t i = 0;
    while (i < wire->splits && wire->split[i].addr != word->addr)
        i++;
    if (i == WIRE_MAX_SPLITS)
        return;
    if (i == wire->splits)
        wire->split[wire->splits++] = (struct wire_split){word->addr, 0, {word->value, other}, word->pc, word->offset, word->kind,
                                                          word->thread};
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
            const struct word *word = &splits.words[i];
            uint64_t without = sample->all ^ mix(word->addr, word->value);
            if (find(without)->used)
                count(wire, word, 0);
            else if (meet(without + word->addr * 0x9e3779b97f4a7c15ULL, word->value, &other))
                count(wire, word, other);
        }
    }
}
