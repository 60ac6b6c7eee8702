/* allocation_counts.c - see allocation_counts.h.
 *
 * Two tables of counters, of statements and of call stacks, and one of blocks. What a counter or an entry stands for is never taken back,
 * only what it says: the words with numbers are noted for undo. */
#include "world/watch/allocation_counts.h"

#include "base/reserve.h"
#include "world/memory/undo.h"
#include "world/thread.h"

enum { COUNTERS = 1 << 16, BLOCKS = 1 << 20, STACKS = 1 << 14, LOOKS = 256 /* in vain: a table counts as full */ };

struct counter {
    uint64_t key;    /* 0: free */
    uint64_t count;
    uint32_t number; /* of a call stack */
    uint32_t reserved;
};

struct births {
    struct counter statement[COUNTERS], stack[COUNTERS];
    struct allocation_count   block[BLOCKS];
    uint64_t       frames[STACKS][WIRE_STACK];
    uint32_t       stacks; /* kept in `frames` */
};

bool mz__allocation_counts;
static struct births *births;

bool allocation_counts_enable(void)
{
    size_t bytes = sizeof *births;
    births = reserve(&bytes, bytes);
    mz__allocation_counts = births != NULL;
    return mz__allocation_counts;
}

static uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t h = (a ^ b) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

static void will_change(uint64_t *word)
{
    if (mz__hot.following != FOLLOW_NOTHING)
        undo_word((uint64_t)word, UNDO_QUIET);
}

/* The counter of a key; NULL: the table is full. */
static struct counter *counter_of(struct counter *table, uint64_t key)
{
    uint64_t at = mix(key, 0) % COUNTERS;
    for (unsigned looks = 0; looks < LOOKS; looks++, at = (at + 1) % COUNTERS) {
        if (table[at].key == 0)
            table[at].key = key;
        if (table[at].key == key)
            return &table[at];
    }
    return NULL;
}

static uint32_t count_on(struct counter *c)
{
    if (!c)
        return UINT32_MAX;
    will_change(&c->count);
    return (uint32_t)c->count++;
}

static uint64_t hash_of_stack(const struct thread *t)
{
    uint64_t h = mix(t->op.pc, 1);
    for (uint32_t i = 0; i < t->depth; i++)
        h = mix(h, t->frames[i].pc);
    return h ? h : 1;
}

static void keep_stack(struct counter *c, const struct thread *t)
{
    if (!c || c->number || births->stacks == STACKS)
        return;
    uint64_t *to = births->frames[births->stacks++];
    c->number = births->stacks;
    *to++ = t->op.pc;
    for (uint32_t i = t->depth, n = 1; i > 0 && n < WIRE_STACK; i--, n++)
        *to++ = t->frames[i - 1].pc;
}

/* The entry of a block; one that is free if there is none; NULL: the table is full. */
static struct allocation_count *entry_of(uint64_t block)
{
    uint64_t at = mix(block, 0) % BLOCKS;
    for (unsigned looks = 0; looks < LOOKS; looks++, at = (at + 1) % BLOCKS)
        if (births->block[at].block == block || births->block[at].block == 0)
            return &births->block[at];
    return NULL;
}

void allocation_counts_note(const struct thread *t, uint64_t block, struct allocation_count as)
{
    struct counter *statement = counter_of(births->statement, t->op.pc), *stack = counter_of(births->stack, hash_of_stack(t));
    struct allocation_count *b = entry_of(block);
    keep_stack(stack, t);
    as.block = block;
    as.site = t->op.pc;
    as.count = count_on(statement);
    as.iteration = count_on(stack);
    as.stack = stack ? (uint16_t)stack->number : 0;
    if (!b)
        return;
    for (unsigned i = 0; i < sizeof *b / sizeof(uint64_t); i++)
        will_change((uint64_t *)b + i);
    *b = as;
}

const struct allocation_count *allocation_counts_of(uint64_t block)
{
    const struct allocation_count *b = mz__allocation_counts ? entry_of(block) : NULL;
    return b && b->block == block ? b : NULL;
}

const uint64_t *allocation_counts_stack(uint32_t number)
{
    static const uint64_t none[WIRE_STACK];
    return number && number <= births->stacks ? births->frames[number - 1] : none;
}
