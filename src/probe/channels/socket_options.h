/* socket_options.h - options of sockets, and what they are called. */
#ifndef MZ_PROBE_CHANNELS_SOCKET_OPTIONS_H
#define MZ_PROBE_CHANNELS_SOCKET_OPTIONS_H

#include "probe/channels/channel.h"

/* Options of struct channel. The last two change nothing that is modelled. */
enum { OPTION_REUSE = 1, OPTION_ONLY6 = 2, OPTION_KEEP_ALIVE = 4, OPTION_NO_DELAY = 8 };

/* OP_CHANNEL_SET of a socket: SET_OPTION and the following. For the engine. */
enum performed socket_setting(struct thread *t, struct op *op, struct channel *c, unsigned end);

#endif
