/* flow_loops.c - blocks that lie on a loop with each other: strongly connected components, by Tarjan's algorithm
 * without recursion. */
#include <stdlib.h>

#include "tool/binary/liveness/function.h"
#include "tool/cli/util.h"

struct walk {
    struct function *f;
    uint32_t *number, *low, *next; /* of each block: when it was met, from 1 on; the first that it reaches; the successor to look at */
    uint32_t *path, *open;         /* blocks on the way to the present one, and those whose component is not known yet */
    uint32_t  on_path, opened, met, components;
};

static void enter(struct walk *w, uint32_t block)
{
    w->number[block] = w->low[block] = ++w->met;
    w->path[w->on_path++] = w->open[w->opened++] = block;
}

static void see_lower(struct walk *w, uint32_t block, uint32_t low)
{
    w->low[block] = low < w->low[block] ? low : w->low[block];
}

/* All that was opened since its first block is a component. It is a loop if that has more blocks, or leads to itself. */
static void leave(struct walk *w, uint32_t block)
{
    const struct block *b = &w->f->blocks[block];
    bool loop = w->open[w->opened - 1] != block;
    for (uint32_t n = 0; n < b->nexts; n++)
        loop |= b->next[n] == block;
    w->components += loop;
    uint32_t last;
    do {
        last = w->open[--w->opened];
        w->f->loop[last] = loop ? w->components : NO_LOOP;
        w->number[last] = UINT32_MAX;
    } while (last != block);
}

static void walk_from(struct walk *w, uint32_t block)
{
    enter(w, block);
    while (w->on_path) {
        uint32_t at = w->path[w->on_path - 1];
        if (w->next[at] < w->f->blocks[at].nexts) {
            uint32_t to = w->f->blocks[at].next[w->next[at]++];
            if (!w->number[to])
                enter(w, to);
            else if (w->number[to] != UINT32_MAX)
                see_lower(w, at, w->number[to]);
            continue;
        }
        w->on_path--;
        if (w->low[at] == w->number[at])
            leave(w, at);
        if (w->on_path)
            see_lower(w, w->path[w->on_path - 1], w->low[at]);
    }
}

void loops_find(struct function *f)
{
    size_t size = (f->block_count + 1) * sizeof(uint32_t);
    struct walk w = {f, allocate(size), allocate(size), allocate(size), allocate(size), allocate(size), 0, 0, 0, 0};
    f->loop = allocate(size);
    for (uint32_t b = 0; b < f->block_count; b++)
        if (!w.number[b])
            walk_from(&w, b);
    free(w.number);
    free(w.low);
    free(w.next);
    free(w.path);
    free(w.open);
}
