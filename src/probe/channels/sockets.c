/* sockets.c - OP_SOCKET_BIND (bind and listen, and shutdown of what listens), OP_SOCKET_CONNECT, OP_SOCKET_ACCEPT, and what sockets are
 * called.
 *
 * bind and connect look for names among all channels, and in the files that unlink removes, which announces all descriptors.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>

#include "base/text.h"
#include "probe/argument.h"
#include "probe/channels/datagrams.h"
#include "probe/channels/socket_options.h"
#include "probe/channels/tcp.h"
#include "probe/errno.h"
#include "probe/families.h"
#include "probe/refuse.h"
#include "probe/thread/cancel.h"
#include "world/premise.h"
#include "world/world.h"

enum { MOST_BACKLOG = 4096 };

static struct channel *channel_in(const struct op *op)
{
    return channel_at((unsigned)op->arg[2]);
}

static unsigned end_in(const struct op *op)
{
    return (unsigned)op->arg[2] % 2;
}

static bool waits(const struct op *op)
{
    return !(channel_in(op)->end[end_in(op)].flags & O_NONBLOCK);
}

static enum performed refuse(struct thread *t, const char *what)
{
    return world_report(t, FAULT_REFUSED, 0, 0, "%s is not supported", what);
}

static enum performed settled(struct thread *t, struct op *op, enum performed done)
{
    if (done == PERFORM_RESUME)
        channel_settle(channel_in(op), end_in(op), t);
    return done;
}

static enum performed unless_cancelled(struct thread *t, struct op *op, enum performed (*call)(struct thread *t, struct op *op))
{
    bool cancelled = cancel_due(t, op);
    enum performed done = settled(t, op, cancelled ? PERFORM_RESUME : call(t, op));
    return cancelled ? cancel_act(t) : done;
}

static const char elsewhere[] = "an address other than this machine's (127.0.0.1, ::1, or any)";

/* ---- bind and listen ---------------------------------------------------------------------------------------------------- */

/* op.detail */
enum { BIND_NAME, BIND_LISTEN, BIND_SHUT_DOWN };

static bool reuses(const struct channel *c, unsigned end)
{
    return c->options[end] & OPTION_REUSE;
}

/* May a socket of this name not be bound, or listen, beside what an end of a channel is called? */
static bool is_in_the_way(const struct channel *c, unsigned end, const struct channel *me, const struct socket_name *name, bool listens,
                          const struct thread *t)
{
    bool other = c->kind == me->kind && channel_end_is_open(c, end, t) && !(c == me && end == 0);
    bool listening = c->phase == PHASE_LISTENING && end == 0;
    if (!other || (end == 0 && !channel_is_named(c)) || !socket_names_meet(&c->name[end], name))
        return false;
    return listens ? listening : listening || !reuses(c, end) || !reuses(me, 0);
}

static bool is_taken(const struct channel *me, const struct socket_name *name, bool listens, const struct thread *t)
{
    for (const struct channel_slot *s = mz__channels; s < mz__channels + CHANNELS; s++)
        for (unsigned end = 0; end < 2; end++)
            if (s->it.kind && is_in_the_way(&s->it, end, me, name, listens, t))
                return true;
    return false;
}

/* Sockets that share it by SO_REUSEADDR count, too. */
static bool is_taken_besides(const struct channel *me, const struct socket_name *name, const struct thread *t)
{
    for (const struct channel_slot *s = mz__channels; s < mz__channels + CHANNELS; s++)
        if (&s->it != me && s->it.kind == me->kind && channel_end_is_open(&s->it, 0, t) && socket_names_meet(&s->it.name[0], name))
            return true;
    return false;
}

static enum performed call_it(struct channel *c, struct socket_name name)
{
    mem_set(&c->name[0], name);
    return PERFORM_RESUME;
}

static enum performed bind_path(struct thread *t, struct channel *c, const struct spelt *name)
{
    int before = socket_path_find(name, true);
    struct socket_name called = {.number = (uint16_t)before, .host = HOST_PATH};
    if (before >= 0 && (name->path[0] || socket_named(&called, 0, false, t)))
        return probe_fails(t, EADDRINUSE);
    int made = socket_path_make(name);
    if (made == PATHS)
        return world_report(t, FAULT_REFUSED, 0, 0, "more than %d paths of sockets are not supported", PATHS);
    return made < 0 ? probe_fails(t, -made) : call_it(c, (struct socket_name){.number = (uint16_t)made, .host = HOST_PATH});
}

