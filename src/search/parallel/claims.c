/* claims.c - see claims.h. */
#include "search/parallel/claims.h"

#include <string.h>

#include "base/raw.h"
#include "base/reserve.h"
#include "search/engine/limits.h"
#include "search/parallel/gifts.h"
#include "search/parallel/letters.h"
#include "search/parallel/several.h"

enum {
    SHARE = 5,                 /* of the time at most is spent on letters: one of so many parts */
    EVERY_NS = 4000000,        /* at most, between two letters, so that few states are explored twice; */
    HUNGRY_NS = 2000000,       /* and of a machine that has nothing else to do */
};

bool claims_wanted(const struct engine *e)
{
    return MAX_THREADS <= 64 && !e->reduction && letters_wanted(e);
}

/* --- beginning and end -------------------------------------------------------------------------------------------------- */

static bool open_log(struct claims *cl)
{
    size_t bytes = CLAIM_KINDS * sizeof *cl->log;
    if (!cl->log)
        cl->log = reserve_shared(&bytes, bytes);
    return cl->log != NULL;
}

bool claims_begin(struct engine *e)
{
    struct claims *cl = &e->several->claims;
    if (!open_log(cl) || !gifts_begin(&cl->gifts) || !shelf_open(&cl->postponed))
        return false;
    cl->epoch = cl->heard > cl->epoch ? cl->heard : cl->epoch + 1;
    cl->visible = letters_host(e)->visible(letters_host(e)->self);
    cl->begun = cl->over = false;
    cl->word = cl->told = (struct claims_word){0};
    cl->next = 0;
    memset(cl->others, 0, sizeof cl->others);
    for (int k = 0; k < CLAIM_KINDS; k++)
        cl->log[k].count = 0;
    return true;
}

void claims_close(struct engine *e)
{
    struct claims *cl = &e->several->claims;
    if (cl->log)
        reserve_release(cl->log, CLAIM_KINDS * sizeof *cl->log);
    gifts_close(&cl->gifts);
    shelf_close(&cl->postponed);
    *cl = (struct claims){0};
}

/* Whatever cannot be told or kept, nobody else will explore: this machine does everything. */
static void go_alone(struct crew *c)
{
    SHARED_STORE(c->alone, 1);
    SHARED_STORE(c->stop, 1);
}

/* --- a worker ------------------------------------------------------------------------------------------------------------ */

bool claims_have_room(const struct engine *e)
{
    for (int k = 0; k < CLAIM_KINDS; k++)
        if (SHARED_LOAD(e->several->claims.log[k].count) >= MOST_CLAIMS)
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
    struct claim_log *log = &e->several->claims.log[kind_of(kind)];
    log->state[__atomic_fetch_add(&log->count, 1, __ATOMIC_RELAXED)] = d;
}

/* --- writing -------------------------------------------------------------------------------------------------------------- */

/* Somebody on another machine has nothing to do, and that can be changed. */
static bool is_due(const struct claims *cl, struct crew *c)
{
    if (SHARED_LOAD(c->away.state) == BOX_FULL)
        return true;
    for (int k = 0; k < CLAIM_KINDS; k++)
        if (SHARED_LOAD(cl->log[k].count) >= MOST_CLAIMS / 2)
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
    const struct claims *cl = &e->several->claims;
    if (!is_due(cl, c) || SHARED_LOAD(c->wanted) != c->generation)
        return;
    bool needed = !cl->begun || (crew_is_hungry(c) && !has_said_so(cl));
    SHARED_STORE(c->silent, !needed);
    crew_ask(c);
}

static void wait_a_while(struct engine *e, uint64_t started)
{
    uint64_t asked = e->config->letter_milliseconds * 1000000, most = e->several->claims.word.dry ? HUNGRY_NS : EVERY_NS;
    e->several->claims.next = packing_due(started, asked < most ? asked : most, SHARE);
}

/* While all wait: nobody who may have something to do, no gift that waits for one of them, none that waits to be sent. */
static bool is_dry(const struct engine *e, const struct crew *c)
{
    for (unsigned i = 0; i < c->size; i++)
        if (c->box[i].dead || c->box[i].state != BOX_HUNGRY)
            return false;
    return shelf_is_empty(&e->several->claims.gifts.waiting) && c->away.state != BOX_FULL;
}

static void look_at_oneself(struct engine *e, const struct crew *c)
{
    e->several->claims.word.dry = is_dry(e, c) && (!c->silent || has_said_so(&e->several->claims));
    gifts_ask(e);
}

static void put_claims(struct claims *cl)
{
    for (int k = 0; k < CLAIM_KINDS; k++) {
        packing_put(&cl->packing, (enum record_kind)(RECORD_CLAIMS + k), cl->log[k].state, cl->log[k].count, sizeof *cl->log[k].state);
        cl->log[k].count = 0;
    }
}

