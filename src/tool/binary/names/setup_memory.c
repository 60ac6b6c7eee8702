/* setup_memory.c - see setup_memory.h. */
#include "tool/binary/names/setup_memory.h"

#include <stdlib.h>

#include "tool/cli/util.h"

static int by_address(const void *a, const void *b)
{
    const struct setup_word *x = a, *y = b;
    return x->address < y->address ? -1 : x->address > y->address;
}

struct setup_memory setup_memory_of(const struct wire *wire)
{
    struct setup_memory m = {0};
    uint64_t count = wire->setup_words < WIRE_MAX_SETUP ? wire->setup_words : WIRE_MAX_SETUP;
    if (!wire->set_up || count == 0)
        return m;
    m.at = allocate(count * sizeof *m.at);
    for (uint64_t i = 0; i < count; i++) {
        const struct wire_word *w = &wire_setup(wire)[i];
        if (w->kind == WIRE_WORD_MEMORY || w->kind == WIRE_WORD_STACK)
            m.at[m.count++] = (struct setup_word){w->addr, w->value};
    }
    qsort(m.at, m.count, sizeof *m.at, by_address);
    return m;
}

uint64_t setup_memory_word(const struct setup_memory *m, uint64_t address)
{
    struct setup_word key = {.address = address};
    const struct setup_word *found = m->count ? bsearch(&key, m->at, m->count, sizeof *m->at, by_address) : NULL;
    return found ? found->value : 0;
}