static enum performed bind_port(struct thread *t, struct channel *c, const struct spelt *name)
{
    struct socket_name called = {.number = name->port ? name->port : socket_free_port(), .host = name->host,
                                 .only6 = (c->options[0] & OPTION_ONLY6) != 0};
    if (called.number < 1024)
        return refuse(t, "bind to a port below 1024");
    if (is_taken(c, &called, false, t))
        return probe_fails(t, EADDRINUSE);
    if (c->kind == CHANNEL_DGRAM && is_taken_besides(c, &called, t))
        return refuse(t, "bind of two sockets of UDP to one port");
    if (c->kind == CHANNEL_STREAM && socket_port_was_served(called.number) && !reuses(c, 0))
        return refuse(t, "bind to a port on which connections were accepted before, without SO_REUSEADDR,");
    mem_set(&c->bound, (uint8_t)(name->port ? PORT_BOUND : PORT_CHOSEN));
    return call_it(c, called);
}

static enum performed bind_name(struct thread *t, struct op *op)
{
    struct channel *c = channel_in(op);
    const struct spelt *name = (const struct spelt *)op->arg[0];
    int error = channel_is_socket(c) ? socket_name_fits(c, name) : ENOTSOCK;
    if (error == SPELT_REFUSED)
        return world_report(t, FAULT_REFUSED, 0, 0, "bind to %s is not supported", elsewhere);
    if (!error && (c->phase != PHASE_FRESH || end_in(op)) && (c->family != AF_UNIX || c->name[end_in(op)].host == HOST_NONE)) {
        if (c->family == AF_UNIX)
            return refuse(t, "bind of a socket that is connected");
        error = EINVAL;
    }
    if (!error && c->name[end_in(op)].host != HOST_NONE && (end_in(op) || channel_is_named(c)))
        error = EINVAL;
    if (error)
        return probe_fails(t, error);
    return c->family == AF_UNIX ? bind_path(t, c, name) : bind_port(t, c, name);
}

/* A port that the program has not asked for is chosen here. */
static void take_port(struct channel *c, unsigned host)
{
    if (channel_is_named(c))
        return;
    if (c->name[0].host == HOST_NONE)
        mem_set(&c->name[0].host, (uint8_t)host);
    mem_set(&c->name[0].number, socket_free_port());
    mem_set(&c->bound, (uint8_t)PORT_AUTOMATIC);
}

/* arg[1]: how many connections may wait, and one more */
static enum performed listen_here(struct thread *t, struct op *op)
{
    struct channel *c = channel_in(op);
    unsigned most = (unsigned)op->arg[1] < MOST_BACKLOG ? (unsigned)op->arg[1] : MOST_BACKLOG;
    bool able = end_in(op) == 0 && (c->phase == PHASE_FRESH || c->phase == PHASE_LISTENING);
    if (!channel_is_socket(c))
        return probe_fails(t, ENOTSOCK);
    if (c->kind == CHANNEL_DGRAM)
        return probe_fails(t, EOPNOTSUPP);
    if (!able || (c->family == AF_UNIX && c->name[0].host == HOST_NONE))
        return probe_fails(t, EINVAL);
    if (c->family != AF_UNIX) {
        take_port(c, c->family == AF_INET ? HOST_ANY : HOST_ANY6);
        if (c->phase == PHASE_FRESH && is_taken(c, &c->name[0], true, t))
            return probe_fails(t, EADDRINUSE);
    }
    if (c->phase == PHASE_FRESH && c->end[0].shut && channel_is_tcp(c))
        mem_set(&c->end[0].shut, (uint8_t)0);
    mem_set(&c->phase, (uint8_t)PHASE_LISTENING);
    mem_set(&c->backlog, (uint16_t)most);
    return PERFORM_RESUME;
}

