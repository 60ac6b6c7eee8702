/* prologue.c - slots of its frame that a function has stored when it calls __tsan_func_entry. See function.h.
 *
 * Compilers put that call behind straight code, but for a loop that touches the pages of a large frame one by one, and for a jump over
 * the stores of vector registers if a variadic function has got none. If all that this code writes is understood, every other byte of
 * the frame is what earlier calls have left there.
 */
#include <string.h>

#include "tool/binary/liveness/function.h"

/* A jump that leaves out a part of the prologue. */
static bool skips(const struct function *f, const struct instruction *i)
{
    return i->flow == FLOW_BRANCH && i->target > i->address && i->target <= f->code[f->entry_call].address;
}

bool prologue_stale(const struct function *f, uint64_t *stale)
{
    uint32_t first = graph_find(f, f->symbol->start);
    int8_t limit;
    if (f->body == NO_PLACE || f->body > 0 || f->entry_call < first) /* what pops more than there is has no frame */
        return false;
    memset(stale, 0, place_words(f) * sizeof *stale);
    place_set(stale, f, f->body, (uint32_t)-f->body, true);
    for (uint32_t at = first; at < f->entry_call; at++) {
        const struct instruction *i = &f->code[at];
        bool jumps = i->flow != FLOW_NEXT && !skips(f, i) && !graph_probes(f, at, &limit);
        if (i->opaque || jumps || f->code[at + 1].address != i->address + i->size)
            return false;
        for (int k = 0; k < i->accesses; k++) {
            const struct access *a = &i->access[k];
            if (!a->writes)
                continue;
            if (f->places[at][k] == NO_PLACE || (!a->store && f->places[at][k] >= 0))
                return false;
            if (a->store) /* else it changes what is there, stale or not: a probe for the end of the stack */
                place_set(stale, f, f->places[at][k], a->size, false);
        }
    }
    return true;
}

/* The register that access `k` stores, in the numbers of wire/liveness_table.h, if it still holds what may be an argument; otherwise 0. */
static uint32_t stored_argument(const struct function *f, const struct instruction *i, int k, uint64_t changed, unsigned mentioned)
{
    const struct access *a = &i->access[k];
    if (a->value != NO_REGISTER) {
        bool intact = f->architecture->arguments & ~changed & register_mask(a->value);
        return intact && a->value < LIVENESS_VECTOR - LIVENESS_ARGUMENT ? LIVENESS_ARGUMENT + (uint32_t)a->value : 0;
    }
    bool one = i->vectors && (i->vectors & (i->vectors - 1)) == 0 && i->accesses == 1 && a->size == LIVENESS_VECTOR_BYTES;
    return one && !(i->vectors & mentioned) ? LIVENESS_VECTOR + (uint32_t)__builtin_ctz(i->vectors) : 0;
}

void prologue_arguments(const struct function *f, void (*each)(struct liveness_save save, void *data), void *data)
{
    uint64_t changed = 0;
    unsigned mentioned = 0;
    for (uint32_t at = graph_find(f, f->symbol->start); f->variadic && at < f->entry_call; at++) {
        const struct instruction *i = &f->code[at];
        for (int k = 0; k < i->accesses; k++) {
            int32_t place = f->places[at][k];
            uint32_t reg = i->access[k].store ? stored_argument(f, i, k, changed, mentioned) : 0;
            if (reg && place != NO_PLACE && place >= f->body && place < 0)
                each((struct liveness_save){(uint32_t)(place - f->body), reg}, data);
        }
        changed |= i->defines | i->touches | register_mask(i->destination);
        mentioned |= i->vectors;
    }
}
