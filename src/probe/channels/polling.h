/* polling.h - poll and select: one thread waits for several descriptors. */
#ifndef MZ_PROBE_CHANNELS_POLLING_H
#define MZ_PROBE_CHANNELS_POLLING_H

#include "probe/channels/channel.h"

/* One of those that a call waits for; in the stand-in's frame. */
struct polled {
    uint16_t end;     /* or POLLED_READY, POLLED_INVALID */
    uint16_t events, happened;
    uint16_t kind;    /* enum channel_kind */
};
enum { POLLED_READY = 0xfffe, POLLED_INVALID = 0xffff };

/* Does a pending OP_POLL wait for this end? Engine only. */
bool poll_waits_for(const struct op *op, unsigned end);

#endif
