/* visited.h - the set of states seen so far, as 128-bit digests.
 *
 * Open addressing by cache line: a digest's home is a line of four slots; when that is full the next line is tried, and
 * so on. Sixteen bytes an entry, filled up to 13/16. The home is monotone in the (mixed) digest, so growing moves every
 * entry forward in one pass over the table, in place: the peak is the new table alone, and both ends of the move are
 * sequential. The table doubles until it reaches its limit and takes a last, smaller step to reach it exactly.
 *
 * On request every entry has a note of 64 bits, of which the table knows nothing (0 at first).
 *
 * Several processes can fill one table: see the end of this file.
 *
 * A miss of the cache on a table of gigabytes is the dearest thing in a search: call visited_prefetch() as soon as the
 * digest is known and do something else before visited_insert().
 */
#ifndef MZ_BASE_VISITED_H
#define MZ_BASE_VISITED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/digest.h"

enum visited_result {
    VISITED_NEW,
    VISITED_KNOWN,
    VISITED_FULL, /* not known, and no room within the limit: nothing was changed */
};

struct visited {
    struct digest *slots;    /* four to a line; first half 0: free */
    uint64_t      *notes;    /* one for each slot, or NULL */
    uint64_t       lines;    /* that are homes; a short tail behind them takes what runs over the end */
    uint64_t       count;    /* entries */
    uint64_t       room;     /* entries at which it must grow */
    uint64_t       longest;  /* furthest that an entry lies from its home, in lines */
    uint64_t       limit;    /* lines that it may grow to */
    uint64_t       last;     /* slot of the entry that the last insertion made or found */
    size_t         slot_bytes, note_bytes; /* reserved */
    bool           shared;
};

/* `limit` bounds the memory in bytes (0: what the machine has). False when the system refuses even a small table. */
bool visited_open(struct visited *v, uint64_t limit, bool with_notes);
void visited_close(struct visited *v);
void visited_clear(struct visited *v); /* empty again, and small */

enum visited_result visited_insert(struct visited *v, struct digest d);
bool visited_has(const struct visited *v, struct digest d);
const uint64_t *visited_look(const struct visited *v, struct digest d); /* its note, if it is there */

uint64_t visited_bytes(const struct visited *v); /* memory in use */

/* The note of the entry that the last insertion made or found; valid until the next one. */
static inline uint64_t *visited_note(struct visited *v)
{
    return &v->notes[v->last];
}

/* Digests are mixed already; the product makes the upper bits depend on all of them even when they are poor. */
static inline uint64_t visited_home(const struct visited *v, struct digest d)
{
    uint64_t mixed = (d.lo ^ (d.hi << 32 | d.hi >> 32)) * 0x9e3779b97f4a7c15u;
    return (uint64_t)((unsigned __int128)mixed * v->lines >> 64);
}

static inline void visited_prefetch(const struct visited *v, struct digest d)
{
    __builtin_prefetch(&v->slots[visited_home(v, d) * 4], 1);
}

/* A table for this process and those that it forks. Each has a struct of its own, and all use the same slots. Without notes.
 *
 * Nobody waits for anybody: a slot is claimed by its first half, and who then writes the second half has made the entry; should
 * he be killed between the two, the next one with this digest makes it. To grow is for one process, while no other uses the
 * table; the others then take over `lines`. In each process `room` entries may be made until `count` says so many were: whoever
 * hands out that room sees to it that it adds up to no more than the table has. */
bool visited_open_shared(struct visited *v, uint64_t limit);
enum visited_result visited_insert_shared(struct visited *v, struct digest d); /* VISITED_FULL: there is no room left */
bool visited_grow_shared(struct visited *v); /* `count` and `room` are those of the whole table then. False: it cannot */

#endif
