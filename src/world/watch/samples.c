/* samples.c - see samples.h. */
#include "world/watch/samples.h"

#include <string.h>

#include "world/watch/words.h"

enum { DENSITY = 16 }; /* the n-th state is followed by the one at n + n / DENSITY + 1 */

static struct {
    struct mark (*mark)(void *self); /* of what is watched */
    struct wire *wire;
    uint32_t wanted;
    uint64_t seen, next;   /* states */
    uint64_t words;
} samples;

void samples_enable(struct wire *wire, uint32_t states)
{
    samples.wire = wire;
    samples.wanted = states < WIRE_MAX_SAMPLES ? states : WIRE_MAX_SAMPLES;
}

void samples_restart(void)
{
    if (samples.wanted == 0)
        return;
    samples.wire->samples = 0;
    samples.seen = samples.next = samples.words = 0;
}

static void add(const struct wire_word *word, void *unused)
{
    (void)unused;
    if (samples.words < WIRE_MAX_WORDS)
        wire_words(samples.wire)[samples.words] = *word;
    samples.words++;
}

/* The schedules go where those of findings go. */
static void take(const struct world *w)
{
    struct wire *wire = samples.wire;
    uint64_t count = wire->path_count;
    struct wire_sample s = {.first = wire->decisions, .count = count, .first_word = samples.words};
    if (wire->decisions + count > WIRE_MAX_DECISIONS)
        return;
    words_each(w, WORDS_LARGE_LEFT_OUT, add, NULL);
    if (samples.words > WIRE_MAX_WORDS)
        return;
    memcpy(&wire_decisions(wire)[wire->decisions], wire_path(wire), count * sizeof(struct wire_decision));
    wire->decisions += count;
    s.words = samples.words - s.first_word;
    wire->sample[wire->samples++] = s;
}

static void look(const struct world *w)
{
    if (world_aside(w) || samples.wire->phase != WIRE_EXPLORE || samples.seen++ != samples.next)
        return;
    samples.next = samples.seen + samples.seen / DENSITY;
    if (samples.wire->samples < samples.wanted)
        take(w);
}

static struct mark mark_and_look(void *self)
{
    struct mark m = samples.mark(self);
    look(self);
    return m;
}

void samples_watch(struct lts *lts)
{
    samples.mark = lts->mark;
    lts->mark = mark_and_look;
}

void samples_last(const struct world *w)
{
    if (samples.wanted > 0 && samples.wire->config.mode == WIRE_REPLAY)
        take(w);
}
