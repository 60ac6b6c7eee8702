/* rng.h - random numbers that depend on a seed and on nothing else.
 *
 * A counter that advances by an odd constant, and a mixing function over it (the construction known as splitmix): eight
 * bytes of state, a nanosecond a number, full period.
 */
#ifndef MZ_BASE_RNG_H
#define MZ_BASE_RNG_H

#include <stdint.h>

struct rng {
    uint64_t counter;
};

void     rng_seed(struct rng *r, uint64_t seed);
uint64_t rng_next(struct rng *r);
uint32_t rng_below(struct rng *r, uint32_t n); /* uniform in [0, n), n > 0 */

#endif
