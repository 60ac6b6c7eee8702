/* order.h - happens-before by operations on the path that is being explored (clocks.h). docs/design/races.md says why.
 *
 * Called by race.c only, on the engine's stack, and only once it is known that clocks are needed.
 */
#ifndef MZ_WORLD_RACE_ORDER_H
#define MZ_WORLD_RACE_ORDER_H

#include "model/libcalls.h"
#include "world/hot.h"
#include "world/race/clocks.h"

/* Result of an operation, as far as it matters here. */
struct outcome {
    enum performed how;
    bool           succeeded; /* it has done what it is for, and was not cancelled */
    bool           exchanged; /* a compare-exchange has stored */
};

/* The place that all code without hooks has in common. */
enum { ORDER_OUTSIDE = 2 };

/* An operation was performed: `op` as it was before. `born`: whom it created; `inside`: who waits inside an atomic section. */
void order_performed(const struct thread *t, const struct op *op, struct outcome outcome, tid born, threadset inside);

/* Is an object of a library call (OP_LIBCALL) memory of the model's that stands for a library's, which has a lock for it; or a counter in
 * an exception, which libraries change atomically? */
static inline bool order_is_a_librarys(const struct op *op, uint64_t addr)
{
    bool own = addr - mz__hot.model_lo < mz__hot.model_size;
    return op->detail == LIBCALL_EXCEPTION || (own && !libcall_is_unlocked(op->detail));
}

/* Would an update by t tell others, who acquire it later, of anything? */
bool order_tells(tid t, const struct op *op);

/* Does it order nothing, whatever comes of it? */
bool order_indifferent(const struct op *op);

#endif
