/* livelock.c - a fair cycle of states. */
#include "property/livelock.h"

#include <string.h>

#include "base/reserve.h"
#include "base/text.h"

enum { BUCKETS = 1 << 14 };

bool livelock_open(struct livelock *l)
{
    l->lap_bytes = reserve_machine() / 4;
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

/* Index + 1 of the next lap in the bucket, from i on, that is in the state with digest d; 0 if there is none. */
static uint32_t find(const struct livelock *l, uint32_t i, struct digest d)
{
    while (i != 0 && (l->laps[i - 1].digest.lo != d.lo || l->laps[i - 1].digest.hi != d.hi))
        i = l->laps[i - 1].next;
    return i;
}

bool livelock_on_path(const struct livelock *l, struct digest d)
{
    return find(l, *bucket(l, d), d) != 0;
}

/* The threads that move on the cycle of these laps if it is one as defined, else none. */
static threadset fair(const struct lap *first, const struct lap *last)
{
    threadset moved = NO_THREADS, could = NO_THREADS;
    for (const struct lap *lap = first; lap <= last; lap++) {
        if (lap->chose)
            return NO_THREADS;
        moved |= lap->moved;
        could |= lap->could;
    }
    return threadset_any(could & ~moved) ? NO_THREADS : moved;
}

static void describe(const struct lts *lts, threadset moved, tid who, const char *what, struct fault *out)
{
    const struct op *op = lts->next(lts->self, who);
    *out = (struct fault){.kind = FAULT_LIVELOCK, .thread = who, .pc = op->pc, .addr = op->addr};
    size_t used = text_format(out->text, sizeof out->text, threadset_size(moved) > 1 ? "threads" : "thread");
    THREADSET_EACH(t, moved)
        used += text_format(out->text + used, sizeof out->text - used, " %u", t);
    text_format(out->text + used, sizeof out->text - used, "%s", what);
}

static void describe_cycle(const struct lts *lts, threadset moved, struct fault *out)
{
    describe(lts, moved, threadset_first(moved), " can go round for ever and nothing changes", out);
}

bool livelock_closed(const struct livelock *l, uint64_t depth, struct digest d, const struct lts *lts, struct fault *out)
{
    for (uint32_t i = find(l, *bucket(l, d), d); i != 0; i = find(l, l->laps[i - 1].next, d)) {
        threadset moved = fair(&l->laps[i - 1], &l->laps[depth]);
        if (threadset_any(moved)) {
            describe_cycle(lts, moved, out);
            return true;
        }
    }
    return false;
}

void livelock_endless(const struct lts *lts, threadset moved, struct fault *out)
{
    describe_cycle(lts, moved, out);
}

void livelock_no_end(const struct lts *lts, threadset moves, tid who, struct fault *out)
{
    const char *verb = threadset_size(moves) > 1 ? " go round for ever: no end can be reached any more" :
                                                   " goes round for ever: no end can be reached any more";
    describe(lts, moves, who, verb, out);
    out->code = LIVELOCK_NO_END;
}
