/* rank_partition.c - see rank_partition.h. */
#include "search/parallel/rank_partition.h"

#include <string.h>

#include "base/raw.h"
#include "base/reserve.h"
#include "search/engine/limits.h"
#include "search/parallel/rank_results.h"
#include "search/parallel/rank_stealing.h"
#include "search/parallel/several.h"

enum {
    SHARE = 5,                 /* of the time at most is spent on messages: one of so many parts */
    EVERY_NS = 4000000,        /* at most, between two messages, so that few states are explored twice; */
    IDLE_NS = 2000000,       /* and of a machine that has nothing else to do */
};

bool rank_partition_wanted(const struct engine *e)
{
    return MAX_THREADS <= 64 && !e->reduction && rank_results_wanted(e);
}

/* --- beginning and end -------------------------------------------------------------------------------------------------- */

static bool open_log(struct rank_partition *p)
{
    size_t bytes = CLAIM_KINDS * sizeof *p->log;
    if (!p->log)
        p->log = reserve_shared(&bytes, bytes);
    return p->log != NULL;
}

bool rank_partition_begin(struct engine *e)
{
    struct rank_partition *p = &e->several->partition;
    if (!open_log(p) || !rank_stealing_begin(&p->stealing) || !record_queue_open(&p->postponed))
        return false;
    p->epoch = p->heard > p->epoch ? p->heard : p->epoch + 1;
    p->visible = rank_results_host(e)->visible(rank_results_host(e)->self);
    p->begun = p->over = false;
    p->status = p->told = (struct rank_status){0};
    p->next = 0;
    memset(p->others, 0, sizeof p->others);
    for (int k = 0; k < CLAIM_KINDS; k++)
        p->log[k].count = 0;
    return true;
}

void rank_partition_close(struct engine *e)
{
    struct rank_partition *p = &e->several->partition;
    if (p->log)
        reserve_release(p->log, CLAIM_KINDS * sizeof *p->log);
    rank_stealing_close(&p->stealing);
    record_queue_close(&p->postponed);
    *p = (struct rank_partition){0};
}

/* States that cannot be told or kept nobody else will explore: this machine does everything. */
static void go_alone(struct worker_group *g)
{
    SHARED_STORE(g->alone, 1);
    SHARED_STORE(g->stop, 1);
}

/* --- a worker ------------------------------------------------------------------------------------------------------------ */

bool rank_partition_have_room(const struct engine *e)
{
    for (int k = 0; k < CLAIM_KINDS; k++)
        if (SHARED_LOAD(e->several->partition.log[k].count) >= MOST_CLAIMS)
            return false;
    return true;
}

static enum claim_kind kind_of(enum arrival kind)
{
    switch (kind) {
    case ARRIVED_END:      return CLAIM_END;
    case ARRIVED_DEADLOCK: return CLAIM_DEADLOCK;
    case ARRIVED_LONG:     return CLAIM_LONG;
    default:               return CLAIM_CHOICE;
    }
}

void rank_partition_note(struct engine *e, struct digest d, enum arrival kind)
{
    struct claim_log *log = &e->several->partition.log[kind_of(kind)];
    log->state[__atomic_fetch_add(&log->count, 1, __ATOMIC_RELAXED)] = d;
}

/* --- writing -------------------------------------------------------------------------------------------------------------- */

/* Somebody on another machine has nothing to do, and that can be changed. */
static bool is_due(const struct rank_partition *p, struct worker_group *g)
{
    if (SHARED_LOAD(g->away.state) == BOX_FULL)
        return true;
    for (int k = 0; k < CLAIM_KINDS; k++)
        if (SHARED_LOAD(p->log[k].count) >= MOST_CLAIMS / 2)
            return true;
    return raw_nanoseconds() >= p->next;
}

/* Others have been told that this machine is idle, with all that was known here then, and nothing has been done since. */
static bool has_said_so(const struct rank_partition *p)
{
    return p->begun && p->told.idle && p->told.taken == p->status.taken;
}

