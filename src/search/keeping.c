/* keeping.c - see keeping.h. */
#include "search/keeping.h"

#include <string.h>

#include "base/raw.h"
#include "search/engine.h"

enum { SHARE = 20 /* of the time at most is spent on it: one of so many parts */, FACTS_AT_ONCE = 1 << 12 };

static const struct keeper *keeper(const struct engine *e)
{
    return e->config->checkpoint_milliseconds ? e->report->keeper : NULL;
}

/* --- putting down ----------------------------------------------------------------------------------------------------- */

static void hand_over(struct engine *e, bool whole)
{
    struct keeping *k = &e->keeping;
    const struct keeper *to = keeper(e);
    e->counters->heartbeat++;
    k->failed = k->failed || !to->keep(to->self, k->used, whole);
    k->used = 0;
    k->last = to->room; /* none */
}

/* Things that are the last record's, if they are of its kind, or a new one's. As many as fit. */
static uint64_t put_some(struct engine *e, enum record_kind kind, const void *things, uint64_t count, size_t size)
{
    struct keeping *k = &e->keeping;
    const struct keeper *to = keeper(e);
    struct record *r = (struct record *)(to->buffer + k->last);
    bool goes_on = k->last < to->room && r->kind == kind;
    size_t from = goes_on ? k->last + sizeof *r + r->bytes : k->used + sizeof *r;
    uint64_t fit = from < to->room ? (to->room - from) / size : 0;
    fit = fit < count ? fit : count;
    if (fit == 0)
        return 0;
    if (!goes_on) {
        k->last = k->used;
        r = (struct record *)(to->buffer + k->last);
        *r = (struct record){.kind = kind};
    }
    memcpy(to->buffer + from, things, fit * size);
    r->bytes += fit * size;
    k->used = record_rounded(from + fit * size);
    return fit;
}

static void put(void *self, enum record_kind kind, const void *things, uint64_t count, size_t size)
{
    struct engine *e = self;
    const char *left = things;
    while (count > 0 && !e->keeping.failed) {
        uint64_t some = put_some(e, kind, left, count, size);
        if (some == 0 && e->keeping.used == 0)
            e->keeping.failed = true; /* one alone is too large */
        else if (some == 0)
            hand_over(e, false);
        left += some * size;
        count -= some;
    }
}

static void put_knowledge(struct engine *e, const struct crew *c, bool in_the_end)
{
    for (unsigned i = 0; i < c->size; i++) {
        const struct box *b = &c->box[i];
        const char *told = in_the_end ? c->knowledge + b->told : c->halfway + b->so_far;
        size_t bytes = in_the_end ? b->told_bytes : b->so_far_bytes;
        e->keeping.failed |= bytes == 0;
        e->keeping.last = keeper(e)->room; /* each has a record of its own */
        put(e, RECORD_KNOWLEDGE, told, 1, bytes ? bytes : 1);
    }
}

static void put_facts(struct engine *e)
{
    static struct digest some[FACTS_AT_ONCE];
    uint64_t at = 0;
    for (uint64_t count; (count = visited_mark_tags(&e->facts.table, &at, FACT_KEPT, some, FACTS_AT_ONCE)) > 0;)
        put(e, RECORD_FACTS, some, count, sizeof *some);
}

bool keeping_due(struct engine *e)
{
    return keeper(e) && !e->keeping.failed && raw_nanoseconds() >= e->keeping.next;
}

static void wait_a_while(struct engine *e, uint64_t started)
{
    struct keeping *k = &e->keeping;
    uint64_t now = raw_nanoseconds(), asked = e->config->checkpoint_milliseconds * 1000000, least = SHARE * (now - started);
    k->next = now + (asked > least ? asked : least);
}

