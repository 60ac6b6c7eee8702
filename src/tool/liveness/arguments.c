/* arguments.c - forward: which registers were set since the last call, or by it? Only they can hold arguments of the next one; what the
 * others hold is left over from hooks. See function.h. */
#include <stdlib.h>

#include "tool/liveness/function.h"
#include "tool/util.h"

enum { VECTORS = 32 }; /* vector registers are the upper half of a mask */

/* A call clobbers them, unless it is of a function of this file: then the compiler may know that it does not. */
static bool clobbers(const struct function *f, uint32_t at)
{
    return hook_kind(f->called[at]) != HOOK_NONE || !image_function_at(f->image, f->code[at].target);
}

/* What a call returns may be passed on as it is. Hooks that only look at an access return nothing. */
static uint64_t returned_by(const struct function *f, uint32_t at)
{
    enum hook hook = hook_kind(f->called[at]);
    bool nothing = hook == HOOK_PLAIN || hook == HOOK_ENTRY;
    return nothing ? 0 : f->architecture->results | (uint64_t)f->architecture->result_vectors << VECTORS;
}

static uint64_t set_by(const struct function *f, uint32_t at, uint64_t set)
{
    const struct instruction *i = &f->code[at];
    if (i->opaque)
        return UINT64_MAX;
    set |= i->uses | i->defines | i->touches | register_mask(i->destination) | (uint64_t)i->vectors << VECTORS;
    if (i->flow != FLOW_CALL)
        return set;
    return (clobbers(f, at) ? 0 : set) | returned_by(f, at);
}

static uint64_t through(const struct function *f, size_t block, uint32_t end)
{
    uint64_t set = f->set[block];
    for (uint32_t at = f->blocks[block].first; at < end; at++)
        set = set_by(f, at, set);
    return set;
}

static bool spread(struct function *f, size_t block)
{
    const struct block *b = &f->blocks[block];
    uint64_t set = through(f, block, b->end);
    bool changed = false;
    for (uint32_t n = 0; n < b->nexts; n++) {
        uint64_t now = f->set[b->next[n]] | (n + b->landings >= b->nexts ? UINT64_MAX : set);
        changed |= now != f->set[b->next[n]];
        f->set[b->next[n]] = now;
    }
    return changed;
}

void arguments_solve(struct function *f)
{
    f->set = allocate((f->block_count + 1) * sizeof *f->set);
    uint32_t start = graph_find(f, f->symbol->start);
    if (start != UINT32_MAX)
        f->set[f->block_of[start]] = UINT64_MAX;
    for (bool again = true; again;) {
        again = false;
        for (size_t b = 0; b < f->block_count; b++)
            again |= spread(f, b);
    }
}

void arguments_at(const struct function *f, uint32_t call, struct liveness_site *site)
{
    uint64_t set = through(f, f->block_of[call], call);
    int32_t words = live_stack_arguments(f, call);
    site->arguments = (uint16_t)set;
    site->vectors = (uint8_t)(set >> VECTORS);
    site->stack_words = words < 0 || words > UINT8_MAX ? UINT8_MAX : (uint8_t)words;
}
