/* datagrams.c - see datagrams.h. */
#include "probe/channels/datagrams.h"

#include <errno.h>
#include <poll.h>
#include <string.h>

#include "probe/errno.h"
#include "probe/families.h"
#include "probe/thread/cancel.h"
#include "world/premise.h"
#include "world/world.h"

/* The kernel keeps ten more for a socket of AF_UNIX that is connected to nobody or to another one, and then its senders wait. */
enum { MOST_UNANSWERED = 10, MOST_OF_UDP = 65507 };

/* ---- to whom ------------------------------------------------------------------------------------------------------------ */

/* In the stand-in's frame: arg[0]. arg[1]: bytes of it; arg[2]: the end, and how. */
struct datagram {
    int64_t      result;
    uint64_t     named; /* `to` says to whom it goes */
    struct spelt to;
    char         bytes[];
};

static bool is_same(const struct socket_name *a, const struct socket_name *b)
{
    return a->host == b->host && a->number == b->number;
}

/* A port is chosen when it is first needed. */
static void take_port(struct channel *c, unsigned host)
{
    if (c->name[0].host == HOST_NONE)
        mem_set(&c->name[0], ((struct socket_name){.number = socket_free_port(), .host = (uint8_t)host}));
}

/* What others see as its name: that of the loopback device, if it has any address. */
static struct socket_name seen_name(const struct channel *c)
{
    struct socket_name name = c->name[0];
    name.only6 = 0;
    name.host = name.host == HOST_ANY ? HOST_LOOPBACK : name.host == HOST_ANY6 ? HOST_LOOPBACK6 : name.host;
    return name;
}

/* Would what c sends be taken there: is it connected to nobody, or to c? */
static bool takes_from(const struct channel *c, const struct channel *from)
{
    struct socket_name name = seen_name(from);
    return c->peer.host == HOST_NONE || is_same(&c->peer, &name);
}

/* The socket of AF_UNIX that is called so; NULL: *error says why not. */
static struct channel *named_path(const struct socket_name *to, const struct channel *from, const struct thread *t, int *error)
{
    struct channel *c = socket_named(to, 0, false, t);
    *error = !c ? ECONNREFUSED : c->kind != CHANNEL_DGRAM ? EPROTOTYPE : !takes_from(c, from) ? EPERM : 0;
    return *error ? NULL : c;
}

static int find_path(const struct spelt *to, struct socket_name *name)
{
    int path = socket_path_find(to, false);
    *name = (struct socket_name){.number = (uint16_t)path, .host = HOST_PATH};
    return path < 0 ? -path : 0;
}

/* ---- connect --------------------------------------------------------------------------------------------------------------- */

enum performed datagrams_connect(struct thread *t, struct channel *c, const struct spelt *to)
{
    struct socket_name peer = socket_loopback(to);
    int error = 0;
    if (c->peer.host != HOST_NONE || c->queue[0].parts)
        return world_report(t, FAULT_REFUSED, 0, 0,
                            "connect of a socket of datagrams that is connected, or where some wait, is not supported");
    if (c->family == AF_UNIX) {
        error = find_path(to, &peer);
        if (!error)
            named_path(&peer, c, t, &error);
    } else {
        bool six = c->family == AF_INET6;
        take_port(c, six ? HOST_LOOPBACK6 : HOST_LOOPBACK);
        if (c->name[0].host == HOST_ANY || c->name[0].host == HOST_ANY6)
            mem_set(&c->name[0], seen_name(c));
    }
    if (error)
        return probe_fails(t, error);
    mem_set(&c->peer, peer);
    return PERFORM_RESUME;
}

/* ---- sending --------------------------------------------------------------------------------------------------------------- */

static struct channel *channel_in(const struct op *op)
{
    return channel_at((unsigned)op->arg[2] & CHANNEL_END);
}

static enum performed returns(struct thread *t, struct op *op, int64_t result)
{
    struct datagram *d = (struct datagram *)op->arg[0];
    mem_set(&d->result, result);
    t->result[0] = (uint64_t)result;
    channel_settle(channel_in(op), op->arg[2] & 1, t);
    return PERFORM_RESUME;
}

static enum performed fails(struct thread *t, struct op *op, int error)
{
    probe_set_errno(t, error);
    return returns(t, op, -1);
}

static enum performed deliver(struct thread *t, struct op *op, struct channel *to)
{
    struct channel *from = channel_in(op);
    const struct datagram *d = (const struct datagram *)op->arg[0];
    bool answered = to->family != AF_UNIX || to->peer.host != HOST_NONE;
    if (!answered && to->queue[0].parts > MOST_UNANSWERED)
        return world_report(t, FAULT_REFUSED, 0, 0, "more than %d datagrams that wait in a socket of AF_UNIX are not supported",
                            MOST_UNANSWERED + 1);
    if (!queue_has_room(to, 0, op->arg[1], true))
        return world_report(t, FAULT_REFUSED, 0, 0, "more than %d bytes, or %d messages, that wait in a socket are not supported",
                            BUFFER_BYTES - 1, QUEUE_MESSAGES);
    queue_put_from(to, d->bytes, (uint32_t)op->arg[1], seen_name(from));
    channel_news(to, 0, POLLIN | POLLRDNORM);
    return returns(t, op, (int64_t)op->arg[1]);
}

