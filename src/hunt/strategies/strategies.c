/* strategies.c - the table of strategies. */
#include "hunt/strategy.h"

#define HUNT_STRATEGY(name, turns, help) extern const struct strategy hunt_##name;
HUNT_STRATEGIES(HUNT_STRATEGY)
#undef HUNT_STRATEGY

const struct strategy *const hunt_strategies[HUNT_STRATEGY_COUNT] = {
#define HUNT_STRATEGY(name, turns, help) &hunt_##name,
    HUNT_STRATEGIES(HUNT_STRATEGY)
#undef HUNT_STRATEGY
};