static enum performed perform_bind(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    struct channel *c = channel_in(op);
    premise_met(PREMISE_SOCKETS, op->pc);
    switch (op->detail) {
    case BIND_NAME: return settled(t, op, bind_name(t, op));
    case BIND_LISTEN: return settled(t, op, listen_here(t, op));
    default: return settled(t, op, channel_shut_down(t, c, end_in(op), (int)op->arg[1]));
    }
}

static void complete_with_descriptors(struct op *op)
{
    op->addr2 = (uint64_t)mz__descriptors;
    op->size2 = sizeof mz__descriptors;
}

const struct semantics socket_bind_semantics = {.perform = perform_bind, .complete = complete_with_descriptors};

/* ---- connect -------------------------------------------------------------------------------------------------------------- */

/* What becomes of connect: an error, or one of these. */
enum { MEETS = 0, TOLD = -1, WAITS = -2, REFUSES = -3, TALKS = -4 };

struct judged {
    int             how;
    struct channel *listener;
    const char     *refused;
};

static struct judged judged(int how)
{
    return (struct judged){.how = how};
}

static struct judged judged_refused(const char *what)
{
    return (struct judged){.how = REFUSES, .refused = what};
}

static bool is_full(const struct channel *listener)
{
    return listener->waiting > listener->backlog;
}

/* `seen`: the disk is not looked at. */
static struct judged judge_path(const struct thread *t, const struct op *op, bool seen)
{
    const struct channel *c = channel_in(op);
    int path = socket_path_find((const struct spelt *)op->arg[0], seen);
    if (path < 0)
        return judged(seen ? MEETS : -path);
    struct socket_name name = {.number = (uint16_t)path, .host = HOST_PATH};
    struct channel *l = socket_named(&name, 0, false, t);
    if (!l)
        return judged(ECONNREFUSED);
    if (l->kind != c->kind)
        return judged(EPROTOTYPE);
    if (l->phase != PHASE_LISTENING || l->end[0].shut & SHUT_READING)
        return judged(ECONNREFUSED);
    if (is_full(l))
        return judged(waits(op) ? WAITS : EAGAIN);
    if (c->phase != PHASE_FRESH || end_in(op))
        return judged(c->phase == PHASE_LISTENING && !end_in(op) ? EINVAL : EISCONN);
    return (struct judged){.how = MEETS, .listener = l};
}

static struct judged judge_port(const struct thread *t, const struct op *op)
{
    const struct channel *c = channel_in(op);
    const struct spelt *to = (const struct spelt *)op->arg[0];
    if (end_in(op) || c->phase == PHASE_CONNECTED || c->phase == PHASE_LISTENING)
        return judged(EISCONN);
    if (c->phase == PHASE_STARTED || c->phase == PHASE_FAILED)
        return judged(TOLD);
    if (c->end[0].shut)
        return judged_refused("connect of a socket that was shut down");
    struct socket_name wanted = socket_loopback(to);
    struct channel *l = socket_at_port(&wanted, CHANNEL_STREAM, true, t);
    if (!l && c->family == AF_INET && socket_named(&(struct socket_name){.number = to->port, .host = HOST_ANY6}, CHANNEL_STREAM, true, t))
        return judged_refused("connect by IPv4 to a socket of IPv6");
    if (!l && c->name[0].host != HOST_NONE && c->name[0].number == to->port)
        return judged_refused("connect of a socket of TCP to itself");
    if (l && is_full(l) && !waits(op))
        return judged_refused("connect without waiting where too many connections wait already");
    if (l && is_full(l))
        return judged(WAITS);
    return l ? (struct judged){.how = MEETS, .listener = l} : judged(ECONNREFUSED);
}

static struct judged judge(const struct thread *t, const struct op *op, bool seen)
{
    const struct channel *c = channel_in(op);
    int error = !channel_is_socket(c) ? ENOTSOCK : socket_name_fits(c, (const struct spelt *)op->arg[0]);
    if (error)
        return error == SPELT_REFUSED ? judged_refused(elsewhere) : judged(error);
    if (c->kind == CHANNEL_DGRAM)
        return channel_is_lone(c) ? judged(TALKS) : judged_refused("connect of one of a pair of sockets");
    return c->family == AF_UNIX ? judge_path(t, op, seen) : judge_port(t, op);
}

static bool connect_enabled(const struct thread *t, const struct op *op)
{
    return judge(t, op, true).how != WAITS || cancel_due(t, op);
}

