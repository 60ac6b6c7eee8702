/* path_tree.c - paths to states that a search comes back to later. */
#include "search/engine/path_tree.h"

#include "base/reserve.h"

bool path_tree_open(struct path_tree *t)
{
    t->bytes = reserve_machine() / 4;
    t->steps = reserve(&t->bytes, 1 << 20);
    t->capacity = t->bytes / sizeof *t->steps;
    if (t->capacity > UINT32_MAX)
        t->capacity = UINT32_MAX;
    t->count = 1;
    return t->steps != NULL;
}

void path_tree_close(struct path_tree *t)
{
    reserve_release(t->steps, t->bytes);
    *t = (struct path_tree){0};
}

void path_tree_clear(struct path_tree *t)
{
    t->count = 1;
}

uint64_t path_tree_bytes(const struct path_tree *t)
{
    return t->count * sizeof *t->steps;
}
