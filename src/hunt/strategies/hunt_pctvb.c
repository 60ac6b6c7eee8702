/* hunt_pctvb.c - PCT with variable bounding: Bindal, Bansal, Lal, "Variable and Thread Bounding for Systematic Testing of Multithreaded
 * Programs". The thread of the highest priority runs; at depth - 1 accesses to one or two objects, drawn at random from those that were
 * used in executions before, the thread that has made the access falls below all others. */
#include "hunt/strategies/hunt_priorities.h"

enum { MOST_CHANGES = 64, MOST_OBJECTS = 2 };
static struct change {
    uint32_t object, number;
} change[MOST_CHANGES];
static unsigned changes;

static uint32_t draw_object(void)
{
    uint32_t used = 0;
    for (unsigned i = 0; i < HUNT_OBJECTS; i++)
        used += hunt_wire->object_used[i] != 0;
    uint32_t left = used ? rng_below(&hunt_random, used) : 0, i = 0;
    while (i + 1 < HUNT_OBJECTS && (!hunt_wire->object_used[i] || left-- > 0))
        i++;
    return i;
}

static void begin(void)
{
    uint32_t object[MOST_OBJECTS], wanted = hunt_wire->depth > 0 ? hunt_wire->depth - 1 : 0;
    unsigned objects = 1 + rng_below(&hunt_random, MOST_OBJECTS);
    uint64_t all = 0;
    for (unsigned i = 0; i < objects; i++) {
        object[i] = draw_object();
        all += hunt_wire->object_used[object[i]];
    }
    hunt_priorities_begin();
    for (changes = 0; all && changes < wanted && changes < MOST_CHANGES; changes++) {
        uint64_t number = rng_next(&hunt_random) % all;
        unsigned i = 0;
        for (; number >= hunt_wire->object_used[object[i]]; i++)
            number -= hunt_wire->object_used[object[i]];
        change[changes] = (struct change){object[i], 1 + (uint32_t)number};
    }
}

static void performs(unsigned thread, uint32_t object, uint32_t number)
{
    for (unsigned i = 0; i < changes; i++)
        if (change[i].object == object && change[i].number == number)
            hunt_priorities_drop(thread);
}

static unsigned pick(const uint16_t *ready, unsigned count, unsigned current)
{
    (void)current;
    return hunt_priorities_highest(ready, count);
}

const struct strategy hunt_pctvb = {
    .name = "pctvb", .begin = begin, .created = hunt_priorities_draw, .pick = pick, .yielded = hunt_priorities_drop, .performs = performs};
