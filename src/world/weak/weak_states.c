/* weak_states.c - see weak_states.h. */
#include "world/weak/weak_states.h"

#include <string.h>

#include "world/weak/weak_past.h"
#include "world/weak/weak_sync.h"

/* --- what is forgotten ------------------------------------------------------------------------------------------------ */

/* The oldest message that one of them may still read. */
static unsigned oldest_for(const struct weak *w, unsigned place, threadset users)
{
    const struct weak_place *p = &w->place[place];
    unsigned oldest = (unsigned)p->count - 1;
    THREADSET_EACH(t, users) {
        unsigned rank = weak_rank(p, w->thread[t].now.seen[place]);
        oldest = rank < oldest ? rank : oldest;
    }
    return oldest;
}

static void drop_older(struct weak *w, unsigned place, unsigned rank)
{
    for (unsigned i = 0; i < rank; i++)
        weak_drop(w, place, 0, 0);
    struct weak_message *first = weak_message_at(w, place, 0);
    if (first->attached) {
        weak_note(w, &first->attached, sizeof first->attached);
        first->attached = false;
    }
}

/* The bound, and the end of the table: who might have read more is not told. */
static unsigned bounded(struct weak *w, unsigned place, unsigned oldest)
{
    unsigned count = (unsigned)w->place[place].count;
    if (w->stale && count - oldest > w->stale + 1) {
        w->forgotten++;
        oldest = count - w->stale - 1;
    }
    if (count - oldest == WEAK_MESSAGES) {
        w->lacked++;
        oldest++;
    }
    return oldest;
}

/* Do two messages of a place tell the same? Of the place itself each tells that it is there. */
static bool tell_the_same(const struct weak *w, unsigned place, const struct weak_view *a, const struct weak_view *b)
{
    for (unsigned x = 0; x < w->places; x++) {
        const struct weak_place *p = &w->place[x];
        bool seen = x == place || weak_rank(p, a->seen[x]) == weak_rank(p, b->seen[x]);
        if (!seen || weak_rank_beyond(p, a->seen[x], a->seq_cst[x]) != weak_rank_beyond(p, b->seen[x], b->seq_cst[x]))
            return false;
    }
    return true;
}

static bool are_alike(const struct weak *w, unsigned place, unsigned rank)
{
    const struct weak_message *a = weak_message_at(w, place, rank), *b = weak_message_at(w, place, rank + 1);
    bool equal = b->attached && a->value.low == b->value.low && a->value.high == b->value.high;
    equal = equal && weak_past_same(&a->past, &b->past) && a->told == b->told && a->ordered == b->ordered;
    return equal && tell_the_same(w, place, &a->view, &b->view) && (!w->same || w->same(w->self, w->place[place].key, rank));
}

/* The newer one of two that are alike stays, attached to what the older one was attached to. */
static bool merge(struct weak *w, unsigned place)
{
    const struct weak_place *p = &w->place[place];
    unsigned rank = 0;
    while (rank + 1 < p->count && !are_alike(w, place, rank))
        rank++;
    if (rank + 1 >= p->count)
        return false;
    uint64_t attached = weak_message_at(w, place, rank)->attached;
    struct weak_message *newer = weak_message_at(w, place, rank + 1);
    weak_drop(w, place, rank, (uint8_t)(p->slots[rank + 1] + 1));
    weak_note(w, &newer->attached, sizeof newer->attached);
    newer->attached = attached;
    return true;
}

/* Messages of one place may have differed in what they told of another one that is merged now. */
static void merge_all(struct weak *w)
{
    bool merged;
    do {
        merged = false;
        for (unsigned x = 0; x < w->places; x++)
            while (merge(w, x))
                merged = true;
    } while (merged);
}

static bool tells_nobody(const struct weak *w, const struct weak_object *o, threadset who)
{
    THREADSET_EACH(t, who)
        if (!weak_has(w, &w->thread[t].now, &o->view) || !weak_past_has(&w->thread[t].past, &o->past))
            return false;
    return true;
}

void weak_settle(struct weak *w, weak_users *users, void *self)
{
    for (unsigned x = 0; x < w->places; x++) {
        threadset who = w->place[x].key ? users(self, w->place[x].key) : NO_THREADS;
        if (threadset_any(who))
            drop_older(w, x, bounded(w, x, oldest_for(w, x, who)));
        else if (w->place[x].key)
            weak_close(w, x);
    }
    merge_all(w);
    for (unsigned i = 0; i < w->objects; i++)
        if (w->object[i].key && tells_nobody(w, &w->object[i], users(self, w->object[i].key)))
            weak_empty(w, w->object[i].key);
}

/* --- digest ----------------------------------------------------------------------------------------------------------- */

static uint64_t scatter(uint64_t x)
{
    x = (x ^ x >> 33) * 0xff51afd7ed558ccdu;
    x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53u;
    return x ^ x >> 33;
}

