/* hunt_rff.c - guided by coverage: schedules that showed a new pair of a write and the read that saw it are kept by the tool, which changes
 * one and gives it as a script (after Wolff, Shi, Duck, Mathur, Roychoudhury, "Greybox Fuzzing for Concurrency Testing"). It is followed
 * as far as that is possible; then, or where there is none, another strategy goes on, drawn for each execution. */
#include "hunt/schedule.h"
#include "hunt/strategy.h"

static const struct strategy *const others[] = {&hunt_pos, &hunt_urw, &hunt_walk};
enum { OTHERS = sizeof others / sizeof *others };
static const struct strategy *other;
static bool is_over; /* the script */

static void begin(void)
{
    is_over = false;
    other = others[rng_below(&hunt_random, OTHERS)];
    other->begin();
}

static void created(unsigned thread)
{
    other->created(thread);
}

static void yielded(unsigned thread)
{
    if (is_over)
        other->yielded(thread);
    else
        schedule_skip();
}

static unsigned pick(const uint16_t *ready, unsigned count, unsigned current)
{
    unsigned chosen = is_over ? HUNT_MAX_THREADS : schedule_guided(ready, count);
    if (chosen != HUNT_MAX_THREADS)
        return chosen;
    if (!is_over && hunt_wire->script_count && current != HUNT_MAX_THREADS)
        other->yielded(current); /* what it does next is where the script was cut */
    is_over = true;
    return other->pick(ready, count, current);
}

static uint64_t until(unsigned current)
{
    if (!is_over)
        return hunt_wire->steps + schedule_guided_left(current);
    return other->until ? other->until(current) : 0;
}

const struct strategy hunt_rff = {.name = "rff", .begin = begin, .created = created, .pick = pick, .until = until, .yielded = yielded};
