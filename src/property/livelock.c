/* livelock.c - a fair cycle of states. */
#include "property/livelock.h"

#include <string.h>

#include "base/reserve.h"
#include "base/text.h"

enum { BUCKETS = 1 << 14 };

bool livelock_open(struct livelock *l)
{
    l->lap_bytes = (size_t)1 << 33;
    l->bucket_bytes = BUCKETS * sizeof *l->buckets;
    l->laps = reserve(&l->lap_bytes, 1 << 20);
    l->buckets = reserve(&l->bucket_bytes, BUCKETS * sizeof *l->buckets);
    l->capacity = l->lap_bytes / sizeof *l->laps;
    if (l->laps && l->buckets)
        return true;
    livelock_close(l);
    return false;
}

void livelock_close(struct livelock *l)
{
    reserve_release(l->laps, l->lap_bytes);
    reserve_release(l->buckets, l->bucket_bytes);
    *l = (struct livelock){0};
}

void livelock_clear(struct livelock *l)
{
    memset(l->buckets, 0, BUCKETS * sizeof *l->buckets);
}

static uint32_t *bucket(const struct livelock *l, struct digest d)
{
    return &l->buckets[(d.lo ^ d.hi ^ (d.lo >> 32)) % BUCKETS];
}

void livelock_enter(struct livelock *l, uint64_t depth, struct digest d)
{
    uint32_t *head = bucket(l, d);
    l->laps[depth] = (struct lap){.digest = d, .next = *head};
    *head = (uint32_t)depth + 1;
}

/* Choice points leave in the opposite order of joining, so the one that leaves is first in its bucket. */
void livelock_leave(struct livelock *l, uint64_t depth)
{
    *bucket(l, l->laps[depth].digest) = l->laps[depth].next;
}

void livelock_took(struct livelock *l, uint64_t depth, threadset moved, threadset could, bool chose)
{
    l->laps[depth].moved = moved;
    l->laps[depth].could = could;
    l->laps[depth].chose = chose;
}

static const struct lap *on_path(const struct livelock *l, struct digest d)
{
    for (uint32_t i = *bucket(l, d); i != 0; i = l->laps[i - 1].next)
        if (l->laps[i - 1].digest.lo == d.lo && l->laps[i - 1].digest.hi == d.hi)
            return &l->laps[i - 1];
    return NULL;
}

static void describe(const struct lts *lts, threadset moved, uint64_t decisions, struct fault *out)
{
    tid first = threadset_first(moved);
    const struct op *op = lts->next(lts->self, first);
    *out = (struct fault){.kind = FAULT_LIVELOCK, .thread = first, .pc = op->pc, .addr = op->addr};
    size_t used = text_format(out->text, sizeof out->text, threadset_size(moved) > 1 ? "threads" : "thread");
    THREADSET_EACH(t, moved)
        used += text_format(out->text + used, sizeof out->text - used, " %u", t);
    text_format(out->text + used, sizeof out->text - used, " can go round for ever (%lu decisions a round)",
                (unsigned long)decisions);
}

bool livelock_closed(const struct livelock *l, uint64_t depth, struct digest d, const struct lts *lts, struct fault *out)
{
    const struct lap *head = on_path(l, d), *last = &l->laps[depth];
    if (!head)
        return false;
    threadset moved = 0, could = 0;
    for (const struct lap *lap = head; lap <= last; lap++) {
        if (lap->chose)
            return false;
        moved |= lap->moved;
        could |= lap->could;
    }
    if (could & ~moved)
        return false;
    describe(lts, moved, (uint64_t)(last - head) + 1, out);
    return true;
}

void livelock_endless(const struct lts *lts, threadset moved, struct fault *out)
{
    describe(lts, moved, 0, out);
}
