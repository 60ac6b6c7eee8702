/* weak_sync.h - knowledge that threads hand on by other means than atomic operations: by locks, by creating and joining threads.
 *
 * Each object of synchronization is known by its key, its address; a thread's record is one, too: its creator tells it, and the thread
 * learns from it as it begins; as it ends it tells it, and learns who joins. An object that nobody has told anything takes no room.
 */
#ifndef MZ_WORLD_WEAK_SYNC_H
#define MZ_WORLD_WEAK_SYNC_H

#include "world/weak/weak_memory.h"

/* The object has what t knows, besides what it has, or `anew`, in its place. False: there are too many objects, and it has not: to go on
 * would allow what cannot be. */
bool weak_tell(struct weak *w, tid t, uint64_t key, bool anew);

/* t knows what the object has. Was there anything that it had not known? */
bool weak_learn(struct weak *w, tid t, uint64_t key);

/* Knowledge of an object goes to another one, in place of what that has. False: there are too many objects. */
bool weak_hand_over(struct weak *w, uint64_t from, uint64_t to);

/* The object is gone, or another one now. */
void weak_empty(struct weak *w, uint64_t key);

#endif
