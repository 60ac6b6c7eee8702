/* strategy.h - a strategy of choosing the next thread: one file each (hunt_pct.c, ...), a row in HUNT_STRATEGIES.
 * Called with the scheduler's lock held. */
#ifndef MZ_HUNT_STRATEGY_H
#define MZ_HUNT_STRATEGY_H

#include "hunt/controlled.h"

struct strategy {
    const char *name;
    void     (*begin)(void);
    void     (*created)(unsigned thread);
    /* One of `count` > 0 threads, whose numbers are in `ready`, ascending. `current` is that which ran, or HUNT_MAX_THREADS where it
     * cannot go on. */
    unsigned (*pick)(const uint16_t *ready, unsigned count, unsigned current);
    /* The decision up to which it goes on, if nobody else becomes enabled: till then it is not asked. NULL: always asked. */
    uint64_t (*until)(unsigned current);
    void     (*yielded)(unsigned thread); /* it had better not go on: others are waiting */
    /* It goes on with an operation, which is the object's (by its hash) `number`th; NULL: nobody asks. The lock is not held. */
    void     (*performs)(unsigned thread, uint32_t object, uint32_t number);
};

extern const struct strategy hunt_pos, hunt_urw, hunt_walk; /* with which another one goes on */

extern const struct strategy *const hunt_strategies[HUNT_STRATEGY_COUNT];

#endif
