/* trail.c - paths to states that a search comes back to later. */
#include "search/engine/trail.h"

#include "base/reserve.h"

bool trail_open(struct trail *t)
{
    t->bytes = reserve_machine() / 4;
    t->steps = reserve(&t->bytes, 1 << 20);
    t->capacity = t->bytes / sizeof *t->steps;
    if (t->capacity > UINT32_MAX)
        t->capacity = UINT32_MAX;
    t->count = 1;
    return t->steps != NULL;
}

void trail_close(struct trail *t)
{
    reserve_release(t->steps, t->bytes);
    *t = (struct trail){0};
}

void trail_clear(struct trail *t)
{
    t->count = 1;
}

uint64_t trail_bytes(const struct trail *t)
{
    return t->count * sizeof *t->steps;
}
