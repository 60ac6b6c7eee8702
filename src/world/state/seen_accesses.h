/* seen_accesses.h - which calls have accessed which member of which memory: of a block by where it was allocated and how far from its
 * start, of all else by its address.
 *
 * Noted in the walks before a search, for guesses about what threads will access (may_access.h). What pointers lead to is known to no
 * analysis of machine code; but a call, of a hook or of a function that synchronizes, mostly accesses one member, or one element where
 * its index is a constant. A guess: another path may make the same call with another pointer. */
#ifndef MZ_WORLD_STATE_SEEN_ACCESSES_H
#define MZ_WORLD_STATE_SEEN_ACCESSES_H

#include "wire/liveness_table.h"
#include "world/world.h"

struct seen_access {
    uint64_t member;
    const struct liveness_header *table; /* that the call is in, */
    uint32_t pc;                         /* and its return address in the file */
    uint32_t next;                       /* of the same slot: number + 1 */
};

/* What t, which is parked, is about to access. */
void seen_accesses_note(const struct world *w, tid t);

/* Those of the member at the address, one after the other, from NULL to NULL. */
const struct seen_access *seen_accesses_next(const struct seen_access *before, uint64_t addr);

#endif
