/* replay_blocks.c - see replay_blocks.h. */
#include "tool/binary/names/replay_blocks.h"

#include <stdlib.h>

#include "base/lower_bound.h"
#include "model/op.h"
#include "tool/cli/util.h"

/* What an event says of a block. */
enum sight_kind { SEEN,
    ALLOCATED,
    FREED };
struct sight {
    uint64_t start, size, pc, event;
    enum sight_kind kind;
};

struct sights {
    struct sight *at;
    size_t count, capacity;
};

static void add_sight(struct sights *s, struct sight seen)
{
    if (s->count == s->capacity) {
        s->capacity = s->capacity ? 2 * s->capacity : 1024;
        s->at = resize(s->at, s->capacity * sizeof *s->at);
    }
    s->at[s->count++] = seen;
}

static void look_at(struct sights *s, const struct wire_event *e, uint64_t event)
{
    bool moved = e->kind == OP_REALLOC && e->result && e->result != e->arg[0];
    if (e->kind == OP_FREE && e->block == e->arg[0]) /* of set-up, perhaps, and not used since */
        add_sight(s, (struct sight){e->block, e->block_size, e->block_pc, event, SEEN});
    if (e->kind == OP_FREE || moved)
        add_sight(s, (struct sight){.start = e->arg[0], .event = event, .kind = FREED});
    if (e->kind == OP_MALLOC && e->result)
        add_sight(s, (struct sight){e->result, e->arg[0], e->pc, event, ALLOCATED});
    else if (moved)
        add_sight(s, (struct sight){e->result, e->arg[1], e->pc, event, ALLOCATED});
    else if (e->block && e->kind != OP_FREE && e->kind != OP_MALLOC)
        add_sight(s, (struct sight){e->block, e->block_size, e->block_pc, event, SEEN});
}

static int by_place_and_time(const void *a, const void *b)
{
    const struct sight *x = a, *y = b;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    if (x->event != y->event)
        return x->event < y->event ? -1 : 1;
    return (int)y->kind - (int)x->kind; /* freed before it is allocated again */
}

/* All that was seen of the blocks at one address, in order of time. */
static size_t add_blocks(struct replay_blocks *b, const struct sight *seen, size_t count)
{
    struct heap_block *now = NULL;
    size_t i = 0;
    for (; i < count && seen[i].start == seen[0].start; i++) {
        const struct sight *s = &seen[i];
        if (s->kind == FREED)
            continue; /* until it is allocated again, whoever uses the address means the block that is no more */
        if (s->kind == SEEN && now && (now->born || (now->pc == s->pc && now->size == s->size))) {
            now->size = s->size; /* it may have grown where it is */
            continue;
        }
        now = &b->at[b->count++];
        *now = (struct heap_block){.start = s->start, .size = s->size, .pc = s->pc, .born = s->kind == ALLOCATED ? s->event + 1 : 0};
    }
    return i;
}

struct replay_blocks replay_blocks_find(const struct wire *wire)
{
    struct sights s = {0};
    struct replay_blocks b = {0};
    uint64_t events = wire->events < WIRE_MAX_EVENTS ? wire->events : WIRE_MAX_EVENTS;
    for (uint64_t i = 0; i < events; i++)
        look_at(&s, &wire_events(wire)[i], i);
    for (uint32_t i = 0; i < 2 * wire->findings && i < 2 * WIRE_MAX_FINDINGS; i++) { /* a race may be of what has not happened yet */
        const struct wire_access *a = &wire->finding[i / 2].access[i % 2];
        if (a->block)
            add_sight(&s, (struct sight){a->block, a->block_size, a->block_pc, events, SEEN});
    }
    if (s.count == 0)
        return b;
    qsort(s.at, s.count, sizeof *s.at, by_place_and_time);
    b.at = allocate(s.count * sizeof *b.at);
    for (size_t i = 0; i < s.count;)
        i += add_blocks(&b, &s.at[i], s.count - i);
    free(s.at);
    return b;
}

struct heap_block *replay_blocks_at(const struct replay_blocks *b, uint64_t event, uint64_t address)
{
    size_t after = LOWER_BOUND(i, b->count, b->at[i].start <= address);
    struct heap_block *found = after > 0 ? &b->at[after - 1] : NULL;
    while (found && found > b->at && found[-1].start == found->start && found->born && found->born - 1 > event)
        found--;
    return found && address - found->start < (found->size ? found->size : 1) ? found : NULL;
}
