/* touches.h - memory visible to others that the next step of a thread may touch, for partial order reduction
 * (lts.h). */
#ifndef MZ_WORLD_TOUCHES_H
#define MZ_WORLD_TOUCHES_H

#include "world/world.h"

int touches_of(const struct world *w, tid t, struct access out[LTS_MAX_TOUCHES]);

/* Is the memory there that t's pending operation names? */
bool touches_is_there(const struct thread *t);

/* Can t's next step leave everything as it is, with one of its outcomes? Its operation writes nothing, and a loop may wait with it. And has
 * it no other outcome? */
bool touches_may_stay(const struct thread *t);
bool touches_only_looks(const struct thread *t);

/* Is the next step of t an access to memory that no other thread has been seen to use? It is a choice point only with --visible=escaped. */
bool touches_nothing_shared(const struct world *w, tid t);

#endif
