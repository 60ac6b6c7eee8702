/* arguments.c - forward: which registers were set since the last call, or by it, on any way? Only they can hold arguments of the next
 * one; what the others hold is left over from hooks. See function.h.
 *
 * One way is enough: on another, the argument may be a variable without a value that nobody reads; and the graph has ways that are never
 * taken (jump_tables.c).
 */
#include <stdlib.h>
#include <string.h>

#include "model/calls.h"
#include "tool/binary/liveness/function.h"
#include "tool/cli/util.h"

enum { VECTORS = 32 }; /* vector registers are the upper half of a mask */

/* A call clobbers them, unless it is of a function of this file: then the compiler may know that it does not. */
static bool clobbers(const struct function *f, uint32_t at)
{
    if (strcmp(f->called[at], IMAGE_TLS_DESCRIPTOR) == 0)
        return false;
    return hook_kind(f->called[at]) != HOOK_NONE || !image_function_at(f->image, f->code[at].target);
}

/* What a call returns may be passed on as it is. Of functions that are known it is known where: in the other registers lies what the
 * runtime has left there. */
static uint64_t returned_by(const struct function *f, uint32_t at)
{
    const struct architecture *a = f->architecture;
    const char *name = f->called[at];
    enum hook hook = hook_kind(name);
    uint64_t integer = a->results & -a->results, vector = (uint64_t)1 << VECTORS;
    if (hook == HOOK_PLAIN || hook == HOOK_ENTRY)
        return 0;
    if (strcmp(name, IMAGE_TLS_DESCRIPTOR) == 0)
        return integer;
    if (hook != HOOK_NONE) /* of atomic accesses */
        return strstr(name, "128") ? a->results : integer;
    enum call_class class = image_function_at(f->image, f->code[at].target) ? CALL_UNKNOWN : calls_classify(name);
    uint64_t traits = calls_traits(name);
    if (class == CALL_UNKNOWN || traits & TRAIT_RETURNS_PAIR)
        return a->results | (uint64_t)a->result_vectors << VECTORS;
    return integer | (class == CALL_MODELLED && !(traits & TRAIT_RETURNS_FLOAT) ? 0 : vector);
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
