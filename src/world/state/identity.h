/* identity.h - the digest of a state, kept up from what changed since it was last asked for. */
#ifndef MZ_WORLD_STATE_IDENTITY_H
#define MZ_WORLD_STATE_IDENTITY_H

#include "world/world.h"

/* Bring w->digest up to date and begin a new epoch. */
struct digest identity_commit(struct world *w);

/* Begin a new epoch in the midst of a step: what was noted goes into w->digest. Threads that are saved stay so. */
void identity_end_epoch(struct world *w);

/* Begin a new epoch: from here on every word is noted anew. */
void identity_new_epoch(void);

#endif
