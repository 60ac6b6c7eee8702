/* rng.c - random numbers. */
#include "base/rng.h"

static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* Seeds are mixed first, so that the streams of neighbouring seeds do not start a few numbers apart in one sequence. */
void rng_seed(struct rng *r, uint64_t seed)
{
    r->counter = mix(seed + 0x5851f42d4c957f2du);
}

uint64_t rng_next(struct rng *r)
{
    return mix(r->counter += 0x9e3779b97f4a7c15u);
}

/* The upper half of a product is uniform once the lowest few products, which would occur once too often, are left out. */
uint32_t rng_below(struct rng *r, uint32_t n)
{
    uint32_t surplus = (0u - n) % n;
    uint64_t product;
    do
        product = (rng_next(r) >> 32) * n;
    while ((uint32_t)product < surplus);
    return (uint32_t)(product >> 32);
}
