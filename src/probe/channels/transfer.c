/* transfer.c - see transfer.h: OP_CHANNEL_READ and OP_CHANNEL_WRITE.
 *
 * What is written is read from the program's memory before, and what was read is written there afterwards, as accesses of their own; in
 * between it is in the stand-in's frame. So a channel's operation touches nothing but the channel, and a read of more than there is
 * touches no more of the program's memory than it fills.
 */
#include "probe/channels/transfer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/syscall.h>

#include "base/raw.h"
#include "base/text.h"
#include "probe/channels/datagrams.h"
#include "probe/channels/tcp.h"
#include "probe/errno.h"
#include "probe/families.h"
#include "probe/process/signals.h"
#include "probe/thread/cancel.h"
#include "world/premise.h"
#include "world/world.h"

/* In the stand-in's frame: arg[0]. arg[1]: bytes of it; arg[2]: the end, and how; arg[3]: how many are written, or read by now. */
struct transfer {
    int64_t  result;  /* not what the operation returns: a handler may run before the call does */
    uint64_t whole;   /* what the program asked to be written, if this is where the write begins */
    uint64_t message; /* bytes of the message that was read, of which the buffer may hold a part */
    struct socket_name from; /* who has sent what was read, if it has a name that is told */
    uint64_t goes_on; /* of a write to a pipe: there may be more, which waits for room */
    uint32_t more;    /* of a piece of a write: another one follows, and the end is kept open for it */
    uint32_t held;    /* likewise: the piece before has kept it open */
    char     bytes[];
};

static struct channel *channel_in(const struct op *op)
{
    return (struct channel *)op->addr;
}

static unsigned end_in(const struct op *op)
{
    return (unsigned)op->arg[2] & 1;
}

static struct transfer *transfer_in(const struct op *op)
{
    return (struct transfer *)op->arg[0];
}

/* A call that is for sockets only fails at once. */
static bool is_no_socket(const struct op *op)
{
    return op->arg[2] & CHANNEL_SOCKETS && !channel_is_socket(channel_in(op));
}

static bool waits(const struct op *op)
{
    return !is_no_socket(op) && !(op->arg[2] & CHANNEL_DONTWAIT) && !(channel_in(op)->end[end_in(op)].flags & O_NONBLOCK);
}

static bool has_messages(const struct channel *c)
{
    return c->kind == CHANNEL_SEQPACKET || c->kind == CHANNEL_DGRAM;
}

/* Between two pieces of a write no operation keeps the end open: it counts as if a descriptor more did. */
static void hold(const struct op *op, uint32_t more)
{
    struct channel_end *e = &channel_in(op)->end[end_in(op)];
    if (more != transfer_in(op)->held)
        mem_set(&e->descriptors, e->descriptors + more - transfer_in(op)->held);
}

/* The call is over, or this piece of it. */
static void ends(struct thread *t, struct op *op, uint32_t more)
{
    hold(op, more);
    channel_settle(channel_in(op), end_in(op), t);
}

static enum performed returns(struct thread *t, struct op *op, int64_t result)
{
    struct transfer *x = transfer_in(op);
    mem_set(&x->result, result);
    t->result[0] = (uint64_t)result;
    ends(t, op, x->more && x->goes_on && result == (int64_t)op->arg[1]);
    return PERFORM_RESUME;
}

static enum performed fails(struct thread *t, struct op *op, int error)
{
    probe_set_errno(t, error);
    return returns(t, op, -1);
}

/* The call transfers nothing: its thread is cancelled, or its descriptor is of another kind. */
static bool is_given_up(const struct thread *t, const struct op *op)
{
    return cancel_due(t, op) || channel_in(op)->kind == CHANNEL_EPOLL || is_no_socket(op);
}

static enum performed give_up(struct thread *t, struct op *op)
{
    if (!cancel_due(t, op))
        return fails(t, op, channel_in(op)->kind == CHANNEL_EPOLL ? EINVAL : ENOTSOCK);
    ends(t, op, 0);
    return cancel_act(t);
}

/* ---- reading ---------------------------------------------------------------------------------------------------------------- */

/* read and readv of nothing from a socket do nothing; recv takes a message, or waits for bytes. */
static bool reads_nothing(const struct op *op)
{
    return op->arg[1] == 0 && !(op->arg[2] & CHANNEL_SOCKETS);
}

/* Is it an end of a connection? */
static bool is_connected(const struct channel *c, unsigned end)
{
    return end || channel_is_connected(c) || c->kind == CHANNEL_DGRAM;
}

