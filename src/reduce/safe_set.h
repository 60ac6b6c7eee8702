/* safe_set.h - safe sets as in "A Pragmatic Approach to Stateful Partial Order Reduction": one thread whose next operation is
 * invisible, or all.
 *
 * What a thread does to memory that no other uses is not even a choice point: the visible set is inferred, and a transition is
 * one visible operation with all that follows up to the next. What is left are operations that are choice points and touch
 * nothing: yield and sleep, unless somebody waits meanwhile, and data choices. Where everything that may escape is a choice point, as in
 * the paper (--visible=escaped), accesses to what nobody else uses are invisible, too (lts_is_invisible). */
#ifndef MZ_REDUCE_SAFE_SET_H
#define MZ_REDUCE_SAFE_SET_H

#include "model/lts.h"

/* One of `candidates`, which are enabled too, or all that are enabled. `future`: one, too, that accesses what no other thread will access
 * any more, as the lts foresees (Parízek, Lhoták, "Identifying future field accesses in exhaustive state space traversal", 2011). */
threadset safe_set(const struct lts *l, threadset enabled, threadset candidates, bool future);

/* Does t's next operation access what no other thread will access any more, and nothing else? */
bool is_last_access(const struct lts *l, tid t);

#endif
