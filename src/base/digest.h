/* digest.h - the identity of a state: 128 bits, well mixed. */
#ifndef MZ_BASE_DIGEST_H
#define MZ_BASE_DIGEST_H

#include <stdbool.h>
#include <stdint.h>

struct digest {
    uint64_t lo, hi;
};

static inline bool digest_equal(struct digest a, struct digest b)
{
    return a.lo == b.lo && a.hi == b.hi;
}

/* One more word, in order. */
static inline struct digest digest_with(struct digest d, uint64_t word)
{
    word = (word + 1) * 0x9e3779b97f4a7c15u;
    word ^= word >> 29;
    return (struct digest){(d.lo ^ word) * 0xbf58476d1ce4e5b9u, (d.hi + word) * 0x94d049bb133111ebu + (d.lo >> 31)};
}

#endif
