/* visited.h - the set of states seen so far, as 128-bit digests.
 *
 * Open addressing by cache line: a digest's home is a line of four slots; when that is full the next line is tried, and
 * so on. Sixteen bytes an entry, filled up to 13/16. The home is monotone in the (mixed) digest, so growing moves every
 * entry forward in one pass over the table, in place: the peak is the new table alone, and both ends of the move are
 * sequential. The table grows by a half until it reaches its limit, by a last, smaller step exactly.
 *
 * On request every entry has a note of 64 bits, of which the table knows nothing (0 at first). Or a tag of 32 bits, which takes no
 * room and costs no further miss of the cache: it lies in the entry, in place of a quarter of the digest.
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

enum visited_extra { VISITED_PLAIN, VISITED_NOTES, VISITED_TAGS };

struct visited {
    struct digest *slots;    /* four to a line; first half 0: free */
    uint64_t      *notes;    /* one for each slot, or NULL */
    uint64_t       compared; /* bits of the second half of an entry that are the digest's; the others are its tag */
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
bool visited_open(struct visited *v, uint64_t limit, enum visited_extra extra);
void visited_close(struct visited *v);
void visited_clear(struct visited *v); /* empty again, and small */
void visited_empty(struct visited *v); /* empty again, and as large as it is */

enum visited_result visited_insert(struct visited *v, struct digest d);
bool visited_has(const struct visited *v, struct digest d);

uint64_t visited_bytes(const struct visited *v); /* memory in use */

/* The note of the entry that the last insertion made or found; valid until the next one. */
static inline uint64_t *visited_note(struct visited *v)
{
    return &v->notes[v->last];
}

/* Likewise the tag. */
static inline uint32_t visited_tag(const struct visited *v)
{
    return (uint32_t)v->slots[v->last].hi;
}

static inline void visited_set_tag(struct visited *v, uint32_t tag)
{
    v->slots[v->last].hi = (v->slots[v->last].hi & v->compared) | tag;
}

bool visited_look(const struct visited *v, struct digest d, uint32_t *tag); /* is it there? */

/* Sets the tag of an entry that was in `slot` when it was inserted; the table may have grown since. */
void visited_set_tag_at(struct visited *v, struct digest d, uint64_t slot, uint32_t tag);

/* Digests are mixed already; the product makes the upper bits depend on all of them even when they are poor. */
static inline uint64_t visited_home(const struct visited *v, struct digest d)
{
    uint64_t hi = d.hi & v->compared, mixed = (d.lo ^ (hi << 32 | hi >> 32)) * 0x9e3779b97f4a7c15u;
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
bool visited_open_shared(struct visited *v, uint64_t limit, enum visited_extra extra);
enum visited_result visited_insert_shared(struct visited *v, struct digest d); /* VISITED_FULL: there is no room left */
enum visited_result visited_publish(struct visited *v, struct digest d, uint32_t tag); /* the same, with a tag that is not 0, for ever */
bool visited_look_shared(const struct visited *v, struct digest d, uint32_t *tag);
/* Up to `most` entries from slot *at on whose tags lack this bit: they get it, and their number is told; 0: there is none left. While no
 * other process uses the table. */
uint64_t visited_mark_tags(struct visited *v, uint64_t *at, uint32_t bit, struct digest *out, uint64_t most);
bool visited_grow_shared(struct visited *v); /* `count` and `room` are those of the whole table then. False: it cannot */

#endif
