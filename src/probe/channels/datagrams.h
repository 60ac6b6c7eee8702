/* datagrams.h - sockets for datagrams that are none of a pair: each has what waits for it, and who has sent it; OP_SOCKET_SEND.
 *
 * Nothing is lost and nothing overtakes, as on the loopback device of Linux: what there is no room for is refused.
 */
#ifndef MZ_PROBE_CHANNELS_DATAGRAMS_H
#define MZ_PROBE_CHANNELS_DATAGRAMS_H

#include "probe/channels/byte_parts.h"
#include "probe/channels/socket_names.h"

/* For a stand-in: `to`, which the stand-in has, or NULL: to whom it is connected. */
ssize_t datagram_send(uint64_t pc, int end, unsigned how, const struct iovec *parts, int count, const struct spelt *to);

/* ---- for the engine -------------------------------------------------------------------------------------------------- */

/* connect(). The name fits. */
enum performed datagrams_connect(struct thread *t, struct channel *c, const struct spelt *to);

#endif
