/* closing.c - see channel.h: what becomes of a channel when nobody has an end of it open any more. */
#include <errno.h>

#include "probe/channels/channel.h"
#include "probe/channels/tcp.h"
#include "world/world.h"

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
            if (w->epoll == channel_number(epoll) + 1)
                mem_clear(w, sizeof *w);
}

/* The other end learns that there is nobody here any more. */
static void leave_socket(struct channel *c, unsigned end, bool unread)
{
    struct channel_end *other = &c->end[!end];
    if (c->kind == CHANNEL_DGRAM)
        return;
    if (channel_is_tcp(c)) {
        tcp_leave(c, end, unread);
        return;
    }
    mem_set(&other->shut, (uint8_t)(SHUT_READING | SHUT_WRITING));
    if (unread)
        mem_set(&other->error, (uint8_t)ECONNRESET);
}

static bool has_unread(const struct channel *c, unsigned end)
{
    return c->queue[end].bytes || c->queue[end].parts;
}

/* To its other end it is as if it had been closed without reading what there was. */
static void abandon_one(struct channel *c, const struct thread *t)
{
    mem_set(&c->end[1].descriptors, c->end[1].descriptors - 1);
    leave_socket(c, 1, true);
    channel_settle(c, 1, t);
}

bool channel_would_abandon(const struct channel *c)
{
    return c->phase == PHASE_LISTENING && c->waiting && c->end[0].descriptors == 0;
}

enum performed channel_refuse_to_abandon(struct thread *t)
{
    return world_report(t, FAULT_REFUSED, 0, 0,
                        "a listening socket in which connections wait, and that ends while another call uses it, is not supported");
}

void channel_abandon(struct channel *listener, const struct thread *t)
{
    for (unsigned i = 0; i < listener->waiting; i++)
        abandon_one(channel_at(2u * listener->pending[i]), t);
    mem_clear(listener->pending, sizeof listener->pending);
    mem_set(&listener->waiting, (uint8_t)0);
}

void channel_settle(struct channel *c, unsigned end, const struct thread *t)
{
    if (channel_end_is_open(c, end, t))
        return;
    forget_watches(c, end);
    if (c->kind == CHANNEL_EPOLL)
        forget_epoll(c);
    if (c->phase == PHASE_LISTENING && end == 0)
        channel_abandon(c, t);
    else if (channel_is_socket(c))
        leave_socket(c, end, has_unread(c, end));
    if (!channel_is_tcp(c)) /* whose other end has been told, unless it knew before */
        channel_news(c, !end, 0);
    if (channel_is_socket(c))
        queue_empty(c, end);
    if (channel_end_is_open(c, !end, t))
        return;
    queue_empty(c, 0);
    queue_empty(c, 1);
    mem_clear(c, sizeof *c);
}