static bool is_told(const struct claims *cl)
{
    return cl->begun && memcmp(&cl->told, &cl->word, sizeof cl->word) == 0;
}

static void write_letter(struct engine *e, struct crew *c)
{
    struct claims *cl = &e->several->claims;
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
    if (SHARED_LOAD(c->away.state) == BOX_FULL)
        gifts_put(e, c);
    if (!is_told(cl))
        packing_put(p, RECORD_WORK, &cl->word, 1, sizeof cl->word);
    cl->told = cl->word;
    cl->begun = true;
    packing_end(p);
    if (p->failed)
        go_alone(c);
}

/* --- reading -------------------------------------------------------------------------------------------------------------- */

/* False: there is no room for it. */
static bool take_claim(struct engine *e, enum claim_kind kind, struct digest d)
{
    enum visited_result result;
    while ((result = visited_insert_shared(e->several->table, d)) == VISITED_FULL)
        if (!visited_grow_shared(e->several->table))
            return false;
    e->several->claims.others[kind] += result == VISITED_NEW;
    e->counters->taken += result == VISITED_NEW;
    return true;
}

static void take_claims(struct engine *e, struct crew *c, const struct record *r)
{
    const struct digest *d = (const struct digest *)(r + 1);
    size_t count = r->bytes / sizeof *d;
    bool fits = crew_open_table(c, e->several->table, count);
    for (size_t i = 0; fits && i < count; i++)
        fits = take_claim(e, (enum claim_kind)(r->kind - RECORD_CLAIMS), d[i]);
    crew_close_table(c, e->several->table);
    if (!fits && !e->halted)
        engine_halt(e, WIRE_LIMIT_MEMORY);
}

static void take_word(struct engine *e, unsigned from, const struct record *r)
{
    struct claims_word *w = &e->several->claims.peer[from].word;
    if (r->bytes % sizeof *w != 0)
        return;
    memcpy(w, (const char *)(r + 1) + r->bytes - sizeof *w, sizeof *w);
    e->several->claims.peer[from].asks = w->asks == e->config->rank + 1;
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
    struct claims *cl = &e->several->claims;
    unsigned from = r->from;
    bool kept = true;
    if (from >= e->config->ranks)
        return;
    if (r->kind == RECORD_ANEW)
        meet(cl, from, r);
    if (cl->peer[from].epoch > cl->epoch)
        kept = shelf_put(&cl->postponed, r);
    else if (!claims_with_us(cl, from))
        return;
    else if (r->kind >= RECORD_CLAIMS && r->kind < RECORD_CLAIMS + CLAIM_KINDS)
        take_claims(e, c, r);
    else if (r->kind == RECORD_GIFT)
        kept = gifts_take(e, r);
    else if (r->kind == RECORD_WORK)
        take_word(e, from, r);
    if (!kept)
        go_alone(c);
}

static void read_letters(struct engine *e, struct crew *c)
{
    struct shelf *s = &e->several->claims.postponed;
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

/* Nobody has anything to do, and no gift is on its way, as far as the last words go that are known. Others wait for those
 * of this machine, too. */
static bool all_is_explored(const struct engine *e, const struct crew *c)
{
    const struct claims *cl = &e->several->claims;
    uint64_t given = cl->word.given, taken = cl->word.taken;
    for (unsigned i = 0; i < e->config->ranks; i++) {
        if (i == e->config->rank)
            continue;
        if (!claims_with_us(cl, i) || !cl->peer[i].word.dry)
            return false;
        given += cl->peer[i].word.given;
        taken += cl->peer[i].word.taken;
    }
    return given == taken && is_dry(e, c) && has_said_so(cl);
}

void claims_exchange(struct engine *e, struct crew *c)
{
    struct claims *cl = &e->several->claims;
    uint64_t started = raw_nanoseconds();
    write_letter(e, c);
    read_letters(e, c);
    if (cl->heard > cl->epoch) {
        SHARED_STORE(c->grown, 1);
        SHARED_STORE(c->stop, 1);
    }
    cl->over = all_is_explored(e, c);
    gifts_invite(e, c, is_dry(e, c));
    wait_a_while(e, started);
}

void claims_count(struct engine *e)
{
    const uint64_t *others = e->several->claims.others;
    struct wire_counters *all = e->counters;
    all->states += others[CLAIM_CHOICE] + others[CLAIM_END] + others[CLAIM_DEADLOCK];
    all->end_states += others[CLAIM_END];
    all->deadlocks += others[CLAIM_DEADLOCK];
}
