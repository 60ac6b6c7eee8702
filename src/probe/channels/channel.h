/* channel.h - pipes, eventfds, sockets and epoll instances between the threads of one process.
 *
 * Sockets that are connected are the two ends of one channel. One that is not has end 0 alone: what it connects to gets end 1, which waits
 * in the listening socket to be accepted, as if that had a descriptor of it.
 *
 * A channel has one end or two, and a descriptor (files/descriptors.h) names an end. What a channel holds is the model's state: bytes that
 * wait are moved to the front of their queue, so that equal contents are equal states. In set-up the kernel makes the same object besides,
 * so that it gives out the numbers and says what kind of file a descriptor is; nothing is ever read from or written to that.
 *
 * A call on a descriptor is two steps, as in the kernel: the descriptor is looked up (a read of its entry), and then the operation is
 * one on the channel, whatever becomes of the number meanwhile. Whoever is in the midst of a read or write keeps its end open.
 *
 * Numbers of ends are 2 * channel + end. Everything here is for the engine's stack, but channel_of() and what follows it.
 */
#ifndef MZ_PROBE_CHANNELS_CHANNEL_H
#define MZ_PROBE_CHANNELS_CHANNEL_H

#include <sys/socket.h>

#include "probe/files/descriptors.h"

enum { CHANNELS = 64, BUFFERS = 32, BUFFER_BYTES = 1 << 16, WATCHES = 4 };

/* A pipe is a ring of pages, as in Linux: small writes go into the last page if there is room for all of it, and a page is free again when
 * all of it was read. A queue of messages has the length of each. */
enum { PIPE_PAGE = 4096, PIPE_PAGES = 16, QUEUE_MESSAGES = 64 };

struct queue {
    uint32_t bytes;                  /* that wait, in all */
    uint16_t parts;                  /* pages or messages in use */
    uint16_t end;                    /* of a pipe: how far the last page is used */
    uint16_t length[QUEUE_MESSAGES]; /* bytes that wait in each part */
};

/* State of an end for epoll: kept with the channel that is watched, so that who writes there touches nothing else. */
struct watch {
    uint64_t data;
    uint32_t events;  /* as the program gave them; 0 of a one-shot watch that has been told */
    uint16_t fd;
    uint8_t  epoll;   /* the epoll instance's channel + 1; 0: unused */
    uint8_t  end : 1;
    uint8_t  news : 1; /* of an edge-triggered one: something has happened since it was last told */
};

/* ALONE: of datagrams, who has been told that the other end is gone, and is connected to nobody since. Of TCP (tcp.h): CUT, the connection
 * was reset; DONE, the other end has said that it sends no more. */
enum { SHUT_READING = 1, SHUT_WRITING = 2, ALONE = 4, CUT = 8, DONE = 16 };

/* A socket's name: a port of this machine, or a path (socket_names.h). */
struct socket_name {
    uint16_t number; /* the port, or which path */
    uint8_t  host;   /* enum socket_host; 0: it has none */
    uint8_t  only6;  /* HOST_ANY6 that does not stand for addresses of IPv4, too */
};

/* Progress of a socket that was made by itself; of a pair, and of one that was accepted: connected. STARTED: of TCP without waiting,
 * connected, and the program was not told yet; FAILED: likewise, it could not be connected. */
enum socket_phase { PHASE_CONNECTED, PHASE_FRESH, PHASE_LISTENING, PHASE_STARTED, PHASE_FAILED };

/* A port that was chosen for the program, perhaps when it has bound an address; one that it has bound; one that was chosen, and is others'
 * again: the socket is still called so. */
enum socket_bound { PORT_AUTOMATIC, PORT_CHOSEN, PORT_BOUND, PORT_RELEASED };

enum { CONNECTIONS = 16 }; /* that wait in one listening socket */

struct channel_end {
    uint32_t descriptors; /* that name it */
    uint16_t flags;       /* O_NONBLOCK */
    uint8_t  shut;        /* of a socket */
    uint8_t  error;       /* likewise: what the next call fails with, as ECONNRESET when the other end was closed without reading all */
};

struct channel {
    uint32_t           kind;
    uint32_t           semaphore; /* of an eventfd: EFD_SEMAPHORE */
    struct channel_end end[2];
    uint64_t           counter;   /* of an eventfd */
    uint8_t            buffer[8]; /* of each end's incoming queue, + 1. A pipe has one, for its end 0 */
    struct queue       queue[2];  /* likewise */
    struct watch       watch[WATCHES];
    uint8_t            family;     /* of a socket, as of the following */
    uint8_t            phase;      /* of end 0 */
    uint8_t            options[2]; /* OPTION_REUSE and so on, of each end */
    uint16_t           backlog;    /* of one that listens: */
    uint8_t            waiting;    /* so many connections, */
    uint8_t            bound;      /* enum socket_bound: of end 0 */
    uint8_t            pending[CONNECTIONS]; /* and these are their channels, the oldest first */
    struct socket_name name[2];    /* of each end */
    struct socket_name peer;       /* of a lone one for datagrams: to whom it is connected */
};

struct channel_slot {
    _Alignas(CHANNEL_STRIDE) struct channel it;
};
_Static_assert(sizeof(struct channel_slot) == CHANNEL_STRIDE, "world/race/order.c knows where the next one begins");

extern struct channel_slot mz__channels[CHANNELS]; /* MODEL */

static inline struct channel *channel_at(unsigned end)
{
    return &mz__channels[end / 2].it;
}

