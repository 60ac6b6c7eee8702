/* channel.c - see channel.h: who has an end open, what poll says of it, and who is told. */
#include "probe/channels/channel.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>

#include "world/world.h"

MODEL struct channel_slot mz__channels[CHANNELS];

static unsigned number_of(const struct channel *c)
{
    return (unsigned)((const struct channel_slot *)c - mz__channels);
}

/* Does the operation keep the end open? (poll does, too: closing what is polled is refused.) */
static bool uses(const struct op *op, unsigned end)
{
    switch (op->kind) {
    case OP_EPOLL_CTL: return op->arg[1] == end || op->arg[2] == end;
    case OP_CHANNEL_SET: return op->addr == (uint64_t)channel_at(end) && op->arg[2] == end;
    case OP_CHANNEL_READ:
    case OP_CHANNEL_WRITE:
    case OP_EPOLL_WAIT: return (op->arg[2] & CHANNEL_END) == end;
    default: return false;
    }
}

/* t's own call does not count: it is over when this is asked, or asks for itself. */
static bool is_used(unsigned end, const struct thread *t)
{
    THREADSET_EACH(u, mz__world.live)
        if (&mz__world.thread[u] != t && uses(&mz__world.thread[u].op, end))
            return true;
    return false;
}

bool channel_end_is_open(const struct channel *c, unsigned end, const struct thread *t)
{
    return c->end[end].descriptors || is_used(2 * number_of(c) + end, t);
}

/* ---- what is ready ------------------------------------------------------------------------------------------------------- */

static unsigned pipe_ready(const struct channel *c, unsigned end, const struct thread *t)
{
    bool alone = !channel_end_is_open(c, !end, t);
    if (end == 0)
        return (c->queue[0].bytes ? POLLIN | POLLRDNORM : 0) | (alone ? POLLHUP : 0);
    return (queue_pipe_is_full(c) ? 0 : POLLOUT | POLLWRNORM) | (alone ? POLLERR : 0);
}

static unsigned eventfd_ready(const struct channel *c)
{
    return (c->counter ? POLLIN : 0) | (c->counter < UINT64_MAX - 1 ? POLLOUT : 0);
}

static unsigned socket_ready(const struct channel *c, unsigned end)
{
    const struct channel_end *me = &c->end[end];
    unsigned ready = POLLOUT | POLLWRNORM | POLLWRBAND; /* what there is no room for is refused */
    if (c->queue[end].bytes || c->queue[end].parts || me->shut & SHUT_READING)
        ready |= POLLIN | POLLRDNORM;
    if (me->shut & SHUT_READING)
        ready |= POLLRDHUP;
    if (me->shut & SHUT_READING && me->shut & SHUT_WRITING)
        ready |= POLLHUP;
    return ready | (me->reset ? POLLERR : 0);
}

unsigned channel_ready(const struct channel *c, unsigned end, const struct thread *t)
{
    switch (c->kind) {
    case CHANNEL_PIPE: return pipe_ready(c, end, t);
    case CHANNEL_EVENTFD: return eventfd_ready(c);
    case CHANNEL_EPOLL: return epoll_is_ready(c, t) ? POLLIN | POLLRDNORM : 0;
    default: return socket_ready(c, end);
    }
}

void channel_news(struct channel *c, unsigned end, unsigned key)
{
    for (struct watch *w = c->watch; w < c->watch + WATCHES; w++) {
        bool wanted = !key || key & (w->events | POLLERR | POLLHUP);
        if (w->epoll && w->end == end && w->events & EPOLLET && wanted && !w->news) {
            mem_will_write(w, sizeof *w);
            w->news = 1;
        }
    }
}

/* ---- closing -------------------------------------------------------------------------------------------------------------- */

static void forget_watches(struct channel *c, unsigned end)
{
    for (struct watch *w = c->watch; w < c->watch + WATCHES; w++)
        if (w->epoll && w->end == end)
            mem_clear(w, sizeof *w);
}

static void forget_epoll(const struct channel *epoll)
{
    for (struct channel_slot *s = mz__channels; s < mz__channels + CHANNELS; s++)
        for (struct watch *w = s->it.watch; w < s->it.watch + WATCHES; w++)
            if (w->epoll == number_of(epoll) + 1)
                mem_clear(w, sizeof *w);
}

/* The other end learns that there is nobody here any more. */
static void leave_socket(struct channel *c, unsigned end)
{
    struct channel_end *other = &c->end[!end];
    bool unread = c->queue[end].bytes || c->queue[end].parts;
    if (c->kind == CHANNEL_DGRAM)
        return;
    mem_set(&other->shut, (uint8_t)(SHUT_READING | SHUT_WRITING));
    if (unread)
        mem_set(&other->reset, (uint8_t)1);
}

void channel_settle(struct channel *c, unsigned end, const struct thread *t)
{
    if (channel_end_is_open(c, end, t))
        return;
    forget_watches(c, end);
    if (c->kind == CHANNEL_EPOLL)
        forget_epoll(c);
    if (channel_is_socket(c))
        leave_socket(c, end);
    channel_news(c, !end, 0);
    if (channel_is_socket(c))
        queue_empty(c, end);
    if (channel_end_is_open(c, !end, t))
        return;
    queue_empty(c, 0);
    queue_empty(c, 1);
    mem_clear(c, sizeof *c);
}

/* ---- for stand-ins ---------------------------------------------------------------------------------------------------------- */

int channel_of(uint64_t pc, int fd)
{
    if (!mz__world.channels)
        return -1;
    descriptor_depends(pc, fd);
    return descriptor_is_channel(fd) ? (int)mz__descriptors[fd].file : -1;
}