static bool socket_readable(const struct channel *c, const struct op *op)
{
    unsigned end = end_in(op);
    if (c->queue[end].bytes || c->queue[end].parts || c->end[end].shut & SHUT_READING || reads_nothing(op))
        return true;
    return channel_is_tcp(c) ? tcp_reads_no_more(c, end) : !is_connected(c, end) || c->end[end].error;
}

/* Is there something to be read, the end of everything, or an error? */
static bool readable(const struct thread *t, const struct op *op)
{
    const struct channel *c = channel_in(op);
    switch (c->kind) {
    case CHANNEL_PIPE: return end_in(op) != 0 || op->arg[1] == 0 || c->queue[0].bytes || !channel_end_is_open(c, 1, t);
    case CHANNEL_EVENTFD: return c->counter || op->arg[1] < sizeof c->counter;
    case CHANNEL_EPOLL: return true;
    default: return socket_readable(c, op);
    }
}

static bool read_enabled(const struct thread *t, const struct op *op)
{
    return readable(t, op) || !waits(op) || cancel_due(t, op);
}

static uint64_t room_in(const struct op *op)
{
    return op->arg[1] < BUFFER_BYTES ? op->arg[1] : BUFFER_BYTES;
}

static enum performed read_pipe(struct thread *t, struct op *op)
{
    struct channel *c = channel_in(op);
    bool was_full = queue_pipe_is_full(c);
    if (end_in(op) != 0)
        return fails(t, op, EBADF);
    uint32_t count = queue_take(c, 0, transfer_in(op)->bytes, room_in(op), false);
    if (was_full && !queue_pipe_is_full(c))
        channel_news(c, 1, POLLOUT | POLLWRNORM);
    return returns(t, op, count);
}

static enum performed read_eventfd(struct thread *t, struct op *op)
{
    struct channel *c = channel_in(op);
    uint64_t value = c->semaphore ? 1 : c->counter;
    if (op->arg[1] < sizeof value)
        return fails(t, op, EINVAL);
    mem_copy(transfer_in(op)->bytes, &value, sizeof value);
    mem_set(&c->counter, c->counter - value);
    channel_news(c, 0, POLLOUT);
    return returns(t, op, sizeof value);
}

/* Nothing waits: what the call fails with, or 0. */
static int read_fails(struct channel *c, const struct op *op)
{
    unsigned end = end_in(op);
    if (channel_is_tcp(c))
        return tcp_read_fails(c, end);
    if (!is_connected(c, end))
        return c->kind == CHANNEL_STREAM ? EINVAL : ENOTCONN;
    if (c->kind == CHANNEL_DGRAM && !waits(op)) /* shut down: Linux looks at that only where it would wait */
        return EAGAIN;
    return channel_take_error(&c->end[end]);
}

/* Something waits. Who wants all of a stream goes on until there is as much, or the end of it. */
static enum performed read_bytes(struct thread *t, struct op *op, struct channel *c)
{
    uint64_t done = op->arg[3], room = room_in(op) - done;
    char *to = transfer_in(op)->bytes + done;
    if (op->arg[2] & CHANNEL_PEEKS)
        return returns(t, op, queue_peek(c, end_in(op), to, room, has_messages(c)));
    done += queue_take(c, end_in(op), to, room, has_messages(c));
    if (!channel_is_tcp(c)) /* which tells of room to those only who have found none */
        channel_news(c, !end_in(op), POLLOUT | POLLWRNORM | POLLWRBAND);
    bool goes_on = op->arg[2] & CHANNEL_WAITS_ALL && !has_messages(c) && waits(op) && done < room_in(op);
    if (!goes_on)
        return returns(t, op, (int64_t)done);
    op->arg[3] = done;
    return PERFORM_PENDING;
}

static enum performed read_socket(struct thread *t, struct op *op)
{
    struct channel *c = channel_in(op);
    const struct queue *q = &c->queue[end_in(op)];
    if (reads_nothing(op))
        return returns(t, op, 0);
    if (c->kind == CHANNEL_DGRAM && c->end[end_in(op)].error)
        return fails(t, op, channel_take_error(&c->end[end_in(op)]));
    if (!q->bytes && !q->parts) {
        int error = op->arg[3] ? 0 : read_fails(c, op);
        return error ? fails(t, op, error) : returns(t, op, (int64_t)op->arg[3]);
    }
    if (has_messages(c))
        mem_set(&transfer_in(op)->message, (uint64_t)q->length[0]);
    if (!channel_is_tcp(c))
        mem_set(&transfer_in(op)->from, channel_is_lone(c) ? queue_sender(c) : c->name[!end_in(op)]);
    return read_bytes(t, op, c);
}

