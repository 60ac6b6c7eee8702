/* hunt_pct.c - PCT: Burckhardt, Kothari, Musuvathi, Nagarakatti, "A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs".
 * The enabled thread of the highest priority runs; at depth - 1 random decisions the running thread falls below all others.
 *
 * A thread that yields, or is not left by itself for a long time (scheduler.c), falls likewise: a loop that waits would go on for ever.
 * Such falls are beside the bound of the paper. */
#include "hunt/strategies/hunt_priorities.h"

enum { MOST_CHANGES = 64 };
static uint64_t change[MOST_CHANGES];
static unsigned changes;

static void begin(void)
{
    uint64_t length = hunt_wire->length ? hunt_wire->length : 100;
    hunt_priorities_begin();
    changes = hunt_wire->depth > 0 ? hunt_wire->depth - 1 : 0;
    if (changes > MOST_CHANGES)
        changes = MOST_CHANGES;
    for (unsigned i = 0; i < changes; i++)
        change[i] = rng_next(&hunt_random) % length;
}

static unsigned pick(const uint16_t *ready, unsigned count, unsigned current)
{
    (void)current;
    for (unsigned i = 0; i < changes; i++) {
        if (change[i] != hunt_wire->steps)
            continue;
        hunt_priorities_drop(hunt_priorities_highest(ready, count));
    }
    return hunt_priorities_highest(ready, count);
}

static uint64_t until(unsigned current)
{
    uint64_t next = UINT64_MAX;
    (void)current;
    for (unsigned i = 0; i < changes; i++)
        if (change[i] >= hunt_wire->steps && change[i] < next)
            next = change[i];
    return next;
}

const struct strategy hunt_pct = {
    .name = "pct", .begin = begin, .created = hunt_priorities_draw, .pick = pick, .until = until, .yielded = hunt_priorities_drop};
