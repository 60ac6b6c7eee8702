/* record_queue.c - see record_queue.h. */
#include "search/parallel/record_queue.h"

#include <string.h>

#include "base/reserve.h"

enum { PART = 8 /* of the machine's memory, at most */ };

bool record_queue_open(struct record_queue *q)
{
    if (q->at)
        return true;
    q->room = reserve_machine() / PART;
    q->at = reserve(&q->room, 1 << 20);
    return q->at != NULL;
}

void record_queue_close(struct record_queue *q)
{
    if (q->at)
        reserve_release(q->at, q->room);
    *q = (struct record_queue){0};
}

void record_queue_clear(struct record_queue *q)
{
    q->from = q->used = 0;
}

bool record_queue_is_empty(const struct record_queue *q)
{
    return q->from == q->used;
}

char *record_queue_free(const struct record_queue *q, size_t bytes)
{
    return q->used + bytes > q->room ? NULL : q->at + q->used;
}

bool record_queue_put(struct record_queue *q, const struct record *r)
{
    if (record_queue_is_empty(q))
        record_queue_clear(q);
    char *to = record_queue_free(q, record_length(r));
    if (!to)
        return false;
    memcpy(to, r, sizeof *r + r->bytes);
    q->used += record_length(r);
    return true;
}

const struct record *record_queue_first(const struct record_queue *q)
{
    return (const struct record *)(q->at + q->from);
}

void record_queue_pass(struct record_queue *q)
{
    q->from += record_length(record_queue_first(q));
}
