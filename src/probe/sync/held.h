/* held.h - locks found by looking at memory: those that are lost with a block that is freed, or with a thread that ends. */
#ifndef MZ_PROBE_SYNC_HELD_H
#define MZ_PROBE_SYNC_HELD_H

#include "probe/probe.h"

struct held {
    uint64_t    addr;
    tid         holder;
    const char *object; /* "mutex" */
};

/* A lock in [lo, hi) that some thread holds and that was surely made there: its init function has left its address in it. */
bool held_in(uint64_t lo, uint64_t hi, struct held *out);

/* A lock anywhere that the thread holds and that stays locked if it ends: no robust one. */
bool held_by(tid t, struct held *out);

#endif
