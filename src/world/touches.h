/* touches.h - what the next step of a thread may touch of what other threads can see, for partial order reduction (lts.h). */
#ifndef MZ_WORLD_TOUCHES_H
#define MZ_WORLD_TOUCHES_H

#include "world/world.h"

int touches_of(const struct world *w, tid t, struct access out[LTS_MAX_TOUCHES]);

/* Is the memory there that t's pending operation names? */
bool touches_is_there(const struct thread *t);

/* Does t's pending operation change its first object in the present state? Where its semantics do not say so, it may. */
bool touches_writes(const struct thread *t);

/* Is the next step of t an access to memory that no other thread has been seen to use? It is a choice point only with --visible=escaped. */
bool touches_nothing_shared(const struct world *w, tid t);

#endif
