/* socket_options.c - see socket_options.h: setsockopt, getsockopt, getsockname, getpeername. */
#include "probe/channels/socket_options.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>

#include "probe/argument.h"
#include "probe/channels/socket_names.h"
#include "probe/channels/tcp.h"
#include "probe/errno.h"
#include "probe/refuse.h"
#include "world/world.h"

/* ---- which there are ------------------------------------------------------------------------------------------------------ */

/* What setting one does. NOTHING: it changes how connections are kept alive, or when packets leave, which is not modelled. LARGE, ZERO: it
 * is supported where it changes nothing. ASKED: it is only asked for. */
enum effect { SETS, NOTHING, LARGE, ZERO, ASKED };

static const struct option {
    int         level, name;
    enum effect effect;
    uint8_t     flag;
} options[] = {
    {SOL_SOCKET, SO_REUSEADDR, SETS, OPTION_REUSE},
    {SOL_SOCKET, SO_KEEPALIVE, SETS, OPTION_KEEP_ALIVE},
    {IPPROTO_TCP, TCP_NODELAY, SETS, OPTION_NO_DELAY},
    {IPPROTO_IPV6, IPV6_V6ONLY, SETS, OPTION_ONLY6},
    {IPPROTO_TCP, TCP_KEEPIDLE, NOTHING, 0},
    {IPPROTO_TCP, TCP_KEEPINTVL, NOTHING, 0},
    {IPPROTO_TCP, TCP_KEEPCNT, NOTHING, 0},
    {IPPROTO_TCP, TCP_QUICKACK, NOTHING, 0},
    {SOL_SOCKET, SO_SNDBUF, LARGE, 0},
    {SOL_SOCKET, SO_RCVBUF, LARGE, 0},
    {SOL_SOCKET, SO_LINGER, ZERO, 0},
    {SOL_SOCKET, SO_RCVTIMEO, ZERO, 0},
    {SOL_SOCKET, SO_SNDTIMEO, ZERO, 0},
    {SOL_SOCKET, SO_ERROR, ASKED, 0},
    {SOL_SOCKET, SO_TYPE, ASKED, 0},
    {SOL_SOCKET, SO_DOMAIN, ASKED, 0},
    {SOL_SOCKET, SO_PROTOCOL, ASKED, 0},
    {SOL_SOCKET, SO_ACCEPTCONN, ASKED, 0},
};
enum { OPTIONS = sizeof options / sizeof options[0] };

/* OPTIONS: it is not known. */
static unsigned find_option(int level, int name)
{
    unsigned i = 0;
    while (i < OPTIONS && !(options[i].level == level && options[i].name == name))
        i++;
    return i;
}

/* ---- semantics ---------------------------------------------------------------------------------------------------------------- */

/* Kept by the stand-in: arg[0]. */
struct asking {
    uint32_t         option;
    int32_t          value;
    struct told_name name;
};

static enum performed set_option(struct thread *t, const struct asking *a, struct channel *c, unsigned end)
{
    uint8_t flag = options[a->option].flag;
    if (options[a->option].level != SOL_SOCKET && c->family == AF_UNIX)
        return probe_fails(t, EOPNOTSUPP);
    if (flag == OPTION_ONLY6 && (c->family != AF_INET6 || c->name[end].host))
        return probe_fails(t, c->family != AF_INET6 ? ENOPROTOOPT : EINVAL);
    mem_set(&c->options[end], (uint8_t)(a->value ? c->options[end] | flag : c->options[end] & ~flag));
    return PERFORM_RESUME;
}

static int type_of(const struct channel *c)
{
    return c->kind == CHANNEL_STREAM ? SOCK_STREAM : c->kind == CHANNEL_DGRAM ? SOCK_DGRAM : SOCK_SEQPACKET;
}

/* What is asked of a socket alone; it has been told then. */
static enum performed ask_option(struct thread *t, struct asking *a, struct channel *c, unsigned end)
{
    const struct option *o = &options[a->option];
    if (o->level != SOL_SOCKET && c->family == AF_UNIX)
        return probe_fails(t, EOPNOTSUPP);
    int value = (c->options[end] & o->flag) != 0;
    if (o->level == SOL_SOCKET && o->effect == ASKED)
        value = o->name == SO_ERROR ? channel_take_error(&c->end[end])
              : o->name == SO_TYPE ? type_of(c)
              : o->name == SO_DOMAIN ? c->family
              : o->name == SO_PROTOCOL ? (channel_is_tcp(c) ? IPPROTO_TCP : c->family == AF_UNIX ? 0 : IPPROTO_UDP)
                                       : c->phase == PHASE_LISTENING && end == 0;
    mem_set(&a->value, value);
    return PERFORM_RESUME;
}

/* One that connects to nobody: an end that is closed is still called so. */
static bool has_peer(const struct channel *c, unsigned end)
{
    if (channel_is_tcp(c))
        return !tcp_is_closed(c, end);
    if (channel_is_lone(c))
        return c->peer.host != HOST_NONE;
    return c->phase == PHASE_CONNECTED && !(c->end[end].shut & ALONE);
}

