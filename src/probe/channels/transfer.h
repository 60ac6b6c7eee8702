/* transfer.h - reading from channels and writing to them, for stand-ins that have looked a descriptor up (channel_of). */
#ifndef MZ_PROBE_CHANNELS_TRANSFER_H
#define MZ_PROBE_CHANNELS_TRANSFER_H

#include <sys/types.h>
#include <sys/uio.h>

#include "probe/channels/channel.h"

/* Negative: errno says why. */
ssize_t channel_read(uint64_t pc, int end, void *to, size_t n);
ssize_t channel_write(uint64_t pc, int end, const void *from, size_t n);

#endif
