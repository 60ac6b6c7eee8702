/* hunt_urw.c - a walk that is uniform over interleavings, as far as is known what threads have left to do: each is chosen with a weight
 * of the decisions that it had in executions before, less those that it has had in this one (the walk without a selection of Zhao,
 * Wolff, Mathur, Roychoudhury, "Selectively Uniform Concurrency Testing"). */
#include "hunt/strategy.h"

static unsigned yielder;

static void begin(void)
{
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

static uint64_t weight(unsigned thread)
{
    uint64_t expected = hunt_wire->expected[thread], had = hunt_threads[thread].is->own;
    return thread == yielder ? 0 : expected > had ? expected - had : 1;
}

static unsigned pick(const uint16_t *ready, unsigned count, unsigned current)
{
    (void)current;
    uint64_t all = 0;
    unsigned chosen = ready[count - 1];
    for (unsigned i = 0; i < count; i++)
        all += weight(ready[i]);
    uint64_t at = all ? rng_next(&hunt_random) % all : 0;
    for (unsigned i = 0; i < count; i++) {
        if (at < weight(ready[i])) {
            chosen = ready[i];
            break;
        }
        at -= weight(ready[i]);
    }
    yielder = HUNT_MAX_THREADS;
    return chosen;
}

const struct strategy hunt_urw = {.name = "urw", .begin = begin, .created = created, .pick = pick, .yielded = yielded};
