/* checkpointing.c - see checkpointing.h. */
#include "search/parallel/checkpointing.h"

#include <string.h>

#include "base/raw.h"
#include "search/engine/reduced.h"
#include "search/parallel/several.h"
#include "search/parallel/worker_group.h"

enum { SHARE = 20 /* of the time at most is spent on it: one of so many parts */, FACTS_AT_ONCE = 1 << 12 };

static const struct keeper *keeper(const struct engine *e)
{
    return e->config->checkpoint_milliseconds ? e->report->keeper : NULL;
}

/* --- putting down ----------------------------------------------------------------------------------------------------- */

static void put_facts(struct engine *e)
{
    static struct digest some[FACTS_AT_ONCE];
    uint64_t at = 0;
    for (uint64_t count; (count = visited_mark_tags(&e->several->facts.table, &at, FACT_KEPT, some, FACTS_AT_ONCE)) > 0;)
        record_writer_put(&e->several->keeping.writer, RECORD_FACTS, some, count, sizeof *some);
}

bool checkpointing_due(struct engine *e)
{
    return keeper(e) && !e->several->keeping.writer.failed && raw_nanoseconds() >= e->several->keeping.next;
}

static void wait_a_while(struct engine *e, uint64_t started)
{
    e->several->keeping.next = record_writer_due(started, e->config->checkpoint_milliseconds * 1000000, SHARE);
}

void checkpointing_save(struct engine *e, struct worker_group *g, bool in_the_end)
{
    struct checkpointing *k = &e->several->keeping;
    uint64_t started = raw_nanoseconds();
    if (!keeper(e) || k->writer.failed)
        return;
    struct record_writer *p = &k->writer;
    const struct record_taker taker = record_writer_taker(p);
    record_writer_begin(p, keeper(e), keeper(e)->keep, &e->counters->heartbeat);
    if (!k->begun) {
        struct digest visible = keeper(e)->visible(keeper(e)->self);
        record_writer_put(p, RECORD_ANEW, &visible, 1, sizeof visible);
    }
    workers_put_knowledge(g, in_the_end, p);
    e->reduction->records->save(e->reducing.self, STREAM_KEPT, false, &taker);
    put_facts(e);
    record_writer_put(p, RECORD_FAULTS, &g->faults, 1, sizeof g->faults);
    k->begun = true;
    record_writer_end(p);
    wait_a_while(e, started);
}

/* --- taking up -------------------------------------------------------------------------------------------------------- */

/* The record that comes next, if there is one: it stays so until it is passed. */
static const struct record *next(struct engine *e)
{
    struct checkpointing *k = &e->several->keeping;
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
    e->several->keeping.at += record_length(r);
}

void checkpointing_learn(struct engine *e)
{
    for (const struct record *r; (r = next(e)) != NULL && r->kind == RECORD_KNOWLEDGE; pass(e, r))
        e->lts->sharing->learn(e->lts->self, r + 1, r->bytes);
    if (e->several->keeping.there > 0 && e->lts->grown)
        e->lts->grown(e->lts->self); /* nothing was explored with less */
}

static bool restore_fact(struct engine *e, struct digest d)
{
    bool new = false, fits = facts_add(&e->several->facts, d, (uint32_t)d.hi | FACT_KEPT, &new);
    e->counters->restored += new;
    return fits;
}

static bool restore(struct engine *e, const struct record *r)
{
    const struct digest *d = (const struct digest *)(r + 1);
    if (r->kind == RECORD_KNOWLEDGE || r->kind == RECORD_FAULTS) {
        if (r->kind == RECORD_FAULTS && r->bytes >= sizeof *e->faults && r->bytes % sizeof *e->faults == 0)
            memcpy(&e->several->keeping.faults, (const char *)(r + 1) + r->bytes - sizeof *e->faults, sizeof *e->faults);
        return true;
    }
    e->counters->heartbeat++;
    bool fits = e->reduction->records->restore(e->reducing.self, (enum record_kind)r->kind, r + 1, r->bytes);
    for (size_t i = 0; r->kind == RECORD_FACTS && fits && i < r->bytes / sizeof *d; i++)
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

/* Records that cannot be taken up are explored again. */
void checkpointing_begin(struct engine *e)
{
    struct checkpointing *k = &e->several->keeping;
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
        good = e->reduction->records->restore(e->reducing.self, RECORD_NONE, NULL, 0);
    if (good) {
        k->begun = true;
        *e->faults = k->faults;
        keeper(e)->recall(keeper(e)->self);
    } else {
        visited_clear(&e->several->facts.table);
        e->counters->restored = 0;
        reduced_forget(e);
    }
    skip(e);
    wait_a_while(e, raw_nanoseconds());
}
