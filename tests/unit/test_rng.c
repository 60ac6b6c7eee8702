/* test_rng.c - random numbers. */
/* sources: src/base/rng.c */
#include "base/rng.h"

#include "check.h"

static void same_seed_same_numbers(void)
{
    struct rng a, b;
    rng_seed(&a, 42);
    rng_seed(&b, 42);
    for (int i = 0; i < 1000; i++)
        CHECK_EQ(rng_next(&a), rng_next(&b));
}

static void neighbouring_seeds_differ(void)
{
    for (uint64_t seed = 0; seed < 64; seed++) {
        struct rng a, b;
        unsigned bits = 0;
        rng_seed(&a, seed);
        rng_seed(&b, seed + 1);
        for (int i = 0; i < 64; i++)
            bits += (unsigned)__builtin_popcountll(rng_next(&a) ^ rng_next(&b));
        CHECK(bits > 64 * 32 - 300 && bits < 64 * 32 + 300);
    }
}

static void streams_do_not_overlap(void)
{
    struct rng a, b;
    rng_seed(&a, 1);
    rng_seed(&b, 2);
    uint64_t first = rng_next(&b);
    for (int i = 0; i < 100000; i++)
        CHECK(rng_next(&a) != first);
}

/* Chi-square of 1,000 * n draws: 5 standard deviations above its mean of n - 1 would be remarkable. */
static void below_is_uniform(void)
{
    static const uint32_t sizes[] = {1, 2, 3, 5, 7, 10, 64, 100};
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        uint32_t n = sizes[k], seen[100] = {0};
        double chi = 0;
        struct rng r;
        rng_seed(&r, n);
        for (uint32_t i = 0; i < 1000 * n; i++) {
            uint32_t x = rng_below(&r, n);
            CHECK(x < n);
            seen[x]++;
        }
        for (uint32_t i = 0; i < n; i++)
            chi += ((double)seen[i] - 1000) * ((double)seen[i] - 1000) / 1000;
        double excess = chi - (n - 1);
        CHECK(excess * excess <= 25.0 * 2 * n);
    }
}

static void below_reaches_large_bounds(void)
{
    struct rng r;
    uint32_t largest = 0, bound = 0xfffffff0u;
    rng_seed(&r, 7);
    for (int i = 0; i < 10000; i++) {
        uint32_t x = rng_below(&r, bound);
        CHECK(x < bound);
        largest = x > largest ? x : largest;
    }
    CHECK(largest > 0xff000000u);
}

int main(void)
{
    TEST(same_seed_same_numbers);
    TEST(neighbouring_seeds_differ);
    TEST(streams_do_not_overlap);
    TEST(below_is_uniform);
    TEST(below_reaches_large_bounds);
    return check_status();
}
