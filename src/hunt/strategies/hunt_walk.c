/* hunt_walk.c - a random walk: at each decision the thread goes on, or with a probability that is drawn for each execution (1, 1/2, 1/4,
 * ...) any enabled thread does. */
#include "hunt/strategy.h"

static unsigned one_in;
static uint64_t stays; /* until this decision: drawn when the thread is chosen, as if each decision were drawn */
static unsigned yielder;

static void begin(void)
{
    one_in = 1u << rng_below(&hunt_random, 8);
    yielder = HUNT_MAX_THREADS;
    stays = 0;
}

static void created(unsigned thread)
{
    (void)thread;
}

static void yielded(unsigned thread)
{
    yielder = thread;
}

static uint64_t until(unsigned current)
{
    (void)current;
    return stays;
}

static unsigned pick(const uint16_t *ready, unsigned count, unsigned current)
{
    if (current != HUNT_MAX_THREADS && current != yielder && hunt_wire->steps < stays)
        return current;
    unsigned chosen = ready[0];
    do
        chosen = ready[rng_below(&hunt_random, count)];
    while (count > 1 && chosen == yielder);
    yielder = HUNT_MAX_THREADS;
    stays = hunt_wire->steps + 1;
    while (rng_below(&hunt_random, one_in) != 0)
        stays++;
    return chosen;
}

const struct strategy hunt_walk = {
    .name = "walk", .begin = begin, .created = created, .pick = pick, .until = until, .yielded = yielded};