static enum performed perform_read(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    struct channel *c = channel_in(op);
    if (is_given_up(t, op))
        return give_up(t, op);
    if (channel_would_abandon(c))
        return channel_refuse_to_abandon(t);
    if (!readable(t, op))
        return op->arg[3] ? returns(t, op, (int64_t)op->arg[3]) : fails(t, op, EAGAIN);
    return c->kind == CHANNEL_PIPE ? read_pipe(t, op) : c->kind == CHANNEL_EVENTFD ? read_eventfd(t, op) : read_socket(t, op);
}

/* ---- writing ---------------------------------------------------------------------------------------------------------------- */

/* More than 8 bytes were taken by older kernels, which used the first of them. */
static bool kernel_takes_more(void)
{
    static int answer; /* + 1; 0: not asked yet */
    if (!answer) {
        static const uint64_t zeros[2];
        long fd = raw_syscall(SYS_eventfd2, 0, O_NONBLOCK | O_CLOEXEC, 0, 0, 0, 0);
        answer = 1 + (fd >= 0 && raw_syscall(SYS_write, fd, (long)zeros, sizeof zeros, 0, 0, 0) > 0);
        raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
    }
    return answer > 1;
}

static bool is_wrong_size(const struct op *op)
{
    return op->arg[1] < sizeof(uint64_t) || (op->arg[1] > sizeof(uint64_t) && !kernel_takes_more());
}

static bool eventfd_takes(const struct op *op)
{
    uint64_t value;
    if (is_wrong_size(op))
        return true;
    memcpy(&value, transfer_in(op)->bytes, sizeof value);
    return value == UINT64_MAX || UINT64_MAX - channel_in(op)->counter > value;
}

static bool begins(const struct op *op)
{
    return op->arg[3] == 0;
}

static bool writable(const struct thread *t, const struct op *op)
{
    const struct channel *c = channel_in(op);
    switch (c->kind) {
    case CHANNEL_PIPE:
        return end_in(op) != 1 || op->arg[1] == 0 || queue_pipe_takes(c, transfer_in(op)->whole, begins(op))
            || !channel_end_is_open(c, 0, t);
    case CHANNEL_EVENTFD: return eventfd_takes(op);
    default: return true;
    }
}

static bool write_enabled(const struct thread *t, const struct op *op)
{
    return writable(t, op) || !waits(op) || cancel_due(t, op);
}

/* Nobody has the other end open. */
static enum performed broken(struct thread *t, struct op *op, bool signals)
{
    uint64_t handler = mz__signals.disposition[SIGPIPE].handler;
    bool blocked = mz__signals.mask[t->number] & signal_bit(SIGPIPE);
    if (signals && handler != (uint64_t)SIG_IGN && blocked)
        return world_report(t, FAULT_REFUSED, 0, 0, "SIGPIPE that is blocked is not supported");
    if (signals && handler == (uint64_t)SIG_DFL) {
        world_report(t, FAULT_CRASH, SIGPIPE, 0, "SIGPIPE: write to a pipe or socket whose other end is closed");
        mz__world.fault.pc = op->pc - 1; /* the call, and not where it returns to */
        return PERFORM_FAULT;
    }
    if (op->arg[3])
        returns(t, op, (int64_t)op->arg[3]);
    else
        fails(t, op, EPIPE);
    return signals ? signal_act(t, op, SIGPIPE, SI_USER) : PERFORM_RESUME;
}

/* A write that there is not room for goes on when there is. */
static enum performed write_pipe(struct thread *t, struct op *op)
{
    struct channel *c = channel_in(op);
    if (end_in(op) != 1)
        return fails(t, op, EBADF);
    if (op->arg[1] == 0)
        return returns(t, op, 0);
    if (!channel_end_is_open(c, 0, t))
        return broken(t, op, true);
    uint64_t written = op->arg[3];
    written += queue_put_pipe(c, transfer_in(op)->bytes + written, op->arg[1] - written, transfer_in(op)->whole,
                              begins(op));
    if (written > op->arg[3])
        channel_news(c, 0, POLLIN | POLLRDNORM);
    mem_set(&transfer_in(op)->goes_on, (uint64_t)waits(op));
    if (written == op->arg[1] || (!waits(op) && written > 0))
        return returns(t, op, (int64_t)written);
    if (!waits(op))
        return fails(t, op, EAGAIN);
    op->arg[3] = written;
    return PERFORM_PENDING;
}

