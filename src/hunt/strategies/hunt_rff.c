/* hunt_rff.c - guided by coverage: schedules that showed a new pair of a write and the read that saw it are kept by the tool, which changes
 * one and gives it as a script (after Wolff, Shi, Duck, Mathur, Roychoudhury, "Greybox Fuzzing for Concurrency Testing"). It is followed
 * as far as that is possible; then, or where there is none, the walk goes on at random. */
#include "hunt/schedule.h"
#include "hunt/strategy.h"

static bool begun; /* the walk, after the script */

static void begin(void)
{
    begun = false;
    hunt_walk.begin();
}

static void created(unsigned thread)
{
    hunt_walk.created(thread);
}

static void yielded(unsigned thread)
{
    if (begun)
        hunt_walk.yielded(thread);
    else
        schedule_skip();
}

static unsigned pick(const uint16_t *ready, unsigned count, unsigned current)
{
    unsigned chosen = begun ? HUNT_MAX_THREADS : schedule_guided(ready, count);
    if (chosen != HUNT_MAX_THREADS)
        return chosen;
    if (!begun && current != HUNT_MAX_THREADS)
        hunt_walk.yielded(current); /* what it does next is where the script was cut */
    begun = true;
    return hunt_walk.pick(ready, count, current);
}

static uint64_t until(unsigned current)
{
    return begun ? hunt_walk.until(current) : hunt_wire->steps + schedule_guided_left(current);
}

const struct strategy hunt_rff = {.name = "rff", .begin = begin, .created = created, .pick = pick, .until = until, .yielded = yielded};
