/* weak_past.c - see weak_past.h.
 *
 * An edge of reads-from between threads tells all that the writer knows by happens-before, where the one releases and the other acquires.
 * Otherwise psc has an edge from fence to fence if there is one such step between them, and none from or to other operations. From a
 * sequentially consistent write that is read by a weaker load it has edges to fences only.
 */
#include "world/weak/weak_past.h"

enum { ORDERED_WRITE = 1, WEAKER_WRITE = 2, ORDERED_LOAD = 4 };

static bool is_empty(const struct weak_past *p) { return !threadset_any(p->fences | p->accesses); }

/* --- what is known ---------------------------------------------------------------------------------------------------- */

static void set_past(struct weak *w, struct weak_past *to, const struct weak_past *p)
{
    if (weak_past_same(to, p))
        return;
    weak_note(w, to, sizeof *to);
    *to = *p;
}

static struct weak_past joined(struct weak_past a, const struct weak_past *b)
{
    a.fences |= b->fences;
    a.accesses |= b->accesses;
    a.near |= b->near;
    a.read |= b->read;
    a.far |= b->far;
    return a;
}

bool weak_past_same(const struct weak_past *a, const struct weak_past *b)
{
    threadset known = (a->fences ^ b->fences) | (a->accesses ^ b->accesses);
    return !threadset_any(known | (a->near ^ b->near) | (a->read ^ b->read) | (a->far ^ b->far));
}

bool weak_past_has(const struct weak_past *p, const struct weak_past *other)
{
    struct weak_past both = joined(*p, other);
    return weak_past_same(&both, p);
}

void weak_past_join(struct weak *w, struct weak_past *to, const struct weak_past *from)
{
    struct weak_past both = joined(*to, from);
    set_past(w, to, &both);
}

void weak_past_assign(struct weak *w, struct weak_past *to, const struct weak_past *from)
{
    set_past(w, to, from);
}

static void set_fenced(struct weak *w, tid t, bool fenced)
{
    uint64_t *at = &w->thread[t].fenced;
    if (*at == fenced)
        return;
    weak_note(w, at, sizeof *at);
    *at = fenced;
}

/* A thread's own operations come before what it does next. Where others have had its number, these may be theirs. */
static void gain(struct weak *w, tid t, struct weak_past p)
{
    threadset others = ~threadset_of(t) | w->reused;
    p.near &= others;
    p.read &= others;
    p.far &= others;
    weak_past_join(w, &w->thread[t].past, &p);
    set_fenced(w, t, false);
}

void weak_past_learn(struct weak *w, tid t, const struct weak_past *from)
{
    if (!is_empty(from))
        gain(w, t, *from);
}

static bool concerns(const struct weak_past *p, threadset who)
{
    return threadset_meet(p->fences | p->accesses, who);
}

static bool is_known_of(const struct weak *w, tid t)
{
    bool known = false;
    for (tid u = 0; u < w->threads; u++)
        known |= concerns(&w->thread[u].past, threadset_of(t));
    for (unsigned i = 0; i < w->objects; i++)
        known |= concerns(&w->object[i].past, threadset_of(t));
    for (unsigned x = 0; x < w->places; x++)
        for (unsigned rank = 0; rank < w->place[x].count; rank++)
            known |= concerns(&weak_message_at(w, x, rank)->past, threadset_of(t));
    return known;
}

void weak_past_born(struct weak *w, tid t, tid born)
{
    if (!threadset_has(w->reused, born) && is_known_of(w, born)) {
        weak_note(w, &w->reused, sizeof w->reused);
        w->reused |= threadset_of(born);
    }
    weak_past_learn(w, born, &w->thread[t].past);
}

/* --- operations ------------------------------------------------------------------------------------------------------- */

/* Objects are known by their keys: a fact of the search. Where there is no room for another one nothing is known of any. */
static uint8_t *orders_of(struct weak *w, uint64_t key)
{
    unsigned at = (unsigned)(key * 0x9e3779b97f4a7c15u >> 40) % WEAK_MET;
    for (unsigned i = 0; i < WEAK_MET; i++, at = (at + 1) % WEAK_MET)
        if (w->met.object[at].key == key || !w->met.object[at].key) {
            w->met.object[at].key = key;
            return &w->met.object[at].orders;
        }
    return NULL;
}

