/* hunt_priorities.c - see hunt_priorities.h. */
#include "hunt/strategies/hunt_priorities.h"

static int64_t priority[HUNT_MAX_THREADS], lowest;

void hunt_priorities_begin(void)
{
    lowest = 0;
}

void hunt_priorities_draw(unsigned thread)
{
    priority[thread] = (int64_t)(rng_next(&hunt_random) >> 2) + 1;
}

void hunt_priorities_drop(unsigned thread)
{
    priority[thread] = --lowest;
}

unsigned hunt_priorities_highest(const uint16_t *ready, unsigned count)
{
    unsigned best = ready[0];
    for (unsigned i = 1; i < count; i++)
        if (priority[ready[i]] > priority[best])
            best = ready[i];
    return best;
}
