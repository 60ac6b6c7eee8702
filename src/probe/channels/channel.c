/* channel.c - see channel.h: who has an end open, what poll says of it, and who is told. (Closing is in closing.c.) */
#include "probe/channels/channel.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>

#include "world/world.h"

MODEL struct channel_slot mz__channels[CHANNELS];

/* Does the operation keep the end open? (poll does, too: closing what is polled is refused.) */
static bool uses(const struct op *op, unsigned end)
{
    switch (op->kind) {
    case OP_EPOLL_CTL: return op->arg[1] == end || op->arg[2] == end;
    case OP_CHANNEL_SET: return op->addr == (uint64_t)channel_at(end) && op->arg[2] == end;
    case OP_CHANNEL_READ:
    case OP_CHANNEL_WRITE:
    case OP_SOCKET_BIND:
    case OP_SOCKET_CONNECT:
    case OP_SOCKET_ACCEPT:
    case OP_SOCKET_SEND:
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
    return c->end[end].descriptors || is_used(2 * channel_number(c) + end, t);
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

static bool is_listening(const struct channel *c, unsigned end)
{
    return c->phase == PHASE_LISTENING && end == 0;
}

/* One that listens is never ready to be written. */
static unsigned socket_ready(const struct channel *c, unsigned end)
{
    const struct channel_end *me = &c->end[end];
    bool listens = is_listening(c, end), tcp = channel_is_tcp(c), alone = c->phase == PHASE_FRESH || c->phase == PHASE_FAILED;
    unsigned ready = listens ? 0 : POLLOUT | POLLWRNORM | (tcp ? 0 : POLLWRBAND); /* what there is no room for is refused */
    if (c->queue[end].bytes || c->queue[end].parts || (listens && c->waiting))
        ready |= POLLIN | POLLRDNORM;
    if (listens && tcp)
        return ready;
    if (me->shut & SHUT_READING)
        ready |= POLLIN | POLLRDNORM | POLLRDHUP;
    if ((me->shut & SHUT_READING && me->shut & SHUT_WRITING) || (alone && c->kind != CHANNEL_DGRAM))
        ready |= POLLHUP;
    return ready | (me->error ? POLLERR : 0);
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

int channel_take_error(struct channel_end *e)
{
    int error = e->error;
    if (error)
        mem_set(&e->error, (uint8_t)0);
    return error;
}

/* ---- for stand-ins ---------------------------------------------------------------------------------------------------------- */

int channel_of(uint64_t pc, int fd)
{
    if (!mz__world.channels)
        return -1;
    descriptor_depends(pc, fd);
    return descriptor_is_channel(fd) ? (int)mz__descriptors[fd].file : -1;
}

int channel_no_socket(uint64_t pc, int fd)
{
    return announce_failure_from(pc, descriptor_use_now(fd) == USE_NONE ? EBADF : ENOTSOCK);
}
