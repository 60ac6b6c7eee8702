/* sharing.h - sharing of memory: which thread touches which byte, over the whole search, from which it is inferred what is visible
 * (docs/design/how-it-works.md, "What is visible").
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
    OWN_BITS = 8 * sizeof(byte_owner),
    OWN_UNTOUCHED = 0,
    OWN_READ = 1 << (OWN_BITS - 2),    /* | thread */
    OWN_WRITTEN = 1 << (OWN_BITS - 1), /* | thread */
    OWN_READ_BY_SEVERAL = OWN_READ | OWN_WRITTEN,
    OWN_SHARED = (1 << OWN_BITS) - 1,
    OWN_NEVER = OWN_SHARED - 1,        /* no byte has it: with it as pattern every access takes the long way */
    OWN_THREAD = OWN_READ - 1,         /* the bits with the thread's number */
};

_Static_assert((unsigned)MAX_THREADS <= (unsigned)OWN_READ, "a thread's number fits beside the state");

enum { SHARING_FEW_BYTES = 64 }; /* any object of the thread library */

#define OWN_SPLAT(own) ((own) * (~(word_owners)0 / OWN_SHARED)) /* for each byte of a word */

struct sharing {
    bool     grown;       /* since it was last asked */
    uint64_t changes;     /* of the ownership of any byte */
    uint64_t bytes;       /* that are shared */
    threadset exposed;    /* threads whose stacks others have touched */
    uint64_t lowest[MAX_THREADS]; /* shared byte of each stack; UINT64_MAX: none */
};

/* Owner of each page of heaps and maps: who has touched all of its bytes in the same way, as long as each touch was of the whole page. Then
 * none of its cells has been touched. No page is shared like that. NULL: there is no memory for it. */
extern byte_owner *mz__page_owner;

enum { IN_CELLS = OWN_NEVER }; /* each byte has an owner of its own */

/* Once the arenas are reserved. */
void sharing_prepare(void);

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
        word_owners wanted = size == 8 ? ~(word_owners)0 : (((word_owners)1 << OWN_BITS * size) - 1) << OWN_BITS * (addr & 7);
        return (cell_owners(cell) & wanted) == wanted;
    }
    if (((addr | size) & 7) != 0 || size > SHARING_FEW_BYTES || !layout_near_cell(addr + size - 1))
        return false;
    word_owners all = ~(word_owners)0;
    for (uint64_t n = 0; n < size / 8; n++)
        all &= cell_owners(&cell[n]);
    return all == ~(word_owners)0;
}

/* The lowest bit that is set. */
static inline unsigned owners_first(word_owners own)
{
    uint64_t low = (uint64_t)own;
    if (sizeof own == sizeof low || low)
        return (unsigned)__builtin_ctzll(low);
    return 64 + (unsigned)__builtin_ctzll((uint64_t)(own >> 4 * OWN_BITS));
}

/* Owner of a word: OWN_SHARED if all of its bytes that anybody touched are shared, OWN_WRITTEN | t if only t touched them, by writing; else
 * OWN_UNTOUCHED. */
static inline byte_owner sharing_owner(const struct cell *cell)
{
    word_owners own = cell_owners(cell);
    if (own == OWN_SPLAT((word_owners)OWN_SHARED))
        return OWN_SHARED;
    if (own == 0)
        return OWN_UNTOUCHED;
    const word_owners low = OWN_SPLAT((word_owners)OWN_WRITTEN - 1), high = OWN_SPLAT((word_owners)OWN_WRITTEN);
    word_owners touched = ((own | ((own & low) + low)) & high) >> (OWN_BITS - 1);
    word_owners first = own >> (owners_first(own) & ~(unsigned)(OWN_BITS - 1)) & OWN_SHARED;
    bool of_one = own == touched * first && (first == OWN_SHARED || (first & OWN_READ_BY_SEVERAL) == OWN_WRITTEN);
    return of_one ? (byte_owner)first : OWN_UNTOUCHED;
}

/* Owner of the words of a page, if all of them have one and that is known without a look at each. */
bool sharing_page_owner(uint64_t page, byte_owner *owner);

/* Owners of the bytes of the word at addr, which has this cell. */
word_owners sharing_owners(const struct cell *cell, uint64_t addr);

/* The part of [addr, end) that holds all shared bytes of it: where it begins, and its size. */
uint64_t sharing_part(uint64_t *addr, uint64_t end);

/* The word at addr is owned elsewhere as `own` says, byte by byte: what follows from both. */
void sharing_join(struct sharing *s, uint64_t addr, word_owners own);

/* Make a range shared, whoever touches it. */
void sharing_force(struct sharing *s, uint64_t addr, uint64_t size);

#endif
