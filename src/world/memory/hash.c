/* hash.c - XXH3 for byte ranges, compiled into this one file. */
#include "world/memory/hash.h"

#define XXH_INLINE_ALL
#define XXH_NO_STREAM
#include <xxhash.h>

struct digest hash_bytes(const void *bytes, size_t size)
{
    XXH128_hash_t h = XXH3_128bits(bytes, size);
    return (struct digest){h.low64, h.high64};
}
