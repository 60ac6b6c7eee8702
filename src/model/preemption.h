/* preemption.h - the definition of a preemption: a thread that could go on, and does not give way by itself, is left for another one.
 *
 * Who yields or sleeps gives way: to leave a thread that stands there is no preemption, as it is none where a thread waits or has ended
 * (Musuvathi, Qadeer, "Iterative context bounding for systematic testing of multithreaded programs", 2007; Bindal, Bansal, Lal, "Variable
 * and thread bounding for systematic testing of multithreaded programs", 2013, algorithm 1: line 34 asks for an access to a variable).
 */
#ifndef MZ_MODEL_PREEMPTION_H
#define MZ_MODEL_PREEMPTION_H

#include "model/lts.h"
#include "model/op_columns.h"

static inline bool op_gives_way(unsigned kind)
{
    return op_has(kind, OP_POLLS);
}

/* Whether to leave t is to preempt it, in the present state, in which `enabled` can move. It is not if t has just yielded. */
static inline bool can_be_preempted(const struct lts *l, threadset enabled, tid t)
{
    const struct op *op = l->next(l->self, t);
    return threadset_has(enabled, t) && !op_gives_way(op->kind) && op->yields == 0;
}

#endif