/* Knowledge of workers about the program takes long to be told. Others need it when they begin an epoch because of it,
 * and in the end. */
void rank_partition_ask(struct engine *e, struct worker_group *g)
{
    const struct rank_partition *p = &e->several->partition;
    if (!is_due(p, g) || SHARED_LOAD(g->wanted) != g->generation)
        return;
    bool needed = !p->begun || (workers_are_idle(g) && !has_said_so(p));
    SHARED_STORE(g->silent, !needed);
    workers_ask(g);
}

static void wait_a_while(struct engine *e, uint64_t started)
{
    uint64_t asked = e->config->message_milliseconds * 1000000, most = e->several->partition.status.idle ? IDLE_NS : EVERY_NS;
    e->several->partition.next = record_writer_due(started, asked < most ? asked : most, SHARE);
}

/* While all wait: nobody who may have something to do, no stolen work that waits for one of them or to be sent. */
static bool is_idle(const struct engine *e, const struct worker_group *g)
{
    for (unsigned i = 0; i < g->size; i++)
        if (g->box[i].dead || g->box[i].state != BOX_IDLE)
            return false;
    return record_queue_is_empty(&e->several->partition.stealing.waiting) && g->away.state != BOX_FULL;
}

static void look_at_oneself(struct engine *e, const struct worker_group *g)
{
    e->several->partition.status.idle = is_idle(e, g) && (!g->silent || has_said_so(&e->several->partition));
    rank_stealing_ask(e);
}

static void put_claims(struct rank_partition *p)
{
    for (int k = 0; k < CLAIM_KINDS; k++) {
        record_writer_put(&p->writer, (enum record_kind)(RECORD_CLAIMS + k), p->log[k].state, p->log[k].count, sizeof *p->log[k].state);
        p->log[k].count = 0;
    }
}

static bool is_told(const struct rank_partition *p)
{
    return p->begun && memcmp(&p->told, &p->status, sizeof p->status) == 0;
}

static void write_message(struct engine *e, struct worker_group *g)
{
    struct rank_partition *p = &e->several->partition;
    struct record_writer *w = &p->writer;
    w->failed = false;
    record_writer_begin(w, rank_results_host(e), rank_results_host(e)->send, &e->counters->heartbeat);
    if (!p->begun) {
        struct epoch_head head = {.visible = p->visible, .epoch = p->epoch};
        record_writer_put(w, RECORD_ANEW, &head, 1, sizeof head);
    }
    if (!g->silent)
        workers_put_knowledge(g, false, w);
    put_claims(p);
    look_at_oneself(e, g);
    if (SHARED_LOAD(g->away.state) == BOX_FULL)
        rank_stealing_put(e, g);
    if (!is_told(p))
        record_writer_put(w, RECORD_WORK, &p->status, 1, sizeof p->status);
    p->told = p->status;
    p->begun = true;
    record_writer_end(w);
    if (w->failed)
        go_alone(g);
}

/* --- reading -------------------------------------------------------------------------------------------------------------- */

/* False: there is no room for it. */
static bool take_claim(struct engine *e, enum claim_kind kind, struct digest d)
{
    enum visited_result result;
    while ((result = visited_insert_shared(e->several->table, d)) == VISITED_FULL)
        if (!visited_grow_shared(e->several->table))
            return false;
    e->several->partition.others[kind] += result == VISITED_NEW;
    e->counters->taken += result == VISITED_NEW;
    return true;
}

static void take_claims(struct engine *e, struct worker_group *g, const struct record *r)
{
    const struct digest *d = (const struct digest *)(r + 1);
    size_t count = r->bytes / sizeof *d;
    bool fits = workers_open_table(g, e->several->table, count);
    for (size_t i = 0; fits && i < count; i++)
        fits = take_claim(e, (enum claim_kind)(r->kind - RECORD_CLAIMS), d[i]);
    workers_close_table(g, e->several->table);
    if (!fits && !e->halted)
        engine_halt(e, WIRE_LIMIT_MEMORY);
}

