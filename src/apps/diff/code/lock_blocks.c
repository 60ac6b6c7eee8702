/* lock_blocks.c - see lock_blocks.h. */
#include "apps/diff/code/lock_blocks.h"

#include <stdlib.h>

#include "tool/cli/util.h"

static void add(struct lock_blocks *b, unsigned from, unsigned to)
{
    b->at = resize(b->at, (b->count + 1) * sizeof *b->at);
    b->at[b->count++] = (struct lock_block){from, to};
}

struct lock_blocks lock_blocks_of(const struct lock_step *steps, size_t count, unsigned end)
{
    struct lock_blocks blocks = {0};
    unsigned *open = allocate((count + 1) * sizeof *open);
    size_t depth = 0;
    for (size_t i = 0; i < count; i++) {
        if (steps[i].step > 0)
            open[depth++] = steps[i].line;
        else if (depth > 0)
            add(&blocks, open[--depth], steps[i].line);
        else if (blocks.count) /* the outermost of those that were closed last is the last in the list */
            blocks.at[blocks.count - 1].to = steps[i].line;
    }
    while (depth > 0)
        add(&blocks, open[--depth], end);
    free(open);
    return blocks;
}

void lock_blocks_free(struct lock_blocks *blocks)
{
    free(blocks->at);
    *blocks = (struct lock_blocks){0};
}

static bool has(unsigned from, unsigned to, unsigned line)
{
    return from <= line && line <= to;
}

void lock_blocks_extend(const struct lock_blocks *blocks, unsigned *from, unsigned *to)
{
    for (bool grown = true; grown;) {
        grown = false;
        for (size_t i = 0; i < blocks->count; i++) {
            const struct lock_block *b = &blocks->at[i];
            if (has(*from, *to, b->from) == has(*from, *to, b->to))
                continue;
            *from = b->from < *from ? b->from : *from;
            *to = b->to > *to ? b->to : *to;
            grown = true;
        }
    }
}

bool lock_blocks_around(const struct lock_blocks *blocks, unsigned *from, unsigned *to)
{
    const struct lock_block *best = NULL;
    for (size_t i = 0; i < blocks->count; i++) {
        const struct lock_block *b = &blocks->at[i];
        if (b->from <= *from && *to <= b->to && (!best || b->to - b->from < best->to - best->from))
            best = b;
    }
    if (best) {
        *from = best->from;
        *to = best->to;
    }
    return best;
}
