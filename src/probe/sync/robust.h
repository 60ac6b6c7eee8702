/* robust.h - robust mutexes that threads hold: what the kernel's lists of them are for. When a thread ends it abandons its mutexes, the
 * one that it has taken last first. For the engine's stack, but robust_last(). */
#ifndef MZ_PROBE_SYNC_ROBUST_H
#define MZ_PROBE_SYNC_ROBUST_H

#include "probe/probe.h"

enum { ROBUST_MOST = 32 }; /* that one thread holds */

bool     robust_take(const struct thread *t, uint64_t mutex); /* false: there is no room */
void     robust_give(const struct thread *t, uint64_t mutex);
uint64_t robust_last(tid number); /* 0: none */

#endif
