/* byte_parts.c - see byte_parts.h. */
#include "probe/channels/byte_parts.h"

#include <string.h>

#include "probe/libc.h"

uint64_t parts_total(const struct iovec *parts, int count)
{
    uint64_t total = 0;
    for (int i = 0; i < count; i++)
        total += parts[i].iov_len;
    return total;
}

/* What was read goes where the program wants it. */
void parts_scatter(uint64_t pc, const struct iovec *parts, const char *bytes, uint64_t count)
{
    for (; count > 0; parts++) {
        uint64_t part = parts->iov_len < count ? parts->iov_len : count;
        if (part)
            announce_give_from(pc, parts->iov_base, bytes, part, 0);
        bytes += part;
        count -= part;
    }
}

/* Bytes [from, from + count) of all that is to be written. */
void parts_gather(uint64_t pc, const struct iovec *parts, uint64_t from, char *to, uint64_t count)
{
    for (; count > 0; parts++) {
        uint64_t part = parts->iov_len > from ? parts->iov_len - from : 0;
        part = part < count ? part : count;
        if (part) {
            announce_read_from(pc, (const char *)parts->iov_base + from, part);
            memcpy(to, (const char *)parts->iov_base + from, part);
        }
        from = part ? 0 : from - parts->iov_len;
        to += part;
        count -= part;
    }
}
