/* permutations.c - so many permutations that every k things come in every order. */
#include "search/drivers/permutations.h"

#include "base/rng.h"

#define ENDLESS ((uint64_t)1 << 62) /* nobody comes to an end of so many */

/* base^exponent, for a base from 0 to 1. */
static double power(double base, uint64_t exponent)
{
    double result = 1;
    for (; exponent > 0; exponent >>= 1, base *= base)
        if (exponent & 1)
            result *= base;
    return result;
}

static double orders_of(uint32_t n, uint32_t k)
{
    double orders = 1;
    for (uint32_t i = 0; i < k; i++)
        orders *= n - i;
    return orders;
}

uint64_t permutations_enough(uint32_t n, uint32_t k, uint32_t epsilon)
{
    double orders = orders_of(n, k), lacks = 1 - 1 / orders_of(k, k), most = (double)epsilon / EPSILON_UNIT;
    uint64_t low = 0, high = 1;
    if (k < 2)
        return 1;
    while (high < ENDLESS && orders * power(lacks, high) > most)
        high *= 2;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (orders * power(lacks, middle) > most)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* n!, or ENDLESS. */
static uint64_t factorial(uint32_t n)
{
    uint64_t product = 1;
    for (uint32_t i = 2; i <= n; i++)
        product = product < ENDLESS / i ? product * i : ENDLESS;
    return product;
}

struct permutations permutations_of(uint32_t n, uint32_t k, uint32_t epsilon, uint64_t seed)
{
    struct permutations p = {.n = n, .count = permutations_enough(n, k, epsilon), .certain = k <= 2, .seed = seed};
    if (k == 2)
        p.count = 2;
    if (factorial(n) <= p.count) {
        p.count = factorial(n);
        p.all = p.certain = true;
    }
    return p;
}

/* The number-th of all: thing i takes one of the places that are still free. */
static void make_numbered(uint32_t n, uint64_t number, uint32_t *place)
{
    for (uint32_t i = 0; i < n; i++)
        place[i] = i;
    for (uint32_t i = n; i > 1; number /= i, i--) {
        uint32_t other = (uint32_t)(number % i), last = place[i - 1];
        place[i - 1] = place[other];
        place[other] = last;
    }
}

static void make_random(const struct permutations *p, uint64_t number, uint32_t *place)
{
    struct rng rng;
    rng_seed(&rng, p->seed + number * 0x9e3779b97f4a7c15u);
    for (uint32_t i = 0; i < p->n; i++) {
        uint32_t other = rng_below(&rng, i + 1);
        place[i] = place[other];
        place[other] = i;
    }
}

void permutations_make(const struct permutations *p, uint64_t number, uint32_t *place)
{
    if (p->all) {
        make_numbered(p->n, number, place);
        return;
    }
    make_random(p, number / 2, place);
    for (uint32_t i = 0; i < p->n && number % 2; i++)
        place[i] = p->n - 1 - place[i];
}
