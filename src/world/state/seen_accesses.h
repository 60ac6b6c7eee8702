/* seen_accesses.h - accesses seen so far, by call and member of memory: of a block by where it was allocated and how
 * far from its start, of all else by its address.
 *
 * Noted in the walks before a search, for guesses about what threads will access (may_access.h). What pointers lead to is known to no
 * analysis of machine code; but a call, of a hook or of a function that synchronizes, mostly accesses one member, or one element where
 * its index is a constant. A guess: another path may make the same call with another pointer.
 *
 * And, with --future, whenever an operation is performed: then a member is accessed by those calls only of which that was seen, until
 * another one is seen to (world.h: members). A long range stands for all members of its blocks, or for all of the program's variables. */
#ifndef MZ_WORLD_STATE_SEEN_ACCESSES_H
#define MZ_WORLD_STATE_SEEN_ACCESSES_H

#include "wire/liveness_table.h"
#include "world/world.h"

enum { SEEN_UNIT = 4, SEEN_UNITS = 16 };

struct seen_access {
    uint64_t member;
    const struct liveness_header *table; /* that the call is in; NULL: who does it is not known, or, with pc 0, nobody was seen to */
    uint32_t pc;                         /* and its return address in the file */
    uint32_t next;                       /* of the same slot: number + 1 */
    bool     write;
    bool     relied, relied_on_reads;    /* that nobody else writes to it; that nobody else uses it */
};

/* Accesses that t, which is parked, is about to make. True: somebody has relied on its never being accessed so. */
bool seen_accesses_note(const struct world *w, tid t);

/* Objects that an access is a part of: its members, and what stands for many. */
struct seen_members {
    uint64_t member[SEEN_UNITS + 3];
    unsigned count;
};
bool seen_members(const struct access *a, struct seen_members *out); /* false: they are too many */
uint64_t seen_member(uint64_t addr);

/* Accesses of a member, one after the other, from NULL to NULL. */
const struct seen_access *seen_accesses_next(const struct seen_access *before, uint64_t member);

/* From now on nobody must be seen who does what does not go with such an access, and was not seen before. False: there is no room. */
bool seen_accesses_rely(const struct seen_members *of, bool write);

#endif
