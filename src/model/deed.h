/* deed.h - the effect of a transition on who knows of an access (docs/design/races.md), the same whoever knows of it:
 * plain data.
 *
 * Knowers have numbers: the threads, what each of them has read and what it has released, and places. A transition's deeds, in their
 * order, are its label.
 */
#ifndef MZ_MODEL_DEED_H
#define MZ_MODEL_DEED_H

#include <stdint.h>

#include "model/threadset.h"

enum deed_kind {
    DEED_JOIN,   /* `to` learns what `from` knows */
    DEED_ASSIGN, /* and forgets the rest */
    DEED_CLEAR,  /* `to` forgets all */
    DEED_STORE,  /* `thread` stores to the place `to`, and has released what `from` knows (C17's release sequences), */
    DEED_UPDATE, /* or updates it */
    DEED_BORN,   /* `thread` creates thread number `to`, which knows of what its last owner did */
    DEED_END,    /* `thread` is no more */
    DEED_ALL,    /* `thread` comes after whatever anybody has done */
    DEED_ACCESS, /* of bytes of the word `from` */
    DEED_LOOK,   /* likewise, and it is not made for good: only what was done before can race with it */
};

enum { DEED_WRITES = 1, DEED_ATOMIC = 2 };

struct deed {
    uint8_t  kind, thread;
    uint8_t  bytes, flags;
    uint32_t to;
    uint64_t from, pc;
};

enum { KNOWER_READ = MAX_THREADS, KNOWER_RELEASED = 2 * MAX_THREADS, KNOWER_PLACE = 3 * MAX_THREADS };

/* A label's number, where nothing was done, and where there was no room for it. */
#define DEEDS_NONE 0u
#define DEEDS_LOST UINT32_MAX

/* Two accesses of one word, of which one is not ordered behind the other: are they a race? */
static inline int deeds_conflict(const struct deed *a, const struct deed *b)
{
    return a->from == b->from && a->thread != b->thread && a->bytes & b->bytes && (a->flags | b->flags) & DEED_WRITES &&
           !(a->flags & b->flags & DEED_ATOMIC);
}

#endif
