/* may_access.h - what a thread may still access: the dynamic phase of the hybrid analysis of future accesses.
 *
 * The tool has found for every call what may be accessed from there on until the function returns (wire/liveness_table.h). A thread may
 * access what follows the call at which it is parked, what follows the calls on its stack, and what handlers do. Where its stack is not
 * made of such calls, and of memory that pointers lead to, nothing is known. */
#ifndef MZ_WORLD_STATE_MAY_ACCESS_H
#define MZ_WORLD_STATE_MAY_ACCESS_H

#include "world/world.h"

/* May thread t, which is parked, or one that it creates, while thread `first` does nothing (lts.h)? False only where it surely will not. */
bool may_access(const struct world *w, tid t, tid first, uint64_t addr, uint64_t size);

/* Does t join another thread, and surely do nothing before: one that goes on first, or has ended? */
enum joining { JOINING_NOT, JOINING_WAITS, JOINING_ENDED };
enum joining joining(const struct world *w, tid t);

/* The same as a guess, of memory that pointers lead to, too: false where t will make none of the calls that were seen to access it
 * (seen_accesses.h). May be wrong. */
bool likely_access(const struct world *w, tid t, tid first, uint64_t addr, uint64_t size);

#endif
