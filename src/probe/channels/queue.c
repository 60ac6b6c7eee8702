/* queue.c - the bytes and messages that wait in a channel to be read. */
#include <string.h>

#include "probe/channels/channel.h"

static MODEL struct bytes {
    char at[BUFFER_BYTES];
} buffers[BUFFERS];

/* Senders of the messages that wait in a lone socket. */
static MODEL struct senders {
    struct socket_name of[QUEUE_MESSAGES];
} senders[CHANNELS];

static char *bytes_of(const struct channel *c, unsigned end)
{
    return buffers[c->buffer[end] - 1].at;
}

static void append(struct channel *c, unsigned end, const char *bytes, uint32_t count)
{
    struct queue *q = &c->queue[end];
    mem_copy(bytes_of(c, end) + q->bytes, bytes, count);
    mem_set(&q->bytes, q->bytes + count);
}

static void add_part(struct queue *q, uint16_t length)
{
    mem_set(&q->length[q->parts], length);
    mem_set(&q->parts, (uint16_t)(q->parts + 1));
}

/* ---- pipes --------------------------------------------------------------------------------------------------------------- */

/* What is beyond whole pages goes into the last page at once, or not at all: so a write of up to PIPE_BUF bytes is never parted. */
static uint32_t joins_last(const struct queue *q, uint64_t whole, bool begins)
{
    uint32_t odd = (uint32_t)(whole % PIPE_PAGE);
    return begins && q->parts && odd && q->end + odd <= PIPE_PAGE ? odd : 0;
}

bool queue_pipe_is_full(const struct channel *c)
{
    return c->queue[0].parts == PIPE_PAGES;
}

bool queue_pipe_takes(const struct channel *c, uint64_t whole, bool begins)
{
    return !queue_pipe_is_full(c) || joins_last(&c->queue[0], whole, begins);
}

uint32_t queue_put_pipe(struct channel *c, const char *bytes, uint64_t count, uint64_t whole, bool begins)
{
    struct queue *q = &c->queue[0];
    uint32_t done = joins_last(q, whole, begins);
    if (done) {
        append(c, 0, bytes, done);
        mem_set(&q->length[q->parts - 1], (uint16_t)(q->length[q->parts - 1] + done));
        mem_set(&q->end, (uint16_t)(q->end + done));
    }
    while (done < count && q->parts < PIPE_PAGES) {
        uint16_t part = (uint16_t)(count - done < PIPE_PAGE ? count - done : PIPE_PAGE);
        append(c, 0, bytes + done, part);
        add_part(q, part);
        mem_set(&q->end, part);
        done += part;
    }
    return done;
}

/* ---- sockets --------------------------------------------------------------------------------------------------------------- */

bool queue_has_room(const struct channel *c, unsigned end, uint64_t count, bool message)
{
    const struct queue *q = &c->queue[end];
    return count < BUFFER_BYTES - q->bytes && (!message || q->parts < QUEUE_MESSAGES);
}

void queue_put(struct channel *c, unsigned end, const char *bytes, uint32_t count, bool message)
{
    append(c, end, bytes, count);
    if (message)
        add_part(&c->queue[end], (uint16_t)count);
}

/* ---- taking ---------------------------------------------------------------------------------------------------------------- */

static void drop_parts(struct queue *q, unsigned gone)
{
    if (!gone)
        return;
    mem_move(q->length, q->length + gone, (q->parts - gone) * sizeof q->length[0]);
    mem_clear(q->length + (q->parts - gone), gone * sizeof q->length[0]);
    mem_set(&q->parts, (uint16_t)(q->parts - gone));
}

static void drop_pages(struct queue *q, uint32_t count)
{
    unsigned gone = 0;
    while (count > 0 && count >= q->length[gone])
        count -= q->length[gone++];
    if (count > 0)
        mem_set(&q->length[gone], (uint16_t)(q->length[gone] - count));
    drop_parts(q, gone);
    if (q->parts == 0)
        mem_set(&q->end, (uint16_t)0);
}

static void drop_sender(const struct channel *c)
{
    struct socket_name *from = senders[channel_number(c)].of;
    unsigned left = c->queue[0].parts;
    mem_move(from, from + 1, left * sizeof *from);
    mem_clear(&from[left], sizeof *from);
}

uint32_t queue_peek(struct channel *c, unsigned end, char *to, uint64_t limit, bool message)
{
    const struct queue *q = &c->queue[end];
    uint32_t there = message ? q->length[0] : q->bytes, count = limit < there ? (uint32_t)limit : there;
    mem_copy(to, bytes_of(c, end), count);
    return count;
}

uint32_t queue_take(struct channel *c, unsigned end, char *to, uint64_t limit, bool message)
{
    struct queue *q = &c->queue[end];
    char *bytes = bytes_of(c, end);
    uint32_t count = queue_peek(c, end, to, limit, message), gone = message ? q->length[0] : count;
    mem_move(bytes, bytes + gone, q->bytes - gone);
    mem_clear(bytes + (q->bytes - gone), gone);
    mem_set(&q->bytes, q->bytes - gone);
    if (message)
        drop_parts(q, 1);
    if (channel_is_lone(c))
        drop_sender(c);
    else if (c->kind == CHANNEL_PIPE)
        drop_pages(q, gone);
    return count;
}

void queue_empty(struct channel *c, unsigned end)
{
    if (c->buffer[end])
        mem_clear(bytes_of(c, end), c->queue[end].bytes);
    mem_clear(&c->queue[end], sizeof c->queue[end]);
    if (channel_is_lone(c))
        mem_clear(&senders[channel_number(c)], sizeof senders[0]);
}

struct socket_name queue_sender(const struct channel *c)
{
    return senders[channel_number(c)].of[0];
}

void queue_put_from(struct channel *c, const char *bytes, uint32_t count, struct socket_name from)
{
    mem_set(&senders[channel_number(c)].of[c->queue[0].parts], from);
    queue_put(c, 0, bytes, count, true);
}
