/* byte_parts.h - bytes of the program in several parts (struct iovec), for stand-ins: each part is an access of its own. */
#ifndef MZ_PROBE_CHANNELS_BYTE_PARTS_H
#define MZ_PROBE_CHANNELS_BYTE_PARTS_H

#include <stdint.h>
#include <sys/types.h>
#include <sys/uio.h>

/* Number of bytes in all. */
uint64_t parts_total(const struct iovec *parts, int count);

/* Bytes that were read go where the program wants them. */
void parts_scatter(uint64_t pc, const struct iovec *parts, const char *bytes, uint64_t count);

/* Bytes [from, from + count) of all that is to be written. */
void parts_gather(uint64_t pc, const struct iovec *parts, uint64_t from, char *to, uint64_t count);

#endif
