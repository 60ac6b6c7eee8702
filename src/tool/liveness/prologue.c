/* prologue.c - what a function has stored in its frame when it calls __tsan_func_entry. See function.h.
 *
 * Compilers put that call behind straight code, but for a loop that touches the pages of a large frame one by one. If all that this
 * code writes is understood, every other byte of the frame is what earlier calls have left there.
 */
#include <string.h>

#include "tool/liveness/function.h"

bool prologue_stale(const struct function *f, uint64_t *stale)
{
    uint32_t first = graph_find(f, f->symbol->start);
    int8_t limit;
    if (f->body == NO_PLACE || f->entry_call < first)
        return false;
    memset(stale, 0, place_words(f) * sizeof *stale);
    place_set(stale, f, f->body, (uint32_t)-f->body, true);
    for (uint32_t at = first; at < f->entry_call; at++) {
        const struct instruction *i = &f->code[at];
        bool jumps = i->flow != FLOW_NEXT && !graph_probes(f, at, &limit);
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
