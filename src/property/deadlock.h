/* deadlock.h - a deadlock: some thread is alive and none can move. */
#ifndef MZ_PROPERTY_DEADLOCK_H
#define MZ_PROPERTY_DEADLOCK_H

#include "model/lts.h"

/* The fault of the current state, which is a deadlock: who waits, in which operation. */
void deadlock_describe(const struct lts *l, struct fault *out);

/* Threads, of these, that wait for ever while the others only time out, or poll. */
void deadlock_in_vain(const struct lts *l, threadset waiting, struct fault *out);

#endif