static enum performed write_eventfd(struct thread *t, struct op *op)
{
    struct channel *c = channel_in(op);
    uint64_t value;
    if (is_wrong_size(op))
        return fails(t, op, EINVAL);
    memcpy(&value, transfer_in(op)->bytes, sizeof value);
    if (value == UINT64_MAX)
        return fails(t, op, EINVAL);
    if (!eventfd_takes(op))
        return fails(t, op, EAGAIN);
    mem_set(&c->counter, c->counter + value);
    channel_news(c, 0, POLLIN);
    return returns(t, op, sizeof value);
}

/* Why nobody gets a datagram; 0: somebody does. That the other end was closed is told once, and what it has sent is gone then. */
static int datagram_refused(struct channel *c, unsigned end, const struct thread *t)
{
    uint8_t *shut = &c->end[end].shut;
    if (*shut & ALONE)
        return ENOTCONN;
    if (!channel_end_is_open(c, !end, t)) {
        mem_set(shut, (uint8_t)(*shut | ALONE));
        queue_empty(c, end);
        return ECONNREFUSED;
    }
    return c->end[!end].shut & SHUT_READING ? EPIPE : 0;
}

/* What a write to a socket of AF_UNIX fails with at once; EPIPE: nobody reads it. */
static int write_fails(struct channel *c, unsigned end)
{
    int error = c->kind == CHANNEL_SEQPACKET ? channel_take_error(&c->end[end]) : 0;
    if (error)
        return error;
    if (!is_connected(c, end))
        return ENOTCONN;
    return c->end[end].shut & SHUT_WRITING ? EPIPE : 0;
}

/* Linux counts what a write costs, and not its bytes alone: after 69 small ones that nobody has read a socket of AF_UNIX is not ready for
 * more, and after 278 it is full. */
static bool may_be_full(const struct channel *c, unsigned end, uint64_t count)
{
    enum { ALWAYS_FIT = 64, FIT_ALONE = 32768 };
    uint64_t waiting = c->queue[end].bytes;
    return !channel_is_tcp(c) && (waiting ? waiting + count > ALWAYS_FIT : count > FIT_ALONE);
}

static enum performed write_socket(struct thread *t, struct op *op)
{
    struct channel *c = channel_in(op);
    unsigned end = end_in(op);
    bool message = has_messages(c);
    bool tcp = channel_is_tcp(c), signals = c->kind == CHANNEL_STREAM && !(op->arg[2] & CHANNEL_NOSIGNAL);
    int error = tcp ? tcp_write_fails(c, end) : write_fails(c, end);
    if (error == EPIPE)
        return broken(t, op, signals);
    int refused = !error && c->kind == CHANNEL_DGRAM ? datagram_refused(c, end, t) : error;
    if (refused)
        return fails(t, op, refused);
    if (op->arg[1] == 0 && !message)
        return returns(t, op, 0);
    if (tcp && !tcp_delivers(c, end, t))
        return returns(t, op, (int64_t)op->arg[1]);
    if (!queue_has_room(c, !end, transfer_in(op)->whole, message))
        return world_report(t, FAULT_REFUSED, 0, 0, "more than %d bytes, or %d messages, that wait in a socket are not supported",
                            BUFFER_BYTES - 1, QUEUE_MESSAGES);
    if (may_be_full(c, !end, op->arg[1]))
        premise_met(PREMISE_ROOM, op->pc);
    queue_put(c, !end, transfer_in(op)->bytes, (uint32_t)op->arg[1], message);
    channel_news(c, !end, POLLIN | POLLPRI | POLLRDNORM | POLLRDBAND);
    return returns(t, op, (int64_t)op->arg[1]);
}

static enum performed perform_write(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    struct channel *c = channel_in(op);
    if (is_given_up(t, op))
        return give_up(t, op);
    if (channel_would_abandon(c))
        return channel_refuse_to_abandon(t);
    return c->kind == CHANNEL_PIPE ? write_pipe(t, op) : c->kind == CHANNEL_EVENTFD ? write_eventfd(t, op) : write_socket(t, op);
}

/* What SIGPIPE does. */
static void complete_write(struct op *op)
{
    op->addr2 = (uint64_t)&mz__signals.disposition[SIGPIPE];
    op->size2 = sizeof(struct disposition);
}

/* ---- for reports --------------------------------------------------------------------------------------------------------------- */

static const char *word_for(const struct channel *c)
{
    return c->kind == CHANNEL_PIPE ? "pipe" : "socket";
}

