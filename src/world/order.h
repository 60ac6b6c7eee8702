/* order.h - which operation orders what: happens-before on the path that is being explored (clocks.h). docs/races.md says why.
 *
 * Called by race.c only, on the engine's stack, and only once it is known that clocks are needed.
 */
#ifndef MZ_WORLD_ORDER_H
#define MZ_WORLD_ORDER_H

#include "world/clocks.h"

/* An operation was performed: `op` as it was before. `born`: whom it created; `inside`: who waits inside an atomic section. */
void order_performed(struct thread *t, const struct op *op, enum performed how, tid born, threadset inside);

#endif
