/* marks.h - the present state of the program: its digest, and marks that it is rewound to. */
#ifndef MZ_WORLD_MARKS_H
#define MZ_WORLD_MARKS_H

#include "world/world.h"

struct digest marks_memory(struct world *w); /* of memory alone */
struct digest marks_state(struct world *w);  /* of all but the order of accesses */
struct digest marks_digest(void *self);      /* with the order, where that tells states apart */

bool marks_is_at(struct world *w, struct digest state); /* is this the present state, without a fault or an end? */

/* Has the step that was made last left memory as it was then, and weak memory but for what is known? Then whatever can be done now could
 * be done before (docs/design/reductions-proofs.md). */
bool marks_only_learned(struct world *w, struct digest memory);

struct mark marks_take(void *self);
void marks_rewind(void *self, const struct mark *m);

#endif
