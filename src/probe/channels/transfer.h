/* transfer.h - reading from channels and writing to them, for stand-ins that have looked a descriptor up (channel_of). */
#ifndef MZ_PROBE_CHANNELS_TRANSFER_H
#define MZ_PROBE_CHANNELS_TRANSFER_H

#include "probe/channels/byte_parts.h"
#include "probe/channels/socket_names.h"

/* In parts, which are the stand-in's own; how: CHANNEL_DONTWAIT and so on. Negative: errno says why. */
struct received {
    ssize_t  result;
    uint64_t message; /* bytes of the message of which that is the beginning */
    struct told_name from; /* who has sent it; of size 0: that is not told */
};
struct received channel_receive(uint64_t pc, int end, unsigned how, const struct iovec *parts, int count);
ssize_t         channel_send(uint64_t pc, int end, unsigned how, const struct iovec *parts, int count);

ssize_t channel_read(uint64_t pc, int end, void *to, size_t n);
ssize_t channel_write(uint64_t pc, int end, const void *from, size_t n);

#endif