/* Both ends are there from now on; the other one waits to be accepted. */
static enum performed meet(struct thread *t, struct op *op, struct channel *listener)
{
    struct channel *c = channel_in(op);
    const struct spelt *to = (const struct spelt *)op->arg[0];
    bool tcp = channel_is_tcp(c), six = c->family == AF_INET6;
    if (listener->waiting == CONNECTIONS)
        return world_report(t, FAULT_REFUSED, 0, 0, "more than %d connections that wait to be accepted are not supported", CONNECTIONS);
    if (tcp && !socket_port_serves(to->port))
        return world_report(t, FAULT_REFUSED, 0, 0, "connections to more than %d ports are not supported", SERVED);
    if (!channel_has_buffers(2))
        return world_report(t, FAULT_REFUSED, 0, 0, "more than %d pipes, or half as many pairs of sockets, are not supported", BUFFERS);
    channel_take_buffer(c, 0);
    channel_take_buffer(c, 1);
    if (tcp) {
        take_port(c, six ? HOST_LOOPBACK6 : HOST_LOOPBACK);
        mem_set(&c->name[0].host, (uint8_t)(six ? HOST_LOOPBACK6 : HOST_LOOPBACK));
    }
    mem_set(&c->name[1], tcp ? ((struct socket_name){.number = to->port, .host = six ? HOST_LOOPBACK6 : HOST_LOOPBACK})
                             : listener->name[0]);
    mem_set(&c->options[1], listener->options[0]);
    mem_set(&c->end[1].descriptors, (uint32_t)1);
    if (!tcp && c->end[0].shut)
        return refuse(t, "connect of a socket that was shut down");
    mem_set(&listener->pending[listener->waiting], (uint8_t)channel_number(c));
    mem_set(&listener->waiting, (uint8_t)(listener->waiting + 1));
    mem_set(&c->phase, (uint8_t)(tcp && !waits(op) ? PHASE_STARTED : PHASE_CONNECTED));
    channel_news(listener, 0, POLLIN | POLLRDNORM);
    if (tcp)
        channel_news(c, 0, 0);
    return tcp && !waits(op) ? probe_fails(t, EINPROGRESS) : PERFORM_RESUME;
}

/* Nobody listened. A port that the program has not bound is others' again. */
static void give_port_back(struct channel *c)
{
    if (c->bound == PORT_BOUND)
        return;
    if (c->bound == PORT_AUTOMATIC)
        mem_set(&c->name[0].host, (uint8_t)(c->family == AF_INET6 ? HOST_ANY6 : HOST_ANY));
    mem_set(&c->bound, (uint8_t)PORT_RELEASED);
}

static enum performed fail_now(struct thread *t, struct channel *c)
{
    if (channel_is_tcp(c)) {
        take_port(c, HOST_ANY);
        give_port_back(c);
    }
    return probe_fails(t, ECONNREFUSED);
}

/* A connection that was not waited for. */
static enum performed tell(struct thread *t, struct channel *c)
{
    if (c->phase == PHASE_STARTED) {
        mem_set(&c->phase, (uint8_t)PHASE_CONNECTED);
        return PERFORM_RESUME;
    }
    int error = channel_take_error(&c->end[0]);
    mem_set(&c->end[0].shut, (uint8_t)0);
    mem_set(&c->phase, (uint8_t)PHASE_FRESH);
    give_port_back(c);
    return probe_fails(t, error ? error : ECONNABORTED);
}

/* TCP that does not wait learns later that nobody listens. */
static enum performed fail_later(struct thread *t, struct channel *c)
{
    bool six = c->family == AF_INET6;
    mem_set(&c->phase, (uint8_t)PHASE_FAILED);
    mem_set(&c->end[0].error, (uint8_t)ECONNREFUSED);
    mem_set(&c->end[0].shut, (uint8_t)(SHUT_READING | SHUT_WRITING));
    take_port(c, six ? HOST_LOOPBACK6 : HOST_LOOPBACK);
    channel_news(c, 0, 0);
    return probe_fails(t, EINPROGRESS);
}

