/* rank_results.c - see rank_results.h. */
#include "search/parallel/rank_results.h"

#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "base/raw.h"
#include "base/reserve.h"
#include "search/parallel/several.h"
#include "search/parallel/worker_group.h"

enum {
    SHARE = 5,        /* of the time at most is spent on messages: one of so many parts */
    AHEAD = 8,        /* a fact's place in the table is fetched from memory before its turn comes */
    FACTS_AT_ONCE = 1 << 12,
    LOG_FACTS = 1 << 22,
};

const struct keeper *rank_results_host(const struct engine *e)
{
    return e->report->keeper;
}

bool rank_results_wanted(const struct engine *e)
{
    return e->config->ranks > 1 && rank_results_host(e) && rank_results_host(e)->send;
}

static void wait_a_while(struct engine *e, uint64_t started)
{
    e->several->results.next = record_writer_due(started, e->config->message_milliseconds * 1000000, SHARE);
}

bool rank_results_begin(struct engine *e)
{
    struct rank_results *l = &e->several->results;
    struct facts *f = &e->several->facts;
    f->rank = f->ranks = 0;
    if (!rank_results_wanted(e))
        return true;
    if (!f->log) {
        l->log_bytes = sizeof *f->log + LOG_FACTS * sizeof *f->log->fact;
        f->log = reserve_shared(&l->log_bytes, 1 << 16);
    }
    if (!f->log)
        return false;
    f->log->count = 0;
    f->log_room = (l->log_bytes - sizeof *f->log) / sizeof *f->log->fact;
    f->rank = e->config->rank;
    f->ranks = e->config->ranks;
    l->lost |= l->heard || MAX_THREADS > 64; /* the narrow runtime may have read what others have told */
    l->begun = l->heard = false;
    l->visible = rank_results_host(e)->visible(rank_results_host(e)->self);
    memset(l->peer, 0, sizeof l->peer);
    wait_a_while(e, raw_nanoseconds());
    return true;
}

void rank_results_close(struct engine *e)
{
    if (e->several->facts.log)
        reserve_release(e->several->facts.log, e->several->results.log_bytes);
}

bool rank_results_due(struct engine *e)
{
    return rank_results_wanted(e) && raw_nanoseconds() >= e->several->results.next;
}

/* --- writing ---------------------------------------------------------------------------------------------------------- */

/* Has one of the workers found out something since it was told? */
static bool is_told(struct rank_results *l, const struct worker_group *g)
{
    bool same = l->workers == g->size;
    for (unsigned i = 0; i < g->size; i++) {
        same &= l->told[i] == g->box[i].found_out;
        l->told[i] = g->box[i].found_out;
    }
    l->workers = g->size;
    return same;
}

static void put_all_facts(struct engine *e, struct record_writer *p)
{
    static struct digest some[FACTS_AT_ONCE];
    uint64_t at = 0;
    for (uint64_t count; (count = visited_mark_tags(&e->several->facts.table, &at, 0, some, FACTS_AT_ONCE)) > 0;) {
        for (uint64_t i = 0; i < count; i++)
            some[i].hi &= ~(uint64_t)FACT_KEPT;
        record_writer_put(p, RECORD_FACTS, some, count, sizeof *some);
    }
}

static void put_new_facts(const struct facts *f, struct record_writer *p)
{
    uint64_t count = f->log->count < f->log_room ? f->log->count : f->log_room;
    record_writer_put(p, RECORD_FACTS, f->log->fact, count, sizeof *f->log->fact);
}

static void write_message(struct engine *e, const struct worker_group *g)
{
    struct rank_results *l = &e->several->results;
    struct record_writer *p = &l->writer;
    bool anew = !l->begun || l->again;
    const struct record_taker taker = record_writer_taker(p);
    record_writer_begin(p, rank_results_host(e), rank_results_host(e)->send, &e->counters->heartbeat);
    if (anew) {
        struct results_head head = {.visible = l->visible, .lost = l->lost};
        record_writer_put(p, RECORD_ANEW, &head, 1, sizeof head);
    }
    if (!is_told(l, g) || anew)
        workers_put_knowledge(g, false, p);
    e->reduction->records->save(e->reducing.self, STREAM_SENT, anew, &taker);
    if (anew)
        put_all_facts(e, p);
    else
        put_new_facts(&e->several->facts, p);
    e->several->facts.log->count = 0;
    l->begun = true;
    l->again = l->lost = false;
    record_writer_end(p);
}

