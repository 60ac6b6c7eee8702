/* tcp.c - see tcp.h. As Linux does it. */
#include "probe/channels/tcp.h"

#include <errno.h>

#include "probe/errno.h"
#include "world/world.h"

bool tcp_is_closed(const struct channel *c, unsigned end)
{
    uint8_t shut = c->end[end].shut;
    return !channel_is_connected(c) || shut & CUT || (shut & DONE && shut & SHUT_WRITING);
}

static void shut(struct channel *c, unsigned end, unsigned how)
{
    mem_set(&c->end[end].shut, (uint8_t)(c->end[end].shut | how));
}

/* The end gets a reset. */
static void cut(struct channel *c, unsigned end)
{
    if (tcp_is_closed(c, end))
        return;
    mem_set(&c->end[end].error, (uint8_t)(c->end[end].shut & DONE ? EPIPE : ECONNRESET));
    shut(c, end, SHUT_READING | SHUT_WRITING | CUT);
    channel_news(c, end, 0);
}

/* It sends no more, and the other end learns that. */
static void finish(struct channel *c, unsigned end)
{
    if (tcp_is_closed(c, !end))
        return;
    shut(c, !end, SHUT_READING | DONE);
    channel_news(c, !end, 0);
}

void tcp_leave(struct channel *c, unsigned end, bool unread)
{
    if (tcp_is_closed(c, end))
        return;
    if (unread)
        cut(c, !end);
    else if (!(c->end[end].shut & SHUT_WRITING))
        finish(c, end);
}

/* A port that the program has not asked for is given back. */
static void stop_listening(struct channel *c, const struct thread *t)
{
    channel_abandon(c, t);
    if (c->bound != PORT_BOUND)
        mem_set(&c->bound, (uint8_t)PORT_RELEASED);
    mem_set(&c->phase, (uint8_t)PHASE_FRESH);
    mem_set(&c->end[0].shut, (uint8_t)0);
}

/* One that listens does so no more; one that is not connected is told so, and reads or writes no more all the same. */
enum performed tcp_shut_down(struct thread *t, struct channel *c, unsigned end, int how)
{
    unsigned mine = how == SHUT_RD ? SHUT_READING : how == SHUT_WR ? SHUT_WRITING : SHUT_READING | SHUT_WRITING;
    bool listened = c->phase == PHASE_LISTENING, closed = tcp_is_closed(c, end);
    bool finishes = !closed && mine & SHUT_WRITING && !(c->end[end].shut & SHUT_WRITING);
    if (listened && mine & SHUT_READING)
        stop_listening(c, t);
    else if (!listened)
        shut(c, end, mine);
    if (finishes)
        finish(c, end);
    channel_news(c, end, 0);
    return closed && !listened ? probe_fails(t, ENOTCONN) : PERFORM_RESUME;
}

bool tcp_reads_no_more(const struct channel *c, unsigned end)
{
    return tcp_is_closed(c, end) || c->end[end].error || c->end[end].shut & SHUT_READING;
}

int tcp_read_fails(struct channel *c, unsigned end)
{
    struct channel_end *me = &c->end[end];
    if (c->phase == PHASE_LISTENING)
        return ENOTCONN;
    if (me->shut & DONE)
        return 0;
    if (me->error)
        return channel_take_error(me);
    return me->shut & SHUT_READING ? 0 : ENOTCONN;
}

int tcp_write_fails(struct channel *c, unsigned end)
{
    struct channel_end *me = &c->end[end];
    if (me->error)
        return channel_take_error(me);
    return tcp_is_closed(c, end) || me->shut & SHUT_WRITING ? EPIPE : 0;
}

bool tcp_delivers(struct channel *c, unsigned end, const struct thread *t)
{
    unsigned others = c->end[!end].shut;
    if (!channel_end_is_open(c, !end, t)) {
        cut(c, end);
        return false;
    }
    if (others & SHUT_READING && others & SHUT_WRITING) { /* by itself: this end still writes */
        cut(c, !end);
        cut(c, end);
        return false;
    }
    return true;
}