/* An object with sequentially consistent writes has no others; nor sequentially consistent loads, if there are fences of that kind. */
static void note_orders(struct weak *w, uint64_t key, uint8_t more)
{
    uint8_t *orders = orders_of(w, key);
    if (orders)
        *orders |= more;
    if (!orders || (*orders & (ORDERED_WRITE | WEAKER_WRITE)) == (ORDERED_WRITE | WEAKER_WRITE))
        w->met.inexact = true;
    else if ((*orders & (WEAKER_WRITE | ORDERED_LOAD)) == (WEAKER_WRITE | ORDERED_LOAD))
        w->met.loads_mixed = true;
    w->met.inexact |= w->met.loads_mixed && w->met.ordering_fences;
}

static void note_order(struct weak *w, uint64_t key, bool ordered, bool writes)
{
    note_orders(w, key, writes ? ordered ? ORDERED_WRITE : WEAKER_WRITE : ordered ? ORDERED_LOAD : 0);
}

void weak_past_meet(struct weak *w, const struct weak_met *others)
{
    w->met.ordering_fences |= others->ordering_fences;
    w->met.loads_mixed |= others->loads_mixed;
    w->met.inexact |= others->inexact;
    for (unsigned i = 0; i < WEAK_MET; i++)
        if (others->object[i].key)
            note_orders(w, others->object[i].key, others->object[i].orders);
    w->met.inexact |= w->met.loads_mixed && w->met.ordering_fences;
}

static void read_past(struct weak *w, tid t, const struct weak_message *m, int order)
{
    struct weak_past p = m->past;
    bool own = m->writer == t && !threadset_has(w->reused, t);
    if (is_empty(&p) || own)
        return;
    if (!weak_acquires(order) || !m->told) {
        p.far |= p.near | p.accesses;
        p.near = p.fences;
    }
    if (m->ordered && order != __ATOMIC_SEQ_CST) /* by an acquire fence it may be acquired later */
        p.read |= p.accesses;
    gain(w, t, p);
}

static void write_past(struct weak *w, tid t, struct weak_message *m, int order)
{
    struct weak_thread *k = &w->thread[t];
    if (order == __ATOMIC_SEQ_CST) {
        struct weak_past p = k->past;
        p.accesses |= threadset_of(t);
        set_past(w, &k->past, &p);
        set_fenced(w, t, false);
    }
    m->past = k->past; /* its slot was noted as it was taken */
    m->told = weak_releases(order) || k->fenced;
    m->ordered = order == __ATOMIC_SEQ_CST;
    m->writer = t;
}

void weak_past_performed(struct weak *w, tid t, unsigned place, int order, bool ordered, int from, int to)
{
    const struct weak_past *p = &w->thread[t].past;
    bool takes_part = order == __ATOMIC_SEQ_CST;
    if (w->met.inexact)
        return;
    if (!w->alone)
        note_order(w, w->place[place].key, takes_part, to != WEAK_NOTHING);
    if (from != WEAK_NOTHING)
        read_past(w, t, &w->message[place][from], order);
    if (ordered)
        w->met.inexact |= threadset_any(p->near | p->read | p->far);
    else if (takes_part)
        w->met.inexact |= threadset_any(p->read);
    if (to != WEAK_NOTHING)
        write_past(w, t, &w->message[place][to], order);
}

void weak_past_fence(struct weak *w, tid t, int order)
{
    struct weak_past p = w->thread[t].past;
    if (w->met.inexact)
        return;
    if (order == __ATOMIC_SEQ_CST) {
        w->met.ordering_fences = true;
        w->met.inexact |= threadset_any(p.far) || w->met.loads_mixed;
        p.near = p.read = NO_THREADS;
        p.fences |= threadset_of(t);
        set_past(w, &w->thread[t].past, &p);
    }
    if (weak_releases(order))
        set_fenced(w, t, !is_empty(&p));
}

bool weak_past_matters(const struct weak *w, const struct weak_past *p)
{
    return !w->met.inexact && !is_empty(p);
}

struct digest weak_past_digest(struct digest whose, const struct weak_past *p)
{
    const threadset sets[] = {p->fences, p->accesses, p->near, p->read, p->far};
    for (unsigned i = 0; i < sizeof sets / sizeof *sets; i++)
        for (unsigned word = 0; word < THREADSET_WORDS; word++)
            whose = digest_with(whose, threadset_word(sets[i], word));
    return whose;
}
