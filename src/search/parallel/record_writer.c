/* record_writer.c - see record_writer.h. */
#include "search/parallel/record_writer.h"

#include <string.h>

#include "base/raw.h"

static void hand_over(struct record_writer *w, bool whole)
{
    ++*w->heartbeat;
    w->failed = w->failed || !w->hand_over(w->self, w->used, whole);
    w->used = 0;
    record_writer_part(w);
}

void record_writer_begin(struct record_writer *w, const struct keeper *to, bool (*by)(void *self, size_t bytes, bool whole),
    uint64_t *heartbeat)
{
    *w = (struct record_writer){.buffer = to->buffer, .room = to->room, .hand_over = by, .self = to->self, .heartbeat = heartbeat,
        .failed = w->failed};
    record_writer_part(w);
}

void record_writer_part(struct record_writer *w)
{
    w->last = w->room; /* none */
}

/* Things that are the last record's, if they are of its kind, or a new one's. As many as fit. */
static uint64_t put_some(struct record_writer *w, enum record_kind kind, const void *things, uint64_t count, size_t size)
{
    struct record *r = (struct record *)(w->buffer + w->last);
    bool goes_on = w->last < w->room && r->kind == kind;
    size_t from = goes_on ? w->last + sizeof *r + r->bytes : w->used + sizeof *r;
    uint64_t fit = from < w->room ? (w->room - from) / size : 0;
    fit = fit < count ? fit : count;
    if (fit == 0)
        return 0;
    if (!goes_on) {
        w->last = w->used;
        r = (struct record *)(w->buffer + w->last);
        *r = (struct record){.kind = kind};
    }
    memcpy(w->buffer + from, things, fit * size);
    r->bytes += fit * size;
    w->used = record_rounded(from + fit * size);
    return fit;
}

void record_writer_put(struct record_writer *w, enum record_kind kind, const void *things, uint64_t count, size_t size)
{
    const char *left = things;
    while (count > 0 && !w->failed) {
        uint64_t some = put_some(w, kind, left, count, size);
        if (some == 0 && w->used == 0)
            w->failed = true; /* one alone is too large */
        else if (some == 0)
            hand_over(w, false);
        left += some * size;
        count -= some;
    }
}

void record_writer_end(struct record_writer *w)
{
    hand_over(w, true);
}

static void put(void *self, enum record_kind kind, const void *things, uint64_t count, size_t size)
{
    record_writer_put(self, kind, things, count, size);
}

struct record_taker record_writer_taker(struct record_writer *w)
{
    return (struct record_taker){w, put};
}

uint64_t record_writer_due(uint64_t started, uint64_t asked, uint64_t share)
{
    uint64_t now = raw_nanoseconds(), least = share * (now - started);
    return now + (asked > least ? asked : least);
}