static enum performed dial(struct thread *t, struct op *op)
{
    struct judged j = judge(t, op, false);
    struct channel *c = channel_in(op);
    premise_met(PREMISE_SOCKETS, op->pc);
    switch (j.how) {
    case MEETS: return meet(t, op, j.listener);
    case TOLD: return tell(t, c);
    case TALKS: return datagrams_connect(t, c, (const struct spelt *)op->arg[0]);
    case WAITS: return refuse(t, "connect that waits, by another path than that to which the socket was bound,");
    case REFUSES: return j.refused == elsewhere ? world_report(t, FAULT_REFUSED, 0, 0, "connect to %s is not supported", elsewhere)
                                                : refuse(t, j.refused);
    case ECONNREFUSED: return channel_is_tcp(c) && !waits(op) ? fail_later(t, c) : fail_now(t, c);
    default: return probe_fails(t, j.how);
    }
}

/* arg[0]: struct spelt; arg[2]: the end */
static enum performed perform_connect(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    return unless_cancelled(t, op, dial);
}

static void explain_connect(const struct op *op, char *out, unsigned long size)
{
    (void)op;
    text_format(out, size, "as many connections wait already as the listening socket takes");
}

const struct semantics socket_connect_semantics = {.enabled = connect_enabled, .perform = perform_connect, .also_reads = cancel_reads,
                                                   .complete = complete_with_descriptors, .explain = explain_connect};

/* ---- accept ----------------------------------------------------------------------------------------------------------------- */

/* Kept by the stand-in. */
struct accepting {
    int              flags; /* O_NONBLOCK, O_CLOEXEC */
    int              number;
    struct told_name from;
};

static int accept_fails(const struct op *op)
{
    const struct channel *c = channel_in(op);
    if (!channel_is_socket(c))
        return ENOTSOCK;
    if (c->kind == CHANNEL_DGRAM)
        return EOPNOTSUPP;
    return c->phase != PHASE_LISTENING || end_in(op) ? EINVAL : 0;
}

static bool somebody_waits(const struct op *op)
{
    return channel_in(op)->waiting || channel_in(op)->end[0].shut & SHUT_READING;
}

static bool accept_enabled(const struct thread *t, const struct op *op)
{
    return accept_fails(op) || somebody_waits(op) || !waits(op) || cancel_due(t, op);
}

static struct channel *take_oldest(struct channel *listener)
{
    struct channel *oldest = channel_at(2u * listener->pending[0]);
    uint8_t left = (uint8_t)(listener->waiting - 1);
    mem_move(listener->pending, listener->pending + 1, left);
    mem_set(&listener->pending[left], (uint8_t)0);
    mem_set(&listener->waiting, left);
    return oldest;
}

static enum performed accept_one(struct thread *t, struct op *op)
{
    struct accepting *a = (struct accepting *)op->arg[0];
    struct channel *listener = channel_in(op);
    int error = accept_fails(op);
    if (!error && !listener->waiting)
        error = listener->end[0].shut & SHUT_READING && waits(op) ? EINVAL : EAGAIN;
    if (error)
        return probe_fails(t, error);
    if (waits(op)) /* Linux takes the number before */
        premise_met(PREMISE_ACCEPTED, op->pc);
    int number = channel_socket_number(a->flags);
    if (number < 0)
        return probe_fails(t, -number);
    if (number >= DESCRIPTORS)
        return world_report(t, FAULT_REFUSED, 0, 0, "descriptors above %d are not supported", DESCRIPTORS - 1);
    struct channel *c = take_oldest(listener);
    mem_set(&c->end[1].flags, (uint16_t)(a->flags & O_NONBLOCK));
    channel_name_end(number, 2 * channel_number(c) + 1, a->flags & O_CLOEXEC);
    mem_set(&c->end[1].descriptors, c->end[1].descriptors - 1); /* as it waited */
    socket_name_tell(&c->name[0], c->family, &a->from);
    t->result[0] = (uint64_t)number;
    return PERFORM_RESUME;
}

/* arg[0]: struct accepting; arg[2]: the end */
static enum performed perform_accept(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    return unless_cancelled(t, op, accept_one);
}

static void explain_accept(const struct op *op, char *out, unsigned long size)
{
    (void)op;
    text_format(out, size, "no connection waits to be accepted");
}

