/* weak_states.h - weak memory as a part of a state: what makes no difference any more is forgotten, and what is left has a digest.
 *
 * Two states that differ only in what nobody can tell are one. Messages that nobody may read any more are dropped; a message is merged with
 * the one that is attached to it, if both have the same value and tell the same; what is known of places is compared by ranks, so that
 * numbers do not grow; and what is known besides something newer is nothing.
 */
#ifndef MZ_WORLD_WEAK_STATES_H
#define MZ_WORLD_WEAK_STATES_H

#include "base/digest.h"
#include "world/weak/weak_memory.h"

/* Threads that may access the place with that key from now on, as an atomic object, or learn from the object of synchronization: those that
 * will be created count as their creator. */
typedef threadset weak_users(void *self, uint64_t key);

/* After operations and ends of threads, before the digest is asked for. Afterwards there is room for another message everywhere. */
void weak_settle(struct weak *w, weak_users *users, void *self);

/* But for the last value of each place, which memory holds. 0: nothing is known of anything. */
struct digest weak_digest(const struct weak *w);

#endif