static void take_status(struct engine *e, unsigned from, const struct record *r)
{
    struct rank_status *w = &e->several->partition.peer[from].status;
    if (r->bytes % sizeof *w != 0)
        return;
    memcpy(w, (const char *)(r + 1) + r->bytes - sizeof *w, sizeof *w);
    e->several->partition.peer[from].asks = w->asks == e->config->rank + 1;
}

/* A machine has begun an epoch. */
static void meet(struct rank_partition *p, unsigned from, const struct record *r)
{
    struct epoch_head head;
    if (r->bytes != sizeof head)
        return;
    memcpy(&head, r + 1, sizeof head);
    p->peer[from].epoch = head.epoch;
    p->peer[from].same = digest_equal(head.visible, p->visible);
    p->peer[from].asks = false;
    p->peer[from].status = (struct rank_status){0};
    uint64_t wanted = head.epoch + (head.epoch == p->epoch && !p->peer[from].same);
    p->heard = wanted > p->heard ? wanted : p->heard;
}

static void read_record(struct engine *e, struct worker_group *g, const struct record *r)
{
    struct rank_partition *p = &e->several->partition;
    unsigned from = r->from;
    bool kept = true;
    if (from >= e->config->ranks)
        return;
    if (r->kind == RECORD_ANEW)
        meet(p, from, r);
    if (p->peer[from].epoch > p->epoch)
        kept = record_queue_put(&p->postponed, r);
    else if (!rank_partition_has(p, from))
        return;
    else if (r->kind >= RECORD_CLAIMS && r->kind < RECORD_CLAIMS + CLAIM_KINDS)
        take_claims(e, g, r);
    else if (r->kind == RECORD_STOLEN_WORK)
        kept = rank_stealing_take(e, r);
    else if (r->kind == RECORD_WORK)
        take_status(e, from, r);
    if (!kept)
        go_alone(g);
}

static void read_messages(struct engine *e, struct worker_group *g)
{
    struct record_queue *s = &e->several->partition.postponed;
    const struct keeper *from = rank_results_host(e);
    const struct record *r;
    size_t end = s->used; /* what has to wait once more is put behind it */
    for (size_t at = s->from; (r = record_at(s->at, end, at)) != NULL; at += record_length(r))
        read_record(e, g, r);
    s->from = end;
    for (size_t bytes; (bytes = from->take(from->self)) > 0; e->counters->heartbeat++)
        for (size_t at = 0; (r = record_at(from->buffer, bytes, at)) != NULL; at += record_length(r))
            read_record(e, g, r);
}

/* Nobody has anything to do, and no stolen work is on its way, as far as the last words go that are known. Others wait for those
 * of this machine, too. */
static bool all_is_explored(const struct engine *e, const struct worker_group *g)
{
    const struct rank_partition *p = &e->several->partition;
    uint64_t given = p->status.given, taken = p->status.taken;
    for (unsigned i = 0; i < e->config->ranks; i++) {
        if (i == e->config->rank)
            continue;
        if (!rank_partition_has(p, i) || !p->peer[i].status.idle)
            return false;
        given += p->peer[i].status.given;
        taken += p->peer[i].status.taken;
    }
    return given == taken && is_idle(e, g) && has_said_so(p);
}

void rank_partition_exchange(struct engine *e, struct worker_group *g)
{
    struct rank_partition *p = &e->several->partition;
    uint64_t started = raw_nanoseconds();
    write_message(e, g);
    read_messages(e, g);
    if (p->heard > p->epoch) {
        SHARED_STORE(g->grown, 1);
        SHARED_STORE(g->stop, 1);
    }
    p->over = all_is_explored(e, g);
    rank_stealing_invite(e, g, is_idle(e, g));
    wait_a_while(e, started);
}

void rank_partition_count(struct engine *e)
{
    const uint64_t *others = e->several->partition.others;
    struct wire_counters *all = e->counters;
    all->states += others[CLAIM_CHOICE] + others[CLAIM_END] + others[CLAIM_DEADLOCK];
    all->end_states += others[CLAIM_END];
    all->deadlocks += others[CLAIM_DEADLOCK];
}
