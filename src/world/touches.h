/* touches.h - what the next step of a thread may touch of what other threads can see, for partial order reduction (lts.h). */
#ifndef MZ_WORLD_TOUCHES_H
#define MZ_WORLD_TOUCHES_H

#include "world/world.h"

int touches_of(const struct world *w, tid t, struct access out[LTS_MAX_TOUCHES]);

#endif
