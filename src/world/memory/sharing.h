/* sharing.h - who touches what, over the whole search: the inference of what is visible (DESIGN.md, "Sharing").
 *
 * Every byte has an ownership, kept in its cell and never rewound. It only moves up:
 *
 *      untouched -> read by t -> written by t -> shared
 *                   read by t -> read by several -> shared
 *
 * A byte is shared once two threads touched it, one of them writing, while two or more were alive. When a byte becomes
 * shared in the midst of a search, the search has treated it as invisible before: it must start over.
 */
#ifndef MZ_WORLD_MEMORY_SHARING_H
#define MZ_WORLD_MEMORY_SHARING_H

#include "world/hot.h"

enum {
    OWN_UNTOUCHED = 0,
    OWN_READ = 0x40,      /* | thread */
    OWN_WRITTEN = 0x80,   /* | thread */
    OWN_READ_BY_SEVERAL = 0xc0,
    OWN_SHARED = 0xff,
    OWN_NEVER = 0xfe,     /* no byte has it: with it as pattern every access takes the long way */
};

enum { SHARING_FEW_BYTES = 64 }; /* any object of the thread library */

#define OWN_SPLAT(own) ((own) * 0x0101010101010101ULL)

struct sharing {
    bool     grown;       /* since it was last asked */
    uint64_t bytes;       /* that are shared */
    threadset exposed;    /* threads whose stacks others have touched */
    uint64_t lowest[MAX_THREADS]; /* shared byte of each stack; UINT64_MAX: none */
};

/* Thread t touches [addr, addr + size). Is any byte of it shared now? Memory without cells counts as shared. */
bool sharing_touch(struct sharing *s, tid t, uint64_t addr, uint64_t size, bool write);

/* Is any byte of it shared, without touching it? */
bool sharing_is_shared(uint64_t addr, uint64_t size);

/* The common cases, quickly: all of a range is shared already that lies within one word, or is made of some whole ones, of an
 * arena or of the program's image. */
static inline bool sharing_is_shared_already(uint64_t addr, uint64_t size)
{
    const struct cell *cell = layout_near_cell(addr);
    if (size == 0 || !cell)
        return false;
    if ((addr & 7) + size <= 8) {
        uint64_t wanted = size == 8 ? ~0ULL : ((1ULL << 8 * size) - 1) << 8 * (addr & 7);
        return (*(const uint64_t *)cell->own & wanted) == wanted;
    }
    if (((addr | size) & 7) != 0 || size > SHARING_FEW_BYTES || !layout_near_cell(addr + size - 1))
        return false;
    uint64_t all = ~0ULL;
    for (uint64_t n = 0; n < size / 8; n++)
        all &= *(const uint64_t *)cell[n].own;
    return all == ~0ULL;
}

/* Who owns a word: OWN_SHARED if all of its bytes that anybody touched are shared, OWN_WRITTEN | t if only t touched them, by
 * writing; else OWN_UNTOUCHED. */
static inline uint8_t sharing_owner(const struct cell *cell)
{
    uint64_t own = *(const uint64_t *)cell->own;
    if (own == OWN_SPLAT((uint64_t)OWN_SHARED))
        return OWN_SHARED;
    if (own == 0)
        return OWN_UNTOUCHED;
    uint64_t touched = ((own | ((own & OWN_SPLAT(0x7fULL)) + OWN_SPLAT(0x7fULL))) & OWN_SPLAT(0x80ULL)) >> 7;
    uint64_t first = own >> (__builtin_ctzll(own) & 0x38) & 0xff;
    bool of_one = own == touched * first && (first == OWN_SHARED || (first & 0xc0) == OWN_WRITTEN);
    return of_one ? (uint8_t)first : OWN_UNTOUCHED;
}

/* The part of [addr, end) that holds all shared bytes of it: where it begins, and its size. */
uint64_t sharing_part(uint64_t *addr, uint64_t end);

/* The word at addr is owned elsewhere as `own` says, byte by byte: what follows from both. */
void sharing_join(struct sharing *s, uint64_t addr, uint64_t own);

/* Make a range shared, whoever touches it. */
void sharing_force(struct sharing *s, uint64_t addr, uint64_t size);

#endif