static inline bool channel_is_socket(const struct channel *c)
{
    return c->kind == CHANNEL_STREAM || c->kind == CHANNEL_SEQPACKET || c->kind == CHANNEL_DGRAM;
}

static inline bool channel_is_tcp(const struct channel *c)
{
    return c->kind == CHANNEL_STREAM && c->family != AF_UNIX;
}

static inline bool channel_is_connected(const struct channel *c)
{
    return c->phase == PHASE_CONNECTED || c->phase == PHASE_STARTED;
}

/* A socket for datagrams that is none of a pair: it sends to others by name. */
static inline bool channel_is_lone(const struct channel *c)
{
    return c->kind == CHANNEL_DGRAM && c->phase == PHASE_FRESH;
}

/* Does end 0 have what it is called for itself? */
static inline bool channel_is_named(const struct channel *c)
{
    return c->name[0].host && c->bound != PORT_RELEASED;
}

static inline unsigned channel_number(const struct channel *c)
{
    return (unsigned)((const struct channel_slot *)c - mz__channels);
}

/* Does anybody have this end open: by a descriptor, or in the midst of a call other than t's? */
/* Error that the next call of this end fails with, once; 0: none. */
int channel_take_error(struct channel_end *e);

bool channel_end_is_open(const struct channel *c, unsigned end, const struct thread *t);

/* t's call on the end is over: an end that nobody has open any more is closed, and a channel without ends is gone. */
void channel_settle(struct channel *c, unsigned end, const struct thread *t);

/* op.arg[2] of operations on an end that was looked up: which, and how. They keep it open until they are performed. */
enum {
    CHANNEL_END = 0xff,
    CHANNEL_DONTWAIT = 0x100,
    CHANNEL_NOSIGNAL = 0x200,
    CHANNEL_SOCKETS = 0x400,  /* no other will do */
    CHANNEL_PEEKS = 0x800,    /* what is read is not taken */
    CHANNEL_WAITS_ALL = 0x1000, /* of a stream: for as many bytes as there is room for */
};

/* Events of an end for poll: POLLIN and so on. t: who asks. */
unsigned channel_ready(const struct channel *c, unsigned end, const struct thread *t);

/* Watchers of the end learn that something has happened; key: what, or 0 for anything. */
void channel_news(struct channel *c, unsigned end, unsigned key);

/* A number for a descriptor of this end is free: it names the end. In set-up the kernel has to have one, too: channel_socket_number(). */
void channel_name_end(int fd, unsigned end, bool cloexec);
int  channel_socket_number(int flags); /* negative: an error */

/* Room for so many waiting bytes at the ends of channels. False: there is none for more (which is refused). */
bool channel_has_buffers(unsigned count);
void channel_take_buffer(struct channel *c, unsigned end);

/* OP_CHANNEL_SET: op.detail. Of sockets from SET_OPTION on. */
enum channel_setting {
    SET_ASK_FLAGS, SET_FLAGS, SET_NONBLOCKING, SET_ASK_BYTES, SET_SHUTDOWN, SET_ASK_CLOEXEC, SET_CLOEXEC,
    SET_OPTION, SET_ASK_OPTION, SET_ASK_NAME, SET_ASK_PEER,
};
enum performed channel_shut_down(struct thread *t, struct channel *c, unsigned end, int how);

/* The program has closed a socket that listens, which a call has kept open, and connections wait there: whoever ends it in such a call does
 * not say that it touches them, and is refused. */
bool           channel_would_abandon(const struct channel *c);
enum performed channel_refuse_to_abandon(struct thread *t);

/* Connections that wait to be accepted there will not be: those who have connected learn it. */
void channel_abandon(struct channel *listener, const struct thread *t);

/* Has an epoll instance something to tell? */
bool epoll_is_ready(const struct channel *epoll, const struct thread *t);

/* ---- queues (queue.c) --------------------------------------------------------------------------------------------------- */

/* Append to what waits for the end: to a pipe as much as there is room for; how much that was. whole: of the call of which these bytes are
 * a part, and with which it begins or goes on. */
uint32_t queue_put_pipe(struct channel *c, const char *bytes, uint64_t count, uint64_t whole, bool begins);
void     queue_put(struct channel *c, unsigned end, const char *bytes, uint32_t count, bool message);
bool     queue_has_room(const struct channel *c, unsigned end, uint64_t count, bool message);

/* Could a pipe take a byte of a write of so many; is it full for poll? */
bool queue_pipe_takes(const struct channel *c, uint64_t whole, bool begins);
bool queue_pipe_is_full(const struct channel *c);

/* Take up to `limit` bytes, of a queue of messages the first one, all of it; how much was taken. Or only look at them. */
uint32_t queue_take(struct channel *c, unsigned end, char *to, uint64_t limit, bool message);
uint32_t queue_peek(struct channel *c, unsigned end, char *to, uint64_t limit, bool message);

/* Messages of a lone socket: one, and who has sent it; who has sent the first that waits. */
void               queue_put_from(struct channel *c, const char *bytes, uint32_t count, struct socket_name from);
struct socket_name queue_sender(const struct channel *c);

/* Nobody will read what waits. */
void queue_empty(struct channel *c, unsigned end);

/* ---- for stand-ins ------------------------------------------------------------------------------------------------------- */

/* Look the descriptor up: the end that it names; -1: it is none of a channel. */
int channel_of(uint64_t pc, int fd);

/* The call fails that is for sockets only: there is no such descriptor, or it is of something else. */
int channel_no_socket(uint64_t pc, int fd);

/* OP_CHANNEL_SET. */
long channel_announce_setting(uint64_t pc, enum channel_setting what, int end, uint64_t value);

#endif
