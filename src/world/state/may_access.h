/* may_access.h - what a thread may still access: the dynamic phase of the hybrid analysis of future accesses.
 *
 * The tool has found for every call what may be accessed from there on until the function returns (wire/liveness_table.h). A thread may
 * access what follows the call at which it is parked, what follows the calls on its stack, and what handlers do. Where its stack is not
 * made of such calls, and of memory that pointers lead to, nothing is known. */
#ifndef MZ_WORLD_STATE_MAY_ACCESS_H
#define MZ_WORLD_STATE_MAY_ACCESS_H

#include "world/thread.h"

/* Of a parked thread: from now on until it ends, with the threads that it creates. False only where it surely will not. */
bool may_access(const struct thread *t, uint64_t addr, uint64_t size);

#endif
