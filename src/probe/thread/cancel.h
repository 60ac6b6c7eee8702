/* cancel.h - deferred cancellation of threads. */
#ifndef MZ_PROBE_THREAD_CANCEL_H
#define MZ_PROBE_THREAD_CANCEL_H

#include "probe/probe.h"

/* Is the thread to be cancelled at this operation (a cancellation point)? */
uint64_t cancel_reads(const struct thread *t); /* semantics.also_reads of a cancellation point */
bool cancel_due(const struct thread *t, const struct op *op);
enum performed cancel_act(struct thread *t);

/* A cancellation point that is no operation by itself: open, read, write and close are one, functions of stdio are if they happen to
 * call one of these. */
enum cancel_point { CANCELS, MAY_CANCEL };
void cancel_here(uint64_t pc, enum cancel_point point);

#endif
