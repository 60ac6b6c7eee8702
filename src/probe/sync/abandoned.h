/* abandoned.h - robust mutexes that are left by threads that end. */
#ifndef MZ_PROBE_SYNC_ABANDONED_H
#define MZ_PROBE_SYNC_ABANDONED_H

#include "probe/probe.h"

bool abandon_due(tid self); /* does the thread hold any? */

/* The thread is about to end: on its own stack. `threads`: what changes when others do. */
void abandon_all(tid self, const void *threads, uint64_t size);

#endif