/* To whom it is connected is gone: that is told once. */
static enum performed lose_peer(struct thread *t, struct op *op)
{
    struct channel *c = channel_in(op);
    mem_clear(&c->peer, sizeof c->peer);
    queue_empty(c, 0);
    return fails(t, op, ECONNREFUSED);
}

static enum performed send_local(struct thread *t, struct op *op)
{
    struct channel *c = channel_in(op);
    const struct datagram *d = (const struct datagram *)op->arg[0];
    struct socket_name name = c->peer;
    int error = !d->named && name.host == HOST_NONE ? ENOTCONN : c->end[0].shut & SHUT_WRITING ? EPIPE : 0;
    if (!error && d->named)
        error = find_path(&d->to, &name);
    if (error)
        return fails(t, op, error);
    struct channel *to = named_path(&name, c, t, &error);
    if (!to && !d->named && error == ECONNREFUSED)
        return lose_peer(t, op);
    if (!to)
        return fails(t, op, error);
    if (to->end[0].shut & SHUT_READING)
        return fails(t, op, EPIPE);
    return deliver(t, op, to);
}

/* Nobody there: who is connected learns it with the next call. */
static enum performed send_by_udp(struct thread *t, struct op *op)
{
    struct channel *c = channel_in(op);
    const struct datagram *d = (const struct datagram *)op->arg[0];
    struct socket_name name = d->named ? socket_loopback(&d->to) : c->peer;
    if (!d->named && name.host == HOST_NONE)
        return fails(t, op, EDESTADDRREQ);
    if (op->arg[1] > MOST_OF_UDP)
        return fails(t, op, EMSGSIZE);
    struct channel *to = socket_at_port(&name, CHANNEL_DGRAM, false, t);
    if (to && takes_from(to, c))
        return deliver(t, op, to);
    if (c->peer.host != HOST_NONE && is_same(&c->peer, &name)) {
        mem_set(&c->end[0].error, (uint8_t)ECONNREFUSED);
        channel_news(c, 0, POLLERR);
    }
    return returns(t, op, (int64_t)op->arg[1]);
}

static enum performed send_datagram(struct thread *t, struct op *op)
{
    struct channel *c = channel_in(op);
    const struct datagram *d = (const struct datagram *)op->arg[0];
    if (!channel_is_lone(c))
        return fails(t, op, EBADF);
    int error = d->named ? socket_name_fits(c, &d->to) : 0;
    if (c->family != AF_UNIX) {
        premise_met(PREMISE_SOCKETS, op->pc);
        take_port(c, c->family == AF_INET ? HOST_ANY : HOST_ANY6);
    }
    if (error == SPELT_REFUSED)
        return world_report(t, FAULT_REFUSED, 0, 0, "sending to an address other than this machine's (127.0.0.1, ::1) is not supported");
    if (!error)
        error = channel_take_error(&c->end[0]);
    if (error)
        return fails(t, op, error);
    return c->family == AF_UNIX ? send_local(t, op) : send_by_udp(t, op);
}

static enum performed perform_send(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    if (!cancel_due(t, op))
        return send_datagram(t, op);
    channel_settle(channel_in(op), op->arg[2] & 1, t);
    return cancel_act(t);
}

static void complete_send(struct op *op)
{
    op->addr2 = (uint64_t)mz__descriptors;
    op->size2 = sizeof mz__descriptors;
}

const struct semantics socket_send_semantics = {.perform = perform_send, .complete = complete_send, .also_reads = cancel_reads};

__attribute__((noinline)) ssize_t datagram_send(uint64_t pc, int end, unsigned how, const struct iovec *parts, int count,
                                                const struct spelt *to)
{
    uint64_t total = parts_total(parts, count), kept = total < BUFFER_BYTES ? total : BUFFER_BYTES;
    size_t size = (sizeof(struct datagram) + kept + 15) & ~(size_t)15;
    struct datagram *d = memset(__builtin_alloca(size), 0, size);
    probe_wipe_stack();
    parts_gather(pc, parts, 0, d->bytes, kept);
    d->named = to != NULL;
    if (to)
        d->to = *to;
    announce_from(pc, OP_SOCKET_SEND, mz__channels, sizeof mz__channels, (uint64_t)d, total, (uint64_t)end | how);
    return d->result;
}
