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

#endif
