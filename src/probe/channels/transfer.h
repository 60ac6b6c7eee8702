/* transfer.h - reading from channels and writing to them, for stand-ins that have looked a descriptor up (channel_of). */
#ifndef MZ_PROBE_CHANNELS_TRANSFER_H
#define MZ_PROBE_CHANNELS_TRANSFER_H

#include <sys/types.h>
#include <sys/uio.h>

#include "probe/channels/channel.h"

/* Negative: errno says why. */
ssize_t channel_read(uint64_t pc, int end, void *to, size_t n);
ssize_t channel_write(uint64_t pc, int end, const void *from, size_t n);

/* Bare system calls (syscall()) of libraries that go round libc: of channels, and to close anything but a standard stream. */
long channel_close_call(uint64_t pc, int fd);
long channel_read_call(uint64_t pc, int fd, void *to, size_t n);
long channel_write_call(uint64_t pc, int fd, const void *from, size_t n);

#endif
