/* rank_stealing.c - see rank_stealing.h. */
#include "search/parallel/rank_stealing.h"

#include <string.h>

#include "base/raw.h"
#include "search/parallel/rank_results.h"
#include "search/parallel/several.h"
#include "search/parallel/worker_group.h"

enum {
    PATIENCE = 8,       /* messages, until somebody else is asked for work */
    LEADER = WORKERS_MOST, /* who fills a box */
};

bool rank_stealing_begin(struct rank_stealing *s)
{
    s->patience = s->victim = 0;
    record_queue_clear(&s->waiting);
    return record_queue_open(&s->waiting);
}

void rank_stealing_close(struct rank_stealing *s)
{
    record_queue_close(&s->waiting);
}

/* --- asking ------------------------------------------------------------------------------------------------------------ */

static bool may_have_work(const struct engine *e, unsigned rank)
{
    return rank != e->config->rank && !(rank_partition_has(&e->several->partition, rank) && e->several->partition.peer[rank].status.idle);
}

/* The next one after the one that was asked last who may have some, plus 1. The first one is the first to have any. */
static uint64_t whom_to_ask(struct engine *e)
{
    unsigned ranks = e->config->ranks, *victim = &e->several->partition.stealing.victim;
    for (unsigned i = 0; i < ranks; i++) {
        unsigned rank = (*victim + i) % ranks;
        if (!may_have_work(e, rank))
            continue;
        *victim = (rank + 1) % ranks;
        return rank + 1;
    }
    return 0;
}

void rank_stealing_ask(struct engine *e)
{
    struct rank_status *w = &e->several->partition.status;
    struct rank_stealing *s = &e->several->partition.stealing;
    if (!w->idle) {
        w->asks = 0;
        s->patience = 0;
    } else if (s->patience == 0 || (w->asks && !may_have_work(e, (unsigned)w->asks - 1))) {
        w->asks = whom_to_ask(e);
        w->asked++;
        s->patience = PATIENCE;
    } else {
        s->patience--;
    }
}

/* One at a time of those who wait for work from here. Who has none to give does not go on to owe it. */
void rank_stealing_invite(struct engine *e, struct worker_group *g, bool idle)
{
    struct rank_partition *p = &e->several->partition;
    unsigned ranks = e->config->ranks;
    if (idle && shared_exchange(&g->away.state, BOX_IDLE, BOX_BUSY))
        SHARED_ADD(g->idle, -1);
    if (idle || SHARED_LOAD(g->away.state) != BOX_BUSY)
        return;
    for (unsigned i = 1; i <= ranks; i++) {
        unsigned rank = (p->stealing.thief + i) % ranks;
        if (rank == e->config->rank || !rank_partition_has(p, rank) || !p->peer[rank].asks)
            continue;
        p->peer[rank].asks = false;
        p->stealing.thief = rank;
        SHARED_ADD(g->idle, 1);
        SHARED_STORE(g->away.state, BOX_IDLE);
        return;
    }
}

/* --- giving ------------------------------------------------------------------------------------------------------------ */

static size_t stolen_bytes(uint64_t depth)
{
    return sizeof(struct stolen_work) + depth * sizeof(struct wire_decision) + (depth + 1) * sizeof(threadset);
}

uint64_t rank_stealing_deepest(const struct engine *e)
{
    size_t one = sizeof(struct wire_decision) + sizeof(threadset);
    size_t room = rank_results_host(e)->room - sizeof(struct record) - stolen_bytes(0);
    return room / one < WORKERS_PATH - 1 ? room / one : WORKERS_PATH - 1;
}

/* The parts that a worker has put into the box are joined in one piece, behind the stolen work that waits here. */
void rank_stealing_put(struct engine *e, struct worker_group *g)
{
    struct rank_partition *p = &e->several->partition;
    struct mailbox *b = &g->away;
    size_t bytes = stolen_bytes(b->depth);
    char *to = record_queue_free(&p->stealing.waiting, bytes);
    if (!to) {
        p->writer.failed = true;
        return;
    }
    struct stolen_work head = {.to = p->stealing.thief, .depth = b->depth, .digest = b->digest};
    memcpy(to, &head, sizeof head);
    memcpy(to + sizeof head, b->path, b->depth * sizeof *b->path);
    memcpy(to + sizeof head + b->depth * sizeof *b->path, b->todo, (b->depth + 1) * sizeof *b->todo);
    record_writer_part(&p->writer);
    record_writer_put(&p->writer, RECORD_STOLEN_WORK, to, 1, bytes);
    record_writer_part(&p->writer);
    SHARED_STORE(b->state, BOX_BUSY);
    p->status.given++;
}

/* --- taking ------------------------------------------------------------------------------------------------------------ */

bool rank_stealing_take(struct engine *e, const struct record *r)
{
    struct stolen_work head;
    if (r->bytes < sizeof head)
        return true;
    memcpy(&head, r + 1, sizeof head);
    if (head.to != e->config->rank || head.depth >= WORKERS_PATH || r->bytes != stolen_bytes(head.depth))
        return true;
    e->several->partition.status.taken++;
    return record_queue_put(&e->several->partition.stealing.waiting, r);
}

static void fill(struct mailbox *b, const struct record *r)
{
    struct stolen_work head;
    const char *at = (const char *)(r + 1);
    memcpy(&head, at, sizeof head);
    b->depth = head.depth;
    b->digest = head.digest;
    memcpy(b->path, at + sizeof head, b->depth * sizeof *b->path);
    memcpy(b->todo, at + sizeof head + b->depth * sizeof *b->path, (b->depth + 1) * sizeof *b->todo);
}

void rank_stealing_hand_out(struct engine *e, struct worker_group *g)
{
    struct record_queue *q = &e->several->partition.stealing.waiting;
    for (unsigned i = 0; i < g->size && !record_queue_is_empty(q); i++) {
        struct mailbox *b = &g->box[i];
        if (b->dead || !shared_exchange(&b->state, BOX_IDLE, BOX_FILLING + LEADER))
            continue;
        SHARED_ADD(g->given, 1);
        SHARED_ADD(g->idle, -1);
        fill(b, record_queue_first(q));
        record_queue_pass(q);
        SHARED_STORE(b->state, BOX_FULL);
        raw_wake(&b->state);
    }
}
