/* frontier.c - states that wait to be expanded. */
#include "search/engine/frontier.h"

#include "base/reserve.h"

bool frontier_open(struct frontier *f)
{
    f->bytes = reserve_machine() / 4;
    f->items = reserve(&f->bytes, 1 << 20);
    f->capacity = f->bytes / sizeof *f->items;
    return f->items != NULL;
}

void frontier_close(struct frontier *f)
{
    reserve_release(f->items, f->bytes);
    *f = (struct frontier){0};
}

void frontier_clear(struct frontier *f)
{
    f->count = f->arrived = f->most = 0;
}

uint64_t frontier_bytes(const struct frontier *f)
{
    return f->most * sizeof *f->items;
}

bool frontier_add(struct frontier *f, uint32_t rank, struct frontier_item item)
{
    if (f->count == f->capacity)
        return false;
    item.key = (uint64_t)rank << 40 | (f->arrived++ & (((uint64_t)1 << 40) - 1));
    uint64_t i = f->count++;
    for (; i > 0 && f->items[(i - 1) / 2].key > item.key; i = (i - 1) / 2)
        f->items[i] = f->items[(i - 1) / 2];
    f->items[i] = item;
    if (f->count > f->most)
        f->most = f->count;
    return true;
}

struct frontier_item frontier_take_first(struct frontier *f)
{
    struct frontier_item first = f->items[0], last = f->items[--f->count];
    uint64_t i = 0, child;
    for (; (child = 2 * i + 1) < f->count; i = child) {
        child += child + 1 < f->count && f->items[child + 1].key < f->items[child].key;
        if (f->items[child].key >= last.key)
            break;
        f->items[i] = f->items[child];
    }
    f->items[i] = last;
    return first;
}

struct frontier_item frontier_take_random(struct frontier *f, struct rng *rng)
{
    struct frontier_item *chosen = &f->items[rng_next(rng) % f->count], item = *chosen;
    *chosen = f->items[--f->count];
    return item;
}
