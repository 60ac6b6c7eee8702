/* may_access.h - memory that a thread may still access: the dynamic phase of the hybrid analysis of future accesses.
 *
 * The tool has found for every call what may be accessed from there on until the function returns (wire/liveness_table.h). A thread may
 * access what follows the call at which it is parked, what follows the calls on its stack, and what handlers do. Where its stack is not
 * made of such calls nothing is known.
 *
 * Of memory that pointers lead to it is inferred, as it is what is shared: a member is accessed by the calls that were seen to access it
 * (seen_accesses.h), as long as no other is. Where that proves wrong the search has taken it for granted, and starts over. Why that is
 * sound: take an execution up to its first access that was taken not to come. What was tried alone in front of it commutes with all
 * of it, so the search has made the same steps in another order, and has seen that access. */
#ifndef MZ_WORLD_STATE_MAY_ACCESS_H
#define MZ_WORLD_STATE_MAY_ACCESS_H

#include "world/world.h"

/* May thread t, which is parked, or one that it creates, while thread `first` does nothing, do what does not go with this access (lts.h)?
 * False only where it surely will not; of memory that pointers lead to, until more is seen (world.h: members). */
bool may_access(const struct world *w, tid t, tid first, const struct access *a);

/* Does t join another thread, and surely do nothing before: one that goes on first, or has ended? */
enum joining { JOINING_NOT, JOINING_WAITS, JOINING_ENDED };
enum joining joining(const struct world *w, tid t);

/* May it access what this accesses, as a guess, of memory that pointers lead to, too: false where t will make none of the calls that were
 * seen to access it (seen_accesses.h). May be wrong. */
bool likely_access(const struct world *w, tid t, tid first, const struct access *a);

#endif
