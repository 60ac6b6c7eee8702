/* unordered.h - the relation between accesses and the threads and objects that know of them (docs/design/races.md), from which the
 * digest of what is ordered is computed.
 *
 * What a thread did at one time of its own is a moment: who knows of one access knows of all. Who that is changes where clocks do
 * (clocks.c), and is noted then: there are many more states than such changes.
 *
 * Moments are kept only where what is ordered is part of the state, and put back by the undo log.
 */
#ifndef MZ_WORLD_RACE_UNORDERED_H
#define MZ_WORLD_RACE_UNORDERED_H

#include "world/race/vector_clock.h"

bool unordered_open(void);
void unordered_keep(bool keep); /* from now on, or not */

/* Thread t has made an access of this name now, at its time `when`; one that it made then is of no interest any more. */
void unordered_add(tid t, uint32_t when, struct digest name);
void unordered_remove(tid t, uint32_t when, struct digest name);

/* Before a clock takes over what another one shows, beside what it shows itself, or in its place. */
void unordered_join(const struct clock *to, const struct clock *from);
void unordered_assign(const struct clock *to, const struct clock *from);

/* Do two clocks know the same of each moment that some live thread does not know of? */
bool unordered_alike(const struct clock *a, const struct clock *b, threadset live);

/* Those who know of each moment that some live thread does not know of: equal for equal knowledge, whatever the clocks show; zero if there
 * is none. */
struct digest unordered_digest(threadset live);

/* The undo log has put moments back to where that was their digest. */
void unordered_rewound(struct digest digest, threadset live);

#endif
