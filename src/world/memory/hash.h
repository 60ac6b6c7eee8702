/* hash.h - the mixing functions behind digests. Byte ranges go through XXH3 (header only); words through two folded
 * 64-bit multiplications, because a digest of memory is an exclusive-or over words and must be cheap to update. */
#ifndef MZ_WORLD_MEMORY_HASH_H
#define MZ_WORLD_MEMORY_HASH_H

#include <stddef.h>

#include "model/lts.h"

static inline uint64_t hash_fold(uint64_t a, uint64_t b)
{
    unsigned __int128 p = (unsigned __int128)a * b;
    return (uint64_t)p ^ (uint64_t)(p >> 64);
}

/* 128 bits from (address, value). Both lanes see all of both inputs. */
static inline struct digest hash_word(uint64_t addr, uint64_t value)
{
    uint64_t inner = hash_fold(value ^ 0x9e3779b97f4a7c15ULL, addr ^ 0xc2b2ae3d27d4eb4fULL);
    return (struct digest){
        hash_fold(inner ^ 0xa0761d6478bd642fULL, addr + 0xe7037ed1a0b428dbULL),
        hash_fold(inner + 0x8ebc6af09c88c6e3ULL, value ^ 0x589965cc75374cc3ULL),
    };
}

/* A term of a sum: the same pair in another place gives another one. */
static inline struct digest hash_pair(uint64_t a, uint64_t b, unsigned place)
{
    static const uint64_t key[4][4] = {
        {0x9e3779b97f4a7c15ULL, 0xc2b2ae3d27d4eb4fULL, 0xa0761d6478bd642fULL, 0xe7037ed1a0b428dbULL},
        {0x8ebc6af09c88c6e3ULL, 0x589965cc75374cc3ULL, 0x1d8e4e27c47d124fULL, 0xeb44accab455d165ULL},
        {0x2d358dccaa6c78a5ULL, 0x8bb84b93962eacc9ULL, 0x4b33a62ed433d4a3ULL, 0x4d5a2da51de1aa47ULL},
        {0xd6e8feb86659fd93ULL, 0xcf1bbcdcb7a56463ULL, 0x2545f4914f6cdd1dULL, 0x94d049bb133111ebULL},
    };
    const uint64_t *k = key[place];
    return (struct digest){hash_fold(a ^ k[0], b ^ k[1]), hash_fold(a ^ k[2], b ^ k[3])};
}

static inline struct digest hash_join(struct digest a, struct digest b)
{
    return (struct digest){
        hash_fold(a.lo ^ 0xd6e8feb86659fd93ULL, b.lo ^ 0xcf1bbcdcb7a56463ULL) + b.hi,
        hash_fold(a.hi ^ 0x2545f4914f6cdd1dULL, b.hi ^ 0x94d049bb133111ebULL) + a.lo,
    };
}

static inline struct digest digest_xor(struct digest a, struct digest b)
{
    return (struct digest){a.lo ^ b.lo, a.hi ^ b.hi};
}

struct digest hash_bytes(const void *bytes, size_t size);

#endif
