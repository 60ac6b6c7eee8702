/* variable_names.c - see variable_names.h. */
#include "world/variable_names.h"

#include <string.h>

#include "base/lower_bound.h"
#include "world/blocks.h"
#include "world/memory/layout.h"
#include "world/watch/allocation_counts.h"

enum { WORD = 8 };
#define WHOLE_ARRAY (1ull << 62) /* in the key of an array, which is not that of its first element; no address has it */

static struct {
    const struct wire_global *at; /* by address in the program's file */
    uint64_t count, base;
} globals;

bool variable_names_prepare(const struct wire *wire)
{
    globals.at = wire_globals(wire);
    globals.count = wire->globals;
    globals.base = wire->module[0].base;
    return allocation_counts_enable();
}

/* Keys of blocks have the highest bit, which no address has. */
static uint64_t key_of(uint64_t site, uint64_t count, uint64_t part)
{
    uint64_t h = (site ^ count << 40 ^ count >> 24) * 0x9e3779b97f4a7c15u;
    h = ((h ^ h >> 32) + part) * 0xd6e8feb86659fd93u;
    return (h ^ h >> 32) | 1ull << 63;
}

/* --- memory that the program has from its start --------------------------------------------------------------------------- */

static const struct wire_global *find_global(uint64_t addr)
{
    uint64_t at = addr - globals.base, after = LOWER_BOUND(i, globals.count, globals.at[i].start <= at);
    return after > 0 && at - globals.at[after - 1].start < globals.at[after - 1].size ? &globals.at[after - 1] : NULL;
}

static void in_words(uint64_t addr, struct variable_id *out)
{
    *out = variable_at(addr & ~(uint64_t)(WORD - 1));
    out->size = WORD;
}

static void in_global(uint64_t addr, struct variable_id *out)
{
    const struct wire_global *g = find_global(addr);
    if (!g) {
        in_words(addr, out);
        return;
    }
    uint64_t start = globals.base + g->start, element = g->element ? g->element : WORD;
    *out = variable_at(start + (addr - start) / element * element);
    out->size = element;
    out->whole = start;
    out->whole_size = g->size;
    out->key[BY_WHOLE] = element < g->size ? start | WHOLE_ARRAY : start;
}

/* --- the heap ------------------------------------------------------------------------------------------------------------- */

/* Position of the element in a block of which there is something to know. */
static void divide(uint64_t addr, uint64_t element, struct variable_id *out)
{
    out->start = out->whole + (addr - out->whole) / element * element;
    out->size = element;
}

static void in_block(uint64_t addr, bool lock, struct variable_id *out)
{
    const struct allocation_count *b = allocation_counts_of(out->whole);
    out->kind = lock ? VARIABLE_LOCK : VARIABLE_BLOCK;
    out->start = out->whole;
    out->size = out->whole_size;
    if (b && b->site == out->site) {
        out->count = b->count;
        out->iteration = b->iteration;
        out->stack = b->stack;
        out->birth = b->how;
        if (b->element)
            divide(addr, b->element, out);
    }
    out->key[BY_STATEMENT] = out->site;
    bool array = out->size < out->whole_size;
    out->key[BY_WHOLE] = key_of(out->site, out->count, array ? WHOLE_ARRAY : 0);
    out->key[BY_ELEMENT] = key_of(out->site, out->count, out->start - out->whole);
    if (lock) {
        out->start = addr;
        out->size = 0;
        out->key[BY_WHOLE] = out->key[BY_ELEMENT] = key_of(out->site, out->count, (addr - out->whole) << 1 | 1);
    }
}

static bool in_heaps(uint64_t addr)
{
    return addr - mz__layout.heap_lo < mz__layout.heap_span * MAX_THREADS;
}

void variable_names_find(uint64_t addr, bool lock, struct variable_id *out)
{
    *out = (struct variable_id){0};
    blocks_describe(addr, &out->whole, &out->whole_size, &out->site);
    if (out->site) {
        in_block(addr, lock, out);
        return;
    }
    if (lock) {
        const struct wire_global *g = find_global(addr);
        *out = variable_at(addr);
        out->size = g ? g->element : 0;
        out->kind = VARIABLE_LOCK;
    } else if (in_slots(addr) || in_heaps(addr)) {
        in_words(addr, out);
        out->kind = in_slots(addr) ? VARIABLE_LOCAL : VARIABLE_RECORD;
    } else {
        in_global(addr, out);
    }
}

void variable_names_export(struct wire *wire)
{
    for (uint64_t i = 0; mz__allocation_counts && i < wire->variables && i < WIRE_MAX_VARIABLES; i++) {
        struct wire_variable *v = &wire_variables(wire)[i];
        memcpy(v->stack, allocation_counts_stack(v->id.stack), sizeof v->stack);
    }
}
