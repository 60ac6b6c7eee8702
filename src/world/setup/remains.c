/* remains.c - see remains.h. */
#include "world/setup/remains.h"

#include <string.h>
#include <sys/auxv.h>

#include "world/watch/words.h"

void remains_hide_secrets(struct wire *wire)
{
    static const char instead[16] = "without chance.";
    char *random = (char *)getauxval(AT_RANDOM);
    if (!random)
        return;
    memcpy(wire->secret, random, sizeof wire->secret);
    wire->secret[0] &= ~(uint64_t)0xff; /* so that a string does not run over it */
    memcpy(random, instead, sizeof instead);
}

/* Half a guard is left in a frame where a number was stored over the other half: zero stands for it. */
static uint64_t without_half_of(uint64_t guard, uint64_t value)
{
    uint64_t difference = value ^ guard;
    return difference >> 32 == 0 ? (uint32_t)value : (uint32_t)difference == 0 ? value >> 32 << 32 : value;
}

static void add(const struct wire_word *word, void *data)
{
    struct wire *wire = data;
    bool differs_anyway = word->kind == WIRE_WORD_START || word->value == wire->secret[0];
    if (!differs_anyway && wire->setup_words < WIRE_MAX_SETUP) {
        struct wire_word *to = &wire_setup(wire)[wire->setup_words];
        *to = *word;
        to->value = word->kind == WIRE_WORD_PAGE ? word->value : without_half_of(wire->secret[0], word->value);
    }
    wire->setup_words += !differs_anyway;
}

void remains_write(const struct world *w, struct wire *wire)
{
    wire->setup_words = 0;
    words_each(w, WORDS_LARGE_BY_PAGES, add, wire);
    wire->set_up = 1;
}
