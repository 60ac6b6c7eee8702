/* order.h - which operation orders what: happens-before on the path that is being explored (clocks.h). docs/races.md says why.
 *
 * Called by race.c only, on the engine's stack, and only once it is known that clocks are needed.
 */
#ifndef MZ_WORLD_RACE_ORDER_H
#define MZ_WORLD_RACE_ORDER_H

#include "world/race/clocks.h"

/* What came of an operation, as far as it matters here. */
struct outcome {
    enum performed how;
    bool           succeeded; /* it has returned 0 */
    bool           exchanged; /* a compare-exchange has stored */
};

/* An operation was performed: `op` as it was before. `born`: whom it created; `inside`: who waits inside an atomic section. */
void order_performed(const struct thread *t, const struct op *op, struct outcome outcome, tid born, threadset inside);

/* Does it order nothing, whatever comes of it? */
bool order_indifferent(const struct op *op);

#endif
