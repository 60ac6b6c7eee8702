/* abandoned.h - robust mutexes that are left by threads that end. */
#ifndef MZ_PROBE_SYNC_ABANDONED_H
#define MZ_PROBE_SYNC_ABANDONED_H

#include "probe/probe.h"

/* The thread is about to end: on its own stack. `threads`: what changes when others do. */
void abandon_all(tid self, const void *threads, uint64_t size);

#endif
