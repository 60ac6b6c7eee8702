/* tcp.h - in what connections of TCP are unlike those of AF_UNIX: each direction ends by itself, and what is sent to an end that is closed
 * resets the connection.
 *
 * What is sent is there at once, and so is the end of it: the loopback device of Linux delivers before the call returns. For the engine.
 */
#ifndef MZ_PROBE_CHANNELS_TCP_H
#define MZ_PROBE_CHANNELS_TCP_H

#include "probe/channels/channel.h"

/* Has a connection come to its end here, or is there none: by both sides, or by a reset? */
bool tcp_is_closed(const struct channel *c, unsigned end);

/* The end is closed by the program; unread: there was something that it has not read. */
void tcp_leave(struct channel *c, unsigned end, bool unread);

/* shutdown(). */
enum performed tcp_shut_down(struct thread *t, struct channel *c, unsigned end, int how);

/* Nothing waits to be read: does the call return nevertheless? What it fails with then, or 0: the end of everything. */
bool tcp_reads_no_more(const struct channel *c, unsigned end);
int  tcp_read_fails(struct channel *c, unsigned end);

/* Why nothing can be written; 0: it can. EPIPE: with a signal. */
int tcp_write_fails(struct channel *c, unsigned end);

/* The bytes are written: does anybody get them? Otherwise that has reset the connection. */
bool tcp_delivers(struct channel *c, unsigned end, const struct thread *t);

#endif