enum performed socket_setting(struct thread *t, struct op *op, struct channel *c, unsigned end)
{
    struct asking *a = (struct asking *)op->arg[0];
    if (!channel_is_socket(c))
        return probe_fails(t, ENOTSOCK);
    if (op->detail == SET_OPTION)
        return set_option(t, a, c, end);
    if (op->detail == SET_ASK_OPTION)
        return ask_option(t, a, c, end);
    if (op->detail == SET_ASK_PEER && !has_peer(c, end))
        return probe_fails(t, ENOTCONN);
    const struct socket_name *peer = channel_is_lone(c) ? &c->peer : &c->name[!end];
    socket_name_tell(op->detail == SET_ASK_PEER ? peer : &c->name[end], c->family, &a->name);
    return PERFORM_RESUME;
}

/* ---- stand-ins ------------------------------------------------------------------------------------------------------------------ */

/* What reading arguments has left where the next frames will be is gone. */
static long announce_asking(uint64_t pc, enum channel_setting what, int end, struct asking *a)
{
    probe_wipe_stack();
    return channel_announce_setting(pc, what, end, (uint64_t)a);
}

/* So many bytes of the value are looked at. */
static unsigned bytes_of(const struct option *o)
{
    bool time = o->name == SO_RCVTIMEO || o->name == SO_SNDTIMEO;
    return o->effect != ZERO ? sizeof(int) : time ? sizeof(struct timeval) : sizeof(struct linger);
}

/* Does this value change nothing that is modelled? */
static bool is_supported(const struct option *o, const char *bytes)
{
    static const char zeros[sizeof(struct timeval)];
    int first;
    memcpy(&first, bytes, sizeof first);
    if (o->effect == ZERO)
        return o->name == SO_LINGER ? first == 0 : memcmp(bytes, zeros, sizeof zeros) == 0;
    return o->effect == LARGE ? first >= BUFFER_BYTES : o->effect != ASKED;
}

static __attribute__((noinline)) int set(uint64_t pc, int fd, int level, int name, const void *value, unsigned size)
{
    struct asking a;
    char bytes[sizeof(struct timeval)];
    memset(&a, 0, sizeof a);
    memset(bytes, 0, sizeof bytes);
    a.option = find_option(level, name);
    unsigned wanted = a.option < OPTIONS ? bytes_of(&options[a.option]) : 0;
    if (wanted && size >= wanted) { /* before: nothing comes between looking the number up and the call */
        announce_read_from(pc, value, wanted);
        memcpy(bytes, value, wanted);
    }
    memcpy(&a.value, bytes, sizeof a.value);
    int end = channel_of(pc, fd);
    if (end < 0)
        return channel_no_socket(pc, fd);
    if (a.option == OPTIONS)
        return (int)probe_refused_from(pc, "setsockopt of this option");
    if (size < wanted)
        return announce_failure_from(pc, EINVAL);
    if (!is_supported(&options[a.option], bytes))
        return (int)probe_refused_from(pc, "setsockopt of this option to this value");
    return (int)announce_asking(pc, SET_OPTION, end, &a);
}

STAND_IN(int, setsockopt, int fd, int level, int name, const void *value, unsigned size)
{
    if (!probe_active(NULL))
        return REAL_AS(setsockopt, int (*)(int, int, int, const void *, unsigned))(fd, level, name, value, size);
    return set(CALLER, fd, level, name, value, size);
}

static int give(uint64_t pc, const void *from, unsigned there, void *to, unsigned *size, unsigned room)
{
    unsigned part = room < there ? room : there;
    if (part)
        announce_give_from(pc, to, from, part, 0);
    return (int)announce_give_from(pc, size, &part, sizeof part, 0);
}

static __attribute__((noinline)) int ask(uint64_t pc, int fd, int level, int name, void *value, unsigned *size)
{
    struct asking a;
    memset(&a, 0, sizeof a);
    a.option = find_option(level, name);
    unsigned room = ARGUMENT(pc, size);
    int end = channel_of(pc, fd);
    if (end < 0)
        return channel_no_socket(pc, fd);
    if (a.option == OPTIONS || (options[a.option].effect != SETS && options[a.option].effect != ASKED))
        return (int)probe_refused_from(pc, "getsockopt of this option");
    if ((int)room < 0)
        return announce_failure_from(pc, EINVAL);
    if (announce_asking(pc, SET_ASK_OPTION, end, &a) < 0)
        return -1;
    return give(pc, &a.value, sizeof a.value, value, size, room);
}

STAND_IN(int, getsockopt, int fd, int level, int name, void *value, unsigned *size)
{
    if (!probe_active(NULL))
        return REAL_AS(getsockopt, int (*)(int, int, int, void *, unsigned *))(fd, level, name, value, size);
    return ask(CALLER, fd, level, name, value, size);
}

static __attribute__((noinline)) int ask_name(uint64_t pc, unsigned what, int fd, void *to, unsigned *size)
{
    struct asking a;
    memset(&a, 0, sizeof a);
    int end = channel_of(pc, fd);
    if (end < 0)
        return channel_no_socket(pc, fd);
    if (announce_asking(pc, what, end, &a) < 0)
        return -1;
    return socket_name_give(pc, &a.name, to, size);
}

STAND_IN(int, getsockname, int fd, void *to, unsigned *size)
{
    if (!probe_active(NULL))
        return REAL_AS(getsockname, int (*)(int, void *, unsigned *))(fd, to, size);
    return ask_name(CALLER, SET_ASK_NAME, fd, to, size);
}

STAND_IN(int, getpeername, int fd, void *to, unsigned *size)
{
    if (!probe_active(NULL))
        return REAL_AS(getpeername, int (*)(int, void *, unsigned *))(fd, to, size);
    return ask_name(CALLER, SET_ASK_PEER, fd, to, size);
}