const struct semantics socket_accept_semantics = {.enabled = accept_enabled, .perform = perform_accept, .also_reads = cancel_reads,
                                                  .complete = complete_with_descriptors, .explain = explain_accept};

/* ---- stand-ins -------------------------------------------------------------------------------------------------------------- */

/* All channels: with whom it has to do is not known before. */
static int announce_socket(uint64_t pc, uint32_t operation, const void *in_frame, uint64_t b, int end)
{
    probe_wipe_stack();
    return (int)announce_from(pc, operation, mz__channels, sizeof mz__channels, (uint64_t)in_frame, b, (uint64_t)end);
}

static __attribute__((noinline)) int call_with_name(uint64_t pc, uint32_t operation, int fd, const void *address, unsigned size)
{
    struct spelt name;
    bool fits = socket_name_read(pc, address, size, &name); /* before: nothing comes between looking the number up and the call */
    int end = channel_of(pc, fd);
    if (end < 0)
        return channel_no_socket(pc, fd);
    if (!fits)
        return announce_failure_from(pc, EINVAL);
    return announce_socket(pc, operation, &name, 0, end);
}

STAND_IN(int, bind, int fd, const void *address, unsigned size)
{
    if (!probe_active(NULL))
        return REAL_AS(bind, int (*)(int, const void *, unsigned))(fd, address, size);
    return call_with_name(CALLER, OP_SOCKET_BIND | ANNOUNCE_DETAIL(BIND_NAME), fd, address, size);
}

STAND_IN(int, connect, int fd, const void *address, unsigned size)
{
    if (!probe_active(NULL))
        return REAL_AS(connect, int (*)(int, const void *, unsigned))(fd, address, size);
    return call_with_name(CALLER, OP_SOCKET_CONNECT, fd, address, size);
}

EXPORT int listen(int fd, int backlog)
{
    if (!probe_active(NULL))
        return REAL(listen)(fd, backlog);
    uint64_t pc = CALLER;
    int end = channel_of(pc, fd);
    if (end < 0)
        return channel_no_socket(pc, fd);
    return announce_socket(pc, OP_SOCKET_BIND | ANNOUNCE_DETAIL(BIND_LISTEN), NULL, (unsigned)backlog, end);
}

/* Peers of one that listens learn it, too: those who have connected. */
EXPORT int shutdown(int fd, int how)
{
    if (!probe_active(NULL))
        return REAL(shutdown)(fd, how);
    uint64_t pc = CALLER;
    int end = channel_of(pc, fd);
    if (end < 0)
        return channel_no_socket(pc, fd);
    if (channel_at((unsigned)end)->phase == PHASE_LISTENING)
        return announce_socket(pc, OP_SOCKET_BIND | ANNOUNCE_DETAIL(BIND_SHUT_DOWN), NULL, (unsigned)how, end);
    return (int)channel_announce_setting(pc, SET_SHUTDOWN, end, (uint64_t)how);
}

static __attribute__((noinline)) int accept_with(uint64_t pc, int fd, void *address, unsigned *size, int flags)
{
    struct accepting a;
    memset(&a, 0, sizeof a);
    a.flags = flags;
    int end = channel_of(pc, fd);
    if (end < 0)
        return channel_no_socket(pc, fd);
    int number = announce_socket(pc, OP_SOCKET_ACCEPT, &a, 0, end);
    if (number >= 0 && address)
        return socket_name_give(pc, &a.from, address, size) < 0 ? -1 : number;
    return number;
}

STAND_IN(int, accept, int fd, void *address, unsigned *size)
{
    if (!probe_active(NULL))
        return REAL_AS(accept, int (*)(int, void *, unsigned *))(fd, address, size);
    return accept_with(CALLER, fd, address, size, 0);
}

STAND_IN(int, accept4, int fd, void *address, unsigned *size, int flags)
{
    if (!probe_active(NULL))
        return REAL_AS(accept4, int (*)(int, void *, unsigned *, int))(fd, address, size, flags);
    uint64_t pc = CALLER;
    return flags & ~(SOCK_NONBLOCK | SOCK_CLOEXEC) ? announce_failure_from(pc, EINVAL) : accept_with(pc, fd, address, size, flags);
}