/* --- reading ---------------------------------------------------------------------------------------------------------- */

/* Results of all that have been told; each may be replaced by a later one of the same process. */
void rank_results_learn(struct engine *e)
{
    const struct keeper *from = rank_results_host(e);
    const struct record *r;
    if (!rank_results_wanted(e))
        return;
    for (size_t bytes; (bytes = from->known(from->self)) > 0;)
        for (size_t at = 0; (r = record_at(from->buffer, bytes, at)) != NULL; at += record_length(r))
            e->lts->sharing->learn(e->lts->self, r + 1, r->bytes);
}

/* Would more be visible with what others know? To learn it would make the program another one than the workers explore: a process of its
 * own does. */
static bool would_grow(struct engine *e)
{
    int status = 0;
    long pid = raw_fork();
    if (pid == 0) {
        rank_results_learn(e);
        raw_exit(e->lts->grown && e->lts->grown(e->lts->self));
    }
    if (pid < 0)
        return false; /* in the end it will show */
    raw_syscall(SYS_wait4, pid, (long)&status, 0, 0, 0, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

/* A machine begins anew. True: it has another visible set. */
static bool meet(struct engine *e, unsigned from, const struct record *r)
{
    struct rank_results *l = &e->several->results;
    struct results_head head;
    l->peer[from].follows = l->peer[from].same = false;
    if (r->bytes != sizeof head || !e->reduction->records->take(e->reducing.self, from, RECORD_ANEW, NULL, 0))
        return false;
    memcpy(&head, r + 1, sizeof head);
    l->again |= head.lost && l->begun;
    l->peer[from].follows = true;
    l->peer[from].same = digest_equal(head.visible, l->visible);
    return !l->peer[from].same;
}

static bool take_fact(struct engine *e, unsigned from, struct digest d)
{
    struct visited *v = &e->several->facts.table;
    uint32_t tag = (uint32_t)d.hi;
    enum visited_result result;
    if (!e->reduction->records->translate(e->reducing.self, from, &tag))
        return false;
    while ((result = visited_publish(v, d, tag)) == VISITED_FULL)
        if (!visited_grow_shared(v))
            return false;
    e->counters->taken += result == VISITED_NEW;
    return true;
}

/* States that there is no room for are explored. */
static bool take_facts(struct engine *e, struct worker_group *g, unsigned from, const struct record *r)
{
    const struct digest *d = (const struct digest *)(r + 1);
    size_t count = r->bytes / sizeof *d;
    bool fits = workers_open_table(g, &e->several->facts.table, count);
    for (size_t i = 0; fits && i < count; i++) {
        visited_prefetch(&e->several->facts.table, d[i + AHEAD < count ? i + AHEAD : i]);
        fits = take_fact(e, from, d[i]);
    }
    workers_close_table(g, &e->several->facts.table);
    return fits;
}

/* True: its writer sees what is not visible here. */
static bool read_record(struct engine *e, struct worker_group *g, const struct record *r)
{
    struct rank_results *l = &e->several->results;
    unsigned from = r->from;
    if (from >= MOST_RANKS)
        return false;
    l->heard = true;
    if (r->kind == RECORD_ANEW)
        return meet(e, from, r);
    if (!l->peer[from].follows)
        return false;
    if (r->kind != RECORD_FACTS)
        l->peer[from].follows = e->reduction->records->take(e->reducing.self, from, (enum record_kind)r->kind, r + 1, r->bytes);
    else if (l->peer[from].same)
        take_facts(e, g, from, r);
    return false;
}

static bool read_messages(struct engine *e, struct worker_group *g)
{
    const struct keeper *from = rank_results_host(e);
    const struct record *r;
    bool others = false;
    for (size_t bytes; (bytes = from->take(from->self)) > 0; e->counters->heartbeat++)
        for (size_t at = 0; (r = record_at(from->buffer, bytes, at)) != NULL; at += record_length(r))
            others |= read_record(e, g, r);
    return others;
}

void rank_results_exchange(struct engine *e, struct worker_group *g)
{
    uint64_t started = raw_nanoseconds();
    if (!e->several->results.writer.failed)
        write_message(e, g);
    if (read_messages(e, g) && would_grow(e)) {
        SHARED_STORE(g->grown, 1);
        SHARED_STORE(g->stop, 1);
    }
    wait_a_while(e, started);
}
