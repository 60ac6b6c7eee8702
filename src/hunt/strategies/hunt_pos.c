/* hunt_pos.c - POS: Yuan, Yang, Gu, "Partial Order Aware Concurrency Sampling". Each pending operation has a random priority; the
 * highest is performed, and those that race with it are drawn anew. */
#include "hunt/strategies/hunt_priorities.h"

static const bool writes[HUNT_KIND_COUNT] = {
#define HUNT_KIND(NAME, word, is_write, orders) [HUNT_##NAME] = is_write,
    HUNT_KINDS(HUNT_KIND)
#undef HUNT_KIND
};

static bool race(const struct hunt_thread *a, const struct hunt_thread *b)
{
    return a->object && a->object == b->object && (writes[a->kind] || writes[b->kind]);
}

static unsigned pick(const uint16_t *ready, unsigned count, unsigned current)
{
    (void)current;
    unsigned best = hunt_priorities_highest(ready, count);
    const struct hunt_thread *performed = hunt_threads[best].is;
    for (unsigned i = 0; i < count; i++)
        if (ready[i] != best && race(hunt_threads[ready[i]].is, performed))
            hunt_priorities_draw(ready[i]);
    hunt_priorities_draw(best); /* of its next operation */
    return best;
}

const struct strategy hunt_pos = {
    .name = "pos", .begin = hunt_priorities_begin, .created = hunt_priorities_draw, .pick = pick, .yielded = hunt_priorities_drop};
