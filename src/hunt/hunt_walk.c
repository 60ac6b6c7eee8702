/* hunt_walk.c - a random walk: at each decision the thread goes on, or with a probability that is drawn for each execution (1, 1/2, 1/4,
 * ...) any enabled thread does. */
#include "hunt/strategy.h"

static unsigned one_in;
static unsigned yielder;

static void begin(void)
{
    one_in = 1u << rng_below(&hunt_random, 8);
    yielder = HUNT_MAX_THREADS;
}

static void created(unsigned thread)
{
    (void)thread;
}

static void yielded(unsigned thread)
{
    yielder = thread;
}

static unsigned pick(const uint16_t *ready, unsigned count, unsigned current)
{
    bool stays = current != HUNT_MAX_THREADS && current != yielder && rng_below(&hunt_random, one_in) != 0;
    if (stays || count == 1) {
        yielder = HUNT_MAX_THREADS;
        return stays ? current : ready[0];
    }
    unsigned chosen;
    do
        chosen = ready[rng_below(&hunt_random, count)];
    while (chosen == yielder);
    yielder = HUNT_MAX_THREADS;
    return chosen;
}

const struct strategy hunt_walk = {.name = "walk", .begin = begin, .created = created, .pick = pick, .yielded = yielded};
