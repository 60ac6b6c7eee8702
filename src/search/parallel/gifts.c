/* gifts.c - see gifts.h. */
#include "search/parallel/gifts.h"

#include <string.h>

#include "base/raw.h"
#include "search/parallel/crew.h"
#include "search/parallel/letters.h"
#include "search/parallel/several.h"

enum {
    PATIENCE = 8,       /* letters, until somebody else is asked for work */
    LEADER = CREW_MOST, /* who fills a box */
};

bool gifts_begin(struct gifts *g)
{
    g->patience = g->donor = 0;
    shelf_clear(&g->waiting);
    return shelf_open(&g->waiting);
}

void gifts_close(struct gifts *g)
{
    shelf_close(&g->waiting);
}

/* --- asking ------------------------------------------------------------------------------------------------------------ */

static bool may_have_work(const struct engine *e, unsigned rank)
{
    return rank != e->config->rank && !(claims_with_us(&e->several->claims, rank) && e->several->claims.peer[rank].word.dry);
}

/* The next one after the one that was asked last who may have some, plus 1. The first one is the first to have any. */
static uint64_t whom_to_ask(struct engine *e)
{
    unsigned ranks = e->config->ranks, *donor = &e->several->claims.gifts.donor;
    for (unsigned i = 0; i < ranks; i++) {
        unsigned rank = (*donor + i) % ranks;
        if (!may_have_work(e, rank))
            continue;
        *donor = (rank + 1) % ranks;
        return rank + 1;
    }
    return 0;
}

void gifts_ask(struct engine *e)
{
    struct claims_word *w = &e->several->claims.word;
    struct gifts *g = &e->several->claims.gifts;
    if (!w->dry) {
        w->asks = 0;
        g->patience = 0;
    } else if (g->patience == 0 || (w->asks && !may_have_work(e, (unsigned)w->asks - 1))) {
        w->asks = whom_to_ask(e);
        w->asked++;
        g->patience = PATIENCE;
    } else {
        g->patience--;
    }
}

/* One at a time of those who wait for work from here. Who has none to give does not go on to owe it. */
void gifts_invite(struct engine *e, struct crew *c, bool dry)
{
    struct claims *cl = &e->several->claims;
    unsigned ranks = e->config->ranks;
    if (dry && shared_exchange(&c->away.state, BOX_HUNGRY, BOX_BUSY))
        SHARED_ADD(c->hungry, -1);
    if (dry || SHARED_LOAD(c->away.state) != BOX_BUSY)
        return;
    for (unsigned i = 1; i <= ranks; i++) {
        unsigned rank = (cl->gifts.guest + i) % ranks;
        if (rank == e->config->rank || !claims_with_us(cl, rank) || !cl->peer[rank].asks)
            continue;
        cl->peer[rank].asks = false;
        cl->gifts.guest = rank;
        SHARED_ADD(c->hungry, 1);
        SHARED_STORE(c->away.state, BOX_HUNGRY);
        return;
    }
}

/* --- giving ------------------------------------------------------------------------------------------------------------ */

static size_t gift_bytes(uint64_t depth)
{
    return sizeof(struct gift) + depth * sizeof(struct wire_decision) + (depth + 1) * sizeof(threadset);
}

uint64_t gifts_deepest(const struct engine *e)
{
    size_t one = sizeof(struct wire_decision) + sizeof(threadset), room = letters_host(e)->room - sizeof(struct record) - gift_bytes(0);
    return room / one < CREW_PATH - 1 ? room / one : CREW_PATH - 1;
}

/* What a worker has put into the box is put into one piece, behind the gifts that wait here. */
void gifts_put(struct engine *e, struct crew *c)
{
    struct claims *cl = &e->several->claims;
    struct box *b = &c->away;
    size_t bytes = gift_bytes(b->depth);
    char *to = shelf_free(&cl->gifts.waiting, bytes);
    if (!to) {
        cl->packing.failed = true;
        return;
    }
    struct gift head = {.to = cl->gifts.guest, .depth = b->depth, .digest = b->digest};
    memcpy(to, &head, sizeof head);
    memcpy(to + sizeof head, b->path, b->depth * sizeof *b->path);
    memcpy(to + sizeof head + b->depth * sizeof *b->path, b->todo, (b->depth + 1) * sizeof *b->todo);
    packing_part(&cl->packing);
    packing_put(&cl->packing, RECORD_GIFT, to, 1, bytes);
    packing_part(&cl->packing);
    SHARED_STORE(b->state, BOX_BUSY);
    cl->word.given++;
}

/* --- taking ------------------------------------------------------------------------------------------------------------ */

bool gifts_take(struct engine *e, const struct record *r)
{
    struct gift head;
    if (r->bytes < sizeof head)
        return true;
    memcpy(&head, r + 1, sizeof head);
    if (head.to != e->config->rank || head.depth >= CREW_PATH || r->bytes != gift_bytes(head.depth))
        return true;
    e->several->claims.word.taken++;
    return shelf_put(&e->several->claims.gifts.waiting, r);
}

static void fill(struct box *b, const struct record *r)
{
    struct gift head;
    const char *at = (const char *)(r + 1);
    memcpy(&head, at, sizeof head);
    b->depth = head.depth;
    b->digest = head.digest;
    memcpy(b->path, at + sizeof head, b->depth * sizeof *b->path);
    memcpy(b->todo, at + sizeof head + b->depth * sizeof *b->path, (b->depth + 1) * sizeof *b->todo);
}

void gifts_hand_out(struct engine *e, struct crew *c)
{
    struct shelf *s = &e->several->claims.gifts.waiting;
    for (unsigned i = 0; i < c->size && !shelf_is_empty(s); i++) {
        struct box *b = &c->box[i];
        if (b->dead || !shared_exchange(&b->state, BOX_HUNGRY, BOX_FILLING + LEADER))
            continue;
        SHARED_ADD(c->given, 1);
        SHARED_ADD(c->hungry, -1);
        fill(b, shelf_first(s));
        shelf_pass(s);
        SHARED_STORE(b->state, BOX_FULL);
        raw_wake(&b->state);
    }
}
