/* packing.c - see packing.h. */
#include "search/parallel/packing.h"

#include <string.h>

#include "base/raw.h"

static void hand_over(struct packing *p, bool whole)
{
    ++*p->heartbeat;
    p->failed = p->failed || !p->hand_over(p->self, p->used, whole);
    p->used = 0;
    packing_part(p);
}

void packing_begin(struct packing *p, const struct keeper *to, bool (*by)(void *self, size_t bytes, bool whole), uint64_t *heartbeat)
{
    *p = (struct packing){.buffer = to->buffer, .room = to->room, .hand_over = by, .self = to->self, .heartbeat = heartbeat,
                          .failed = p->failed};
    packing_part(p);
}

void packing_part(struct packing *p)
{
    p->last = p->room; /* none */
}

/* Things that are the last record's, if they are of its kind, or a new one's. As many as fit. */
static uint64_t put_some(struct packing *p, enum record_kind kind, const void *things, uint64_t count, size_t size)
{
    struct record *r = (struct record *)(p->buffer + p->last);
    bool goes_on = p->last < p->room && r->kind == kind;
    size_t from = goes_on ? p->last + sizeof *r + r->bytes : p->used + sizeof *r;
    uint64_t fit = from < p->room ? (p->room - from) / size : 0;
    fit = fit < count ? fit : count;
    if (fit == 0)
        return 0;
    if (!goes_on) {
        p->last = p->used;
        r = (struct record *)(p->buffer + p->last);
        *r = (struct record){.kind = kind};
    }
    memcpy(p->buffer + from, things, fit * size);
    r->bytes += fit * size;
    p->used = record_rounded(from + fit * size);
    return fit;
}

void packing_put(struct packing *p, enum record_kind kind, const void *things, uint64_t count, size_t size)
{
    const char *left = things;
    while (count > 0 && !p->failed) {
        uint64_t some = put_some(p, kind, left, count, size);
        if (some == 0 && p->used == 0)
            p->failed = true; /* one alone is too large */
        else if (some == 0)
            hand_over(p, false);
        left += some * size;
        count -= some;
    }
}

void packing_end(struct packing *p)
{
    hand_over(p, true);
}

static void put(void *self, enum record_kind kind, const void *things, uint64_t count, size_t size)
{
    packing_put(self, kind, things, count, size);
}

struct record_taker packing_taker(struct packing *p)
{
    return (struct record_taker){p, put};
}

uint64_t packing_due(uint64_t started, uint64_t asked, uint64_t share)
{
    uint64_t now = raw_nanoseconds(), least = share * (now - started);
    return now + (asked > least ? asked : least);
}