/* Terms come in no order: places and slots have other numbers on other paths. */
static void add_term(struct digest *sum, uint64_t lo, uint64_t hi)
{
    sum->lo += scatter(lo + hi * 0x9e3779b97f4a7c15u);
    sum->hi += scatter(hi ^ lo * 0xd6e8feb86659fd93u);
}

static void add(struct digest *sum, struct digest term) { add_term(sum, term.lo, term.hi); }

/* What a view tells of a place beyond what is `known` in any case. */
static void add_entry(struct digest *sum, const struct weak_place *p, unsigned x, const struct weak_view *view,
                      const struct weak_view *known)
{
    unsigned seen = weak_rank(p, view->seen[x]), from = weak_rank(p, known->seen[x]);
    unsigned seq_cst = weak_rank(p, view->seq_cst[x]);
    if (seq_cst <= seen || seq_cst <= from || seq_cst <= weak_rank(p, known->seq_cst[x]))
        seq_cst = 0;
    if (seen <= from)
        seen = 0;
    if (seen | seq_cst)
        add_term(sum, p->key, (uint64_t)seen << 32 | seq_cst);
}

static uint64_t eight_at(const uint8_t *map, unsigned x)
{
    uint64_t entries;
    memcpy(&entries, map + x, sizeof entries);
    return entries;
}

enum whose { OF_THREAD, OF_PAST, OF_READ, OF_RELEASED, OF_MESSAGE, OF_VALUE, OF_TOLD, OF_ORDER, OF_OBJECT, OF_OBJECTS_PAST };

static struct digest named(enum whose what, uint64_t number, uint64_t rank)
{
    const struct digest d = {0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu};
    return digest_with(digest_with(d, (uint64_t)what << 32 | rank), number);
}

/* Whose: what, its number and rank. Most views have entries for few places. */
static void add_view(struct digest *sum, const struct weak *w, enum whose what, uint64_t number, uint64_t rank,
                     const struct weak_view *view, const struct weak_view *known)
{
    struct digest told = {0, 0};
    for (unsigned x = 0; x < w->places; x += 8)
        for (uint64_t left = eight_at(view->seen, x) | eight_at(view->seq_cst, x); left;) {
            unsigned at = (unsigned)__builtin_ctzll(left) / 8;
            left &= ~((uint64_t)0xff << 8 * at);
            add_entry(&told, &w->place[x + at], x + at, view, known);
        }
    if (told.lo | told.hi)
        add(sum, digest_with(digest_with(named(what, number, rank), told.lo), told.hi));
}

static const struct weak_view nothing;

static void add_past(struct digest *sum, const struct weak *w, struct digest whose, const struct weak_past *p)
{
    if (weak_past_matters(w, p))
        add(sum, weak_past_digest(whose, p));
}

static void add_thread(struct digest *sum, const struct weak *w, tid t)
{
    const struct weak_thread *k = &w->thread[t];
    add_view(sum, w, OF_THREAD, t, 0, &k->now, &nothing);
    add_view(sum, w, OF_READ, t, 0, &k->read, &k->now);
    add_view(sum, w, OF_RELEASED, t, 0, &k->released, &nothing);
    add_past(sum, w, named(OF_PAST, t, k->fenced), &k->past);
}

/* The value of the last one is in memory, and all that it tells of its place is that it is there. */
static void add_message(struct digest *sum, const struct weak *w, unsigned place, unsigned rank)
{
    const struct weak_place *p = &w->place[place];
    const struct weak_message *m = weak_message_at(w, place, rank);
    if (rank + 1 < p->count) {
        struct digest at = digest_with(named(OF_VALUE, p->key, rank), m->attached);
        add(sum, digest_with(digest_with(at, m->value.low), m->value.high));
    } else if (m->attached) {
        add(sum, named(OF_MESSAGE, p->key, rank));
    }
    add_view(sum, w, OF_MESSAGE, p->key, rank, &m->view, &nothing);
    if (weak_past_matters(w, &m->past)) {
        uint64_t by = m->told ? m->ordered : 2 + m->ordered + 2 * m->writer;
        add(sum, weak_past_digest(digest_with(named(OF_TOLD, p->key, rank), by), &m->past));
    }
}

struct digest weak_digest(const struct weak *w)
{
    struct digest sum = {0, 0};
    for (tid t = 0; t < w->threads; t++)
        add_thread(&sum, w, t);
    for (unsigned i = 0; i < w->objects; i++) {
        add_view(&sum, w, OF_OBJECT, w->object[i].key, 0, &w->object[i].view, &nothing);
        add_past(&sum, w, named(OF_OBJECTS_PAST, w->object[i].key, 0), &w->object[i].past);
    }
    for (unsigned x = 0; x < w->places; x++) {
        for (unsigned rank = 0; rank < w->place[x].count; rank++)
            add_message(&sum, w, x, rank);
        unsigned newest = weak_rank(&w->place[x], w->newest[x]);
        if (newest)
            add(&sum, digest_with(named(OF_ORDER, w->place[x].key, 0), newest));
    }
    return sum;
}
