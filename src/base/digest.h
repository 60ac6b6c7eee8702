/* digest.h - the identity of a state: 128 bits, well mixed. */
#ifndef MZ_BASE_DIGEST_H
#define MZ_BASE_DIGEST_H

#include <stdint.h>

struct digest {
    uint64_t lo, hi;
};

#endif
