/* claims.c - see claims.h. */
#include "search/claims.h"

#include <string.h>

#include "base/raw.h"
#include "base/reserve.h"
#include "search/engine.h"

enum {
    SHARE = 5,                 /* of the time at most is spent on letters: one of so many parts */
    PATIENCE = 8,              /* letters, until somebody else is asked for work */
    LEADER = CREW_MOST,        /* who fills a box */
    STORE_PART = 8,            /* of the machine's memory, for what waits */
    EVERY_NS = 4000000,        /* at most, between two letters, so that few states are explored twice; */
    HUNGRY_NS = 2000000,       /* and of a machine that has nothing else to do */
};

bool claims_wanted(const struct engine *e)
{
    return MAX_THREADS <= 64 && !e->reduction && letters_wanted(e);
}

/* --- beginning and end -------------------------------------------------------------------------------------------------- */

static bool open_store(struct claims_store *s)
{
    if (s->at)
        return true;
    s->room = reserve_machine() / STORE_PART;
    s->at = reserve(&s->room, 1 << 20);
    return s->at != NULL;
}

static bool open_log(struct claims *cl)
{
    size_t bytes = CLAIM_KINDS * sizeof *cl->log;
    if (!cl->log)
        cl->log = reserve_shared(&bytes, bytes);
    return cl->log != NULL;
}

bool claims_begin(struct engine *e)
{
    struct claims *cl = &e->claims;
    if (!open_log(cl) || !open_store(&cl->gifts) || !open_store(&cl->postponed))
        return false;
    cl->epoch = cl->heard > cl->epoch ? cl->heard : cl->epoch + 1;
    cl->visible = letters_host(e)->visible(letters_host(e)->self);
    cl->begun = cl->over = false;
    cl->word = cl->told = (struct claims_word){0};
    cl->patience = cl->donor = 0;
    cl->gifts.from = cl->gifts.used = 0;
    cl->next = 0;
    memset(cl->others, 0, sizeof cl->others);
    for (int k = 0; k < CLAIM_KINDS; k++)
        cl->log[k].count = 0;
    return true;
}

void claims_close(struct engine *e)
{
    struct claims *cl = &e->claims;
    if (cl->log)
        reserve_release(cl->log, CLAIM_KINDS * sizeof *cl->log);
    if (cl->gifts.at)
        reserve_release(cl->gifts.at, cl->gifts.room);
    if (cl->postponed.at)
        reserve_release(cl->postponed.at, cl->postponed.room);
    *cl = (struct claims){0};
}

/* Whatever cannot be told or kept, nobody else will explore: this machine does everything. */
static void go_alone(struct crew *c)
{
    CREW_STORE(c->alone, 1);
    CREW_STORE(c->stop, 1);
}

/* --- a worker ------------------------------------------------------------------------------------------------------------ */