void keeping_save(struct engine *e, struct crew *c, bool in_the_end)
{
    struct keeping *k = &e->keeping;
    const struct record_taker taker = {e, put};
    uint64_t started = raw_nanoseconds();
    if (!keeper(e) || k->failed)
        return;
    k->used = 0;
    k->last = keeper(e)->room;
    if (!k->begun) {
        struct digest visible = keeper(e)->visible(keeper(e)->self);
        put(e, RECORD_ANEW, &visible, 1, sizeof visible);
    }
    put_knowledge(e, c, in_the_end);
    e->reduction->save(e->reducing.self, &taker);
    put_facts(e);
    put(e, RECORD_FAULTS, &c->faults, 1, sizeof c->faults);
    k->begun = true;
    hand_over(e, true);
    wait_a_while(e, started);
}

/* --- taking up -------------------------------------------------------------------------------------------------------- */

/* The record that comes next, if there is one: it stays so until it is passed. */
static const struct record *next(struct engine *e)
{
    struct keeping *k = &e->keeping;
    const struct keeper *from = keeper(e);
    if (!from || k->fetched)
        return NULL;
    if (k->at >= k->there) {
        k->at = 0;
        k->there = from->fetch(from->self);
        k->fetched = k->there == 0;
    }
    return k->fetched ? NULL : (const struct record *)(from->buffer + k->at);
}

static void pass(struct engine *e, const struct record *r)
{
    e->keeping.at += record_length(r);
}

void keeping_learn(struct engine *e)
{
    for (const struct record *r; (r = next(e)) != NULL && r->kind == RECORD_KNOWLEDGE; pass(e, r))
        e->lts->learn(e->lts->self, r + 1, r->bytes);
    if (e->keeping.there > 0 && e->lts->grown)
        e->lts->grown(e->lts->self); /* nothing was explored with less */
}

static bool restore_fact(struct engine *e, struct digest d)
{
    struct visited *v = &e->facts.table;
    enum visited_result result;
    uint32_t tag = (uint32_t)d.hi | FACT_KEPT;
    while ((result = visited_publish(v, d, tag)) == VISITED_FULL)
        if (!visited_grow_shared(v))
            return false;
    e->counters->restored += result == VISITED_NEW;
    return true;
}

static bool restore(struct engine *e, const struct record *r)
{
    const struct digest *d = (const struct digest *)(r + 1);
    bool fits = true;
    if (r->kind == RECORD_KNOWLEDGE || r->kind == RECORD_FAULTS) {
        if (r->kind == RECORD_FAULTS && r->bytes % sizeof *e->faults == 0)
            memcpy(&e->keeping.faults, (const char *)(r + 1) + r->bytes - sizeof *e->faults, sizeof *e->faults);
        return true;
    }
    e->counters->heartbeat++;
    if (r->kind != RECORD_FACTS)
        return e->reduction->restore(e->reducing.self, (enum record_kind)r->kind, r + 1, r->bytes);
    for (size_t i = 0; fits && i < r->bytes / sizeof *d; i++)
        fits = restore_fact(e, d[i]);
    return fits;
}

static void skip(struct engine *e)
{
    for (const struct record *r; (r = next(e)) != NULL; pass(e, r))
        ;
}

/* Is it a search with this visible set? */
static bool fits(struct engine *e, const struct record *r)
{
    struct digest now = keeper(e)->visible(keeper(e)->self), then;
    bool whole = r->kind == RECORD_ANEW && r->bytes == sizeof then;
    if (whole)
        memcpy(&then, r + 1, sizeof then);
    return whole && digest_equal(now, then);
}

/* What cannot be taken up is explored again. */
void keeping_begin(struct engine *e)
{
    struct keeping *k = &e->keeping;
    const struct record *r = next(e);
    if (!keeper(e))
        return;
    bool good = r && fits(e, r);
    e->counters->restored = 0;
    k->begun = false;
    if (good)
        pass(e, r);
    for (; good && (r = next(e)) != NULL; pass(e, r))
        good = restore(e, r);
    if (good)
        good = e->reduction->restore(e->reducing.self, RECORD_NONE, NULL, 0);
    if (good) {
        k->begun = true;
        *e->faults = k->faults;
        keeper(e)->recall(keeper(e)->self);
    } else {
        visited_clear(&e->facts.table);
        e->counters->restored = 0;
        reduced_forget(e);
    }
    skip(e);
    wait_a_while(e, raw_nanoseconds());
}
