/* deadlock.h - somebody is alive and nobody can move. */
#ifndef MZ_PROPERTY_DEADLOCK_H
#define MZ_PROPERTY_DEADLOCK_H

#include "model/lts.h"

/* The fault of the current state, which is a deadlock: who waits, in which operation. */
void deadlock_describe(const struct lts *l, struct fault *out);

#endif