static void explain_read(const struct op *op, char *out, unsigned long size)
{
    const struct channel *c = channel_in(op);
    if (c->kind == CHANNEL_EVENTFD)
        text_format(out, size, "the counter of the eventfd is 0");
    else
        text_format(out, size, "nothing waits in the %s, whose other end is open", word_for(c));
}

static void explain_write(const struct op *op, char *out, unsigned long size)
{
    const struct channel *c = channel_in(op);
    if (c->kind == CHANNEL_EVENTFD)
        text_format(out, size, "the counter of the eventfd cannot become larger");
    else
        text_format(out, size, "the %s is full", word_for(c));
}

const struct semantics channel_read_semantics = {
    .enabled = read_enabled, .perform = perform_read, .also_reads = cancel_reads, .explain = explain_read};
const struct semantics channel_write_semantics = {.enabled = write_enabled, .perform = perform_write, .also_reads = cancel_reads,
                                                  .complete = complete_write, .explain = explain_write};

/* ---- stand-ins -------------------------------------------------------------------------------------------------------------- */

/* A transfer of so many bytes in the caller's frame. What lies below it is no part of the state any more. */
#define TRANSFER(bytes_)                                                                            \
    ({                                                                                              \
        size_t size_ = (sizeof(struct transfer) + (bytes_) + 15) & ~(size_t)15;                     \
        struct transfer *made_ = memset(__builtin_alloca(size_), 0, size_);                         \
        probe_wipe_stack();                                                                         \
        made_;                                                                                      \
    })

static void announce_transfer(uint64_t pc, enum op_kind kind, int end, unsigned how, struct transfer *x, uint64_t count)
{
    announce_from(pc, kind, channel_at((unsigned)end), CHANNEL_STRIDE, (uint64_t)x, count, (uint64_t)end | how);
}

/* `parts` are the stand-in's own. */
__attribute__((noinline)) struct received channel_receive(uint64_t pc, int end, unsigned how, const struct iovec *parts, int count)
{
    uint64_t total = parts_total(parts, count);
    struct transfer *x = TRANSFER(total < BUFFER_BYTES ? total : BUFFER_BYTES);
    unsigned family = channel_at((unsigned)end)->family;
    announce_transfer(pc, OP_CHANNEL_READ, end, how, x, total);
    struct received got = {.result = x->result, .message = x->message};
    if (x->from.host)
        socket_name_spell(&x->from, family, &got.from);
    if (x->result > 0)
        parts_scatter(pc, parts, x->bytes, (uint64_t)x->result);
    return got;
}

struct sent {
    ssize_t result;
    bool    goes_on;
};

/* One piece of up to BUFFER_BYTES. */
static __attribute__((noinline)) struct sent send_piece(uint64_t pc, int end, unsigned how, const struct iovec *parts, uint64_t from,
                                                        uint64_t whole)
{
    uint64_t count = whole - from < BUFFER_BYTES ? whole - from : BUFFER_BYTES;
    struct transfer *x = TRANSFER(count);
    x->whole = from ? 0 : whole;
    x->more = from + count < whole;
    x->held = from > 0;
    parts_gather(pc, parts, from, x->bytes, count);
    announce_transfer(pc, OP_CHANNEL_WRITE, end, how, x, count);
    return (struct sent){x->result, x->goes_on && x->result == (int64_t)count};
}

/* A write to a pipe that waits for room goes on with the next piece; others have written what they could. (The descriptor was looked up
 * once, and its end stays open until the last piece: what the number names meanwhile does not matter.) */
ssize_t channel_send(uint64_t pc, int end, unsigned how, const struct iovec *parts, int count)
{
    uint64_t whole = parts_total(parts, count), written = 0;
    struct sent piece;
    if (channel_is_lone(channel_at((unsigned)end)))
        return datagram_send(pc, end, how, parts, count, NULL);
    do {
        piece = send_piece(pc, end, how, parts, written, whole);
        if (piece.result < 0)
            return written ? (ssize_t)written : piece.result;
        written += (uint64_t)piece.result;
    } while (piece.goes_on && written < whole);
    return (ssize_t)written;
}

ssize_t channel_read(uint64_t pc, int end, void *to, size_t n)
{
    struct iovec one = {to, n};
    return channel_receive(pc, end, 0, &one, 1).result;
}

ssize_t channel_write(uint64_t pc, int end, const void *from, size_t n)
{
    struct iovec one = {(void *)(uintptr_t)from, n};
    return channel_send(pc, end, 0, &one, 1);
}