bool claims_have_room(const struct engine *e)
{
    for (int k = 0; k < CLAIM_KINDS; k++)
        if (CREW_LOAD(e->claims.log[k].count) >= MOST_CLAIMS)
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

void claims_note(struct engine *e, struct digest d, enum arrival kind)
{
    struct claim_log *log = &e->claims.log[kind_of(kind)];
    log->state[__atomic_fetch_add(&log->count, 1, __ATOMIC_RELAXED)] = d;
}

/* --- writing -------------------------------------------------------------------------------------------------------------- */

/* Somebody on another machine has nothing to do, and that can be changed. */
static bool is_due(const struct claims *cl, struct crew *c)
{
    if (CREW_LOAD(c->away.state) == BOX_FULL)
        return true;
    for (int k = 0; k < CLAIM_KINDS; k++)
        if (CREW_LOAD(cl->log[k].count) >= MOST_CLAIMS / 2)
            return true;
    return raw_nanoseconds() >= cl->next;
}

/* Others have been told that this machine is dry, with all that was known here then, and nothing has been done since. */
static bool has_said_so(const struct claims *cl)
{
    return cl->begun && cl->told.dry && cl->told.taken == cl->word.taken;
}

/* What workers know of the program takes long to be told. Others need it when they begin an epoch because of it, and in the end. */
void claims_ask(struct engine *e, struct crew *c)
{
    const struct claims *cl = &e->claims;
    if (!is_due(cl, c) || CREW_LOAD(c->wanted) != c->generation)
        return;
    bool needed = !cl->begun || (crew_is_hungry(c) && !has_said_so(cl));
    CREW_STORE(c->silent, !needed);
    crew_ask(c);
}

static void wait_a_while(struct engine *e, uint64_t started)
{
    uint64_t asked = e->config->letter_milliseconds * 1000000, most = e->claims.word.dry ? HUNGRY_NS : EVERY_NS;
    e->claims.next = packing_due(started, asked < most ? asked : most, SHARE);
}

static bool store_is_empty(const struct claims_store *s)
{
    return s->from == s->used;
}

/* While all wait: nobody who may have something to do, no gift that waits for one of them, none that waits to be sent. */
static bool is_dry(const struct engine *e, const struct crew *c)
{
    for (unsigned i = 0; i < c->size; i++)
        if (c->box[i].dead || c->box[i].state != BOX_HUNGRY)
            return false;
    return store_is_empty(&e->claims.gifts) && c->away.state != BOX_FULL;
}

static bool is_with_us(const struct claims *cl, unsigned rank)
{
    return cl->peer[rank].epoch == cl->epoch && cl->peer[rank].same;
}

static bool may_have_work(const struct engine *e, unsigned rank)
{
    return rank != e->config->rank && !(is_with_us(&e->claims, rank) && e->claims.peer[rank].word.dry);
}

/* The next one after the one that was asked last who may have some, plus 1. The first one is the first to have any. */
static uint64_t whom_to_ask(struct engine *e)
{
    unsigned ranks = e->config->ranks, *donor = &e->claims.donor;
    for (unsigned i = 0; i < ranks; i++) {
        unsigned rank = (*donor + i) % ranks;
        if (!may_have_work(e, rank))
            continue;
        *donor = (rank + 1) % ranks;
        return rank + 1;
    }
    return 0;
}

static void look_at_oneself(struct engine *e, const struct crew *c)
{
    struct claims *cl = &e->claims;
    struct claims_word *w = &cl->word;
    w->dry = is_dry(e, c) && (!c->silent || has_said_so(cl));
    if (!w->dry) {
        w->asks = 0;
        cl->patience = 0;
    } else if (cl->patience == 0 || (w->asks && !may_have_work(e, (unsigned)w->asks - 1))) {
        w->asks = whom_to_ask(e);
        w->asked++;
        cl->patience = PATIENCE;
    } else {
        cl->patience--;
    }
}

static void put_claims(struct claims *cl)
{
    for (int k = 0; k < CLAIM_KINDS; k++) {
        packing_put(&cl->packing, (enum record_kind)(RECORD_CLAIMS + k), cl->log[k].state, cl->log[k].count, sizeof *cl->log[k].state);
        cl->log[k].count = 0;
    }
}

static size_t gift_bytes(uint64_t depth)
{
    return sizeof(struct claims_gift) + depth * sizeof(struct wire_decision) + (depth + 1) * sizeof(threadset);
}

uint64_t claims_deepest(const struct engine *e)
{
    size_t one = sizeof(struct wire_decision) + sizeof(threadset), room = letters_host(e)->room - sizeof(struct record) - gift_bytes(0);
    return room / one < CREW_PATH - 1 ? room / one : CREW_PATH - 1;
}

/* What a worker has put into the box is put into one piece, behind the gifts that wait here. */
static void put_gift(struct claims *cl, struct crew *c)
{
    struct box *b = &c->away;
    struct claims_store *s = &cl->gifts;
    size_t bytes = gift_bytes(b->depth);
    if (s->used + bytes > s->room) {
        cl->packing.failed = true;
        return;
    }
    char *to = s->at + s->used;
    struct claims_gift head = {.to = cl->guest, .depth = b->depth, .digest = b->digest};
    memcpy(to, &head, sizeof head);
    memcpy(to + sizeof head, b->path, b->depth * sizeof *b->path);
    memcpy(to + sizeof head + b->depth * sizeof *b->path, b->todo, (b->depth + 1) * sizeof *b->todo);
    packing_part(&cl->packing);
    packing_put(&cl->packing, RECORD_GIFT, to, 1, bytes);
    packing_part(&cl->packing);
    CREW_STORE(b->state, BOX_BUSY);
    cl->word.given++;
}

static bool is_told(const struct claims *cl)
{
    return cl->begun && memcmp(&cl->told, &cl->word, sizeof cl->word) == 0;
}

static void write_letter(struct engine *e, struct crew *c)
{
    struct claims *cl = &e->claims;
    struct packing *p = &cl->packing;
    p->failed = false;
    packing_begin(p, letters_host(e), letters_host(e)->send, &e->counters->heartbeat);
    if (!cl->begun) {
        struct claims_anew head = {.visible = cl->visible, .epoch = cl->epoch};
        packing_put(p, RECORD_ANEW, &head, 1, sizeof head);
    }
    if (!c->silent)
        crew_put_knowledge(c, false, p);
    put_claims(cl);
    look_at_oneself(e, c);
    if (CREW_LOAD(c->away.state) == BOX_FULL)
        put_gift(cl, c);
    if (!is_told(cl))
        packing_put(p, RECORD_WORK, &cl->word, 1, sizeof cl->word);
    cl->told = cl->word;
    cl->begun = true;
    packing_end(p);
    if (p->failed)
        go_alone(c);
}

/* --- reading -------------------------------------------------------------------------------------------------------------- */

static void store(struct claims_store *s, struct crew *c, const struct record *r)
{
    if (store_is_empty(s))
        s->from = s->used = 0;
    if (s->used + record_length(r) > s->room) {
        go_alone(c);
        return;
    }
    memcpy(s->at + s->used, r, sizeof *r + r->bytes);
    s->used += record_length(r);
}

static const struct record *first_of(const struct claims_store *s)
{
    return (const struct record *)(s->at + s->from);
}

/* False: there is no room for it. */
static bool take_claim(struct engine *e, enum claim_kind kind, struct digest d)
{
    enum visited_result result;
    while ((result = visited_insert_shared(e->team.table, d)) == VISITED_FULL)
        if (!visited_grow_shared(e->team.table))
            return false;
    e->claims.others[kind] += result == VISITED_NEW;
    e->counters->taken += result == VISITED_NEW;
    return true;
}

static void take_claims(struct engine *e, struct crew *c, const struct record *r)
{
    const struct digest *d = (const struct digest *)(r + 1);
    size_t count = r->bytes / sizeof *d;
    bool fits = crew_open_table(c, e->team.table, count);
    for (size_t i = 0; fits && i < count; i++)
        fits = take_claim(e, (enum claim_kind)(r->kind - RECORD_CLAIMS), d[i]);
    crew_close_table(c, e->team.table);
    if (!fits && !e->halted)
        engine_halt(e, WIRE_LIMIT_MEMORY);
}

static void take_gift(struct engine *e, struct crew *c, const struct record *r)
{
    struct claims_gift head;
    if (r->bytes < sizeof head)
        return;
    memcpy(&head, r + 1, sizeof head);
    if (head.to != e->config->rank || head.depth >= CREW_PATH || r->bytes != gift_bytes(head.depth))
        return;
    e->claims.word.taken++;
    store(&e->claims.gifts, c, r);
}

static void take_word(struct engine *e, unsigned from, const struct record *r)
{
    struct claims_word *w = &e->claims.peer[from].word;
    if (r->bytes % sizeof *w != 0)
        return;
    memcpy(w, (const char *)(r + 1) + r->bytes - sizeof *w, sizeof *w);
    e->claims.peer[from].asks = w->asks == e->config->rank + 1;
}

/* A machine has begun an epoch. */
static void meet(struct claims *cl, unsigned from, const struct record *r)
{
    struct claims_anew head;
    if (r->bytes != sizeof head)
        return;
    memcpy(&head, r + 1, sizeof head);
    cl->peer[from].epoch = head.epoch;
    cl->peer[from].same = digest_equal(head.visible, cl->visible);
    cl->peer[from].asks = false;
    cl->peer[from].word = (struct claims_word){0};
    uint64_t wanted = head.epoch + (head.epoch == cl->epoch && !cl->peer[from].same);
    cl->heard = wanted > cl->heard ? wanted : cl->heard;
}

static void read_record(struct engine *e, struct crew *c, const struct record *r)
{
    struct claims *cl = &e->claims;
    unsigned from = r->from;
    if (from >= e->config->ranks)
        return;
    if (r->kind == RECORD_ANEW)
        meet(cl, from, r);
    if (cl->peer[from].epoch > cl->epoch)
        store(&cl->postponed, c, r);
    else if (!is_with_us(cl, from))
        return;
    else if (r->kind >= RECORD_CLAIMS && r->kind < RECORD_CLAIMS + CLAIM_KINDS)
        take_claims(e, c, r);
    else if (r->kind == RECORD_GIFT)
        take_gift(e, c, r);
    else if (r->kind == RECORD_WORK)
        take_word(e, from, r);
}

static void read_letters(struct engine *e, struct crew *c)
{
    struct claims_store *s = &e->claims.postponed;
    const struct keeper *from = letters_host(e);
    const struct record *r;
    size_t end = s->used; /* what has to wait once more is put behind it */
    for (size_t at = s->from; (r = record_at(s->at, end, at)) != NULL; at += record_length(r))
        read_record(e, c, r);
    s->from = end;
    for (size_t bytes; (bytes = from->take(from->self)) > 0; e->counters->heartbeat++)
        for (size_t at = 0; (r = record_at(from->buffer, bytes, at)) != NULL; at += record_length(r))
            read_record(e, c, r);
}

/* --- work ------------------------------------------------------------------------------------------------------------------ */

static void fill(struct box *b, const struct record *r)
{
    struct claims_gift head;
    const char *at = (const char *)(r + 1);
    memcpy(&head, at, sizeof head);
    b->depth = head.depth;
    b->digest = head.digest;
    memcpy(b->path, at + sizeof head, b->depth * sizeof *b->path);
    memcpy(b->todo, at + sizeof head + b->depth * sizeof *b->path, (b->depth + 1) * sizeof *b->todo);
}

void claims_hand_out(struct engine *e, struct crew *c)
{
    struct claims_store *s = &e->claims.gifts;
    for (unsigned i = 0; i < c->size && !store_is_empty(s); i++) {
        struct box *b = &c->box[i];
        if (b->dead || !crew_exchange(&b->state, BOX_HUNGRY, BOX_FILLING + LEADER))
            continue;
        CREW_ADD(c->given, 1);
        CREW_ADD(c->hungry, -1);
        fill(b, first_of(s));
        s->from += record_length(first_of(s));
        CREW_STORE(b->state, BOX_FULL);
        raw_wake(&b->state);
    }
}

/* One at a time of those who wait for work from here. Who has none to give does not go on to owe it. */
static void invite(struct engine *e, struct crew *c)
{
    struct claims *cl = &e->claims;
    unsigned ranks = e->config->ranks;
    bool dry = is_dry(e, c);
    if (dry && crew_exchange(&c->away.state, BOX_HUNGRY, BOX_BUSY))
        CREW_ADD(c->hungry, -1);
    if (dry || CREW_LOAD(c->away.state) != BOX_BUSY)
        return;
    for (unsigned i = 1; i <= ranks; i++) {
        unsigned rank = (cl->guest + i) % ranks;
        if (rank == e->config->rank || !is_with_us(cl, rank) || !cl->peer[rank].asks)
            continue;
        cl->peer[rank].asks = false;
        cl->guest = rank;
        CREW_ADD(c->hungry, 1);
        CREW_STORE(c->away.state, BOX_HUNGRY);
        return;
    }
}

/* Nobody has anything to do, and no gift is on its way, as far as the last words go that are known. Others wait for those
 * of this machine, too. */
static bool all_is_explored(const struct engine *e, const struct crew *c)
{
    const struct claims *cl = &e->claims;
    uint64_t given = cl->word.given, taken = cl->word.taken;
    for (unsigned i = 0; i < e->config->ranks; i++) {
        if (i == e->config->rank)
            continue;
        if (!is_with_us(cl, i) || !cl->peer[i].word.dry)
            return false;
        given += cl->peer[i].word.given;
        taken += cl->peer[i].word.taken;
    }
    return given == taken && is_dry(e, c) && has_said_so(cl);
}

void claims_exchange(struct engine *e, struct crew *c)
{
    struct claims *cl = &e->claims;
    uint64_t started = raw_nanoseconds();
    write_letter(e, c);
    read_letters(e, c);
    if (cl->heard > cl->epoch) {
        CREW_STORE(c->grown, 1);
        CREW_STORE(c->stop, 1);
    }
    cl->over = all_is_explored(e, c);
    invite(e, c);
    wait_a_while(e, started);
}

void claims_count(struct engine *e)
{
    const uint64_t *others = e->claims.others;
    struct wire_counters *all = e->counters;
    all->states += others[CLAIM_CHOICE] + others[CLAIM_END] + others[CLAIM_DEADLOCK];
    all->end_states += others[CLAIM_END];
    all->deadlocks += others[CLAIM_DEADLOCK];
}
