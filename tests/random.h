/* random.h - random numbers for unit tests, always the same ones (xorshift, by Marsaglia). */
#ifndef MZ_TESTS_RANDOM_H
#define MZ_TESTS_RANDOM_H

#include <stddef.h>
#include <stdint.h>

static uint64_t random_state = 88172645463325252ULL;

static uint64_t random_next(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static inline size_t random_below(size_t limit)
{
    return random_next() % limit;
}

static inline void random_fill(void *to, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        ((unsigned char *)to)[i] = (unsigned char)random_next();
}

#endif
