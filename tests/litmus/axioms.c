/* axioms.c - see axioms.h. */
#include "litmus/axioms.h"

#include <string.h>

enum { EVENTS = 24, NOWHERE = -1 };

/* Rows of a relation, as masks of events. */
struct relation {
    uint32_t row[EVENTS];
};

struct event {
    const struct litmus_statement *s; /* NULL: a place has its first value */
    int      thread, place;           /* or NOWHERE */
};

/* A graph: first what the program says, then what was chosen. */
struct graph {
    const struct litmus    *program;
    struct litmus_outcomes *out;
    int             count;
    struct event    event[EVENTS];
    struct relation before; /* sb, and first values before all */
    int             source[EVENTS]; /* of a read */
    int8_t          read[EVENTS], written[EVENTS];
    uint32_t        reads, writes, updates; /* a compare-exchange that fails only reads */
    uint32_t        releases, acquires, fences, seq_cst;
    struct relation rf, hb, mo;
    int8_t          reg[LITMUS_THREADS][LITMUS_REGISTERS];
};

/* --- relations ------------------------------------------------------------------------------------------------------ */

static bool has(const struct relation *r, int a, int b) { return r->row[a] >> b & 1; }
static void add(struct relation *r, int a, int b) { r->row[a] |= 1u << b; }

static struct relation joined(struct relation a, const struct relation *b)
{
    for (int i = 0; i < EVENTS; i++)
        a.row[i] |= b->row[i];
    return a;
}

static struct relation then(const struct relation *a, const struct relation *b)
{
    struct relation both = {0};
    for (int i = 0; i < EVENTS; i++)
        for (uint32_t left = a->row[i]; left; left &= left - 1)
            both.row[i] |= b->row[__builtin_ctz(left)];
    return both;
}

static struct relation closed(struct relation r)
{
    for (int k = 0; k < EVENTS; k++)
        for (int i = 0; i < EVENTS; i++)
            r.row[i] |= has(&r, i, k) ? r.row[k] : 0;
    return r;
}

/* [from] ; r ; [to] */
static struct relation between(uint32_t from, struct relation r, uint32_t to)
{
    for (int i = 0; i < EVENTS; i++)
        r.row[i] = from >> i & 1 ? r.row[i] & to : 0;
    return r;
}

static struct relation identity(uint32_t events)
{
    struct relation r = {0};
    for (int i = 0; i < EVENTS; i++)
        r.row[i] = events & 1u << i;
    return r;
}

static bool irreflexive(const struct relation *r)
{
    for (int i = 0; i < EVENTS; i++)
        if (has(r, i, i))
            return false;
    return true;
}

static bool acyclic(const struct relation *r)
{
    struct relation all = closed(*r);
    return irreflexive(&all);
}

static bool same_place(const struct graph *g, int a, int b)
{
    return g->event[a].place != NOWHERE && g->event[a].place == g->event[b].place;
}

/* The pairs of one place, or the others. */
static struct relation by_place(const struct graph *g, struct relation r, bool same)
{
    for (int a = 0; a < g->count; a++)
        for (int b = 0; b < g->count; b++)
            if (same_place(g, a, b) != same)
                r.row[a] &= ~(1u << b);
    return r;
}

/* --- the axioms ----------------------------------------------------------------------------------------------------- */

static struct relation synchronizes(const struct graph *g)
{
    struct relation updates = between(g->writes, g->rf, g->updates), all = identity(g->writes);
    updates = closed(updates);
    struct relation sequence = joined(all, &updates);
    struct relation by_fence = between(g->releases & g->fences, g->before, g->writes), by_write = identity(g->releases & g->writes);
    struct relation first = joined(by_write, &by_fence);
    struct relation to_fence = between(g->reads, g->before, g->acquires & g->fences), by_read = identity(g->acquires & g->reads);
    struct relation last = joined(by_read, &to_fence);
    struct relation head = then(&first, &sequence), told = then(&head, &g->rf);
    return then(&told, &last);
}

static struct relation read_before(const struct graph *g)
{
    struct relation rb = {0};
    for (int i = 0; i < g->count; i++)
        if (g->reads >> i & 1)
            rb.row[i] = g->mo.row[g->source[i]] & ~(1u << i);
    return rb;
}

/* psc of the paper: what the order of sequentially consistent events must respect. */
static struct relation partial_order(const struct graph *g, const struct relation *rb, const struct relation *eco)
{
    uint32_t fences = g->seq_cst & g->fences;
    struct relation elsewhere = by_place(g, g->before, false), here = by_place(g, g->hb, true);
    struct relation through = then(&elsewhere, &g->hb);
    struct relation scb = then(&through, &elsewhere);
    scb = joined(scb, &g->before);
    scb = joined(scb, &here);
    scb = joined(scb, &g->mo);
    scb = joined(scb, rb);
    struct relation events = identity(g->seq_cst);
    struct relation behind = between(fences, g->hb, ~0u), ahead = between(~0u, g->hb, fences);
    behind = joined(behind, &events);
    ahead = joined(ahead, &events);
    struct relation left = then(&behind, &scb), base = then(&left, &ahead);
    struct relation told = then(&g->hb, eco), of_fences = then(&told, &g->hb);
    of_fences = joined(of_fences, &g->hb);
    of_fences = between(fences, of_fences, fences);
    return joined(base, &of_fences);
}

static bool consistent(const struct graph *g)
{
    struct relation rb = read_before(g), eco = joined(g->rf, &g->mo);
    eco = closed(joined(eco, &rb));
    struct relation against = then(&g->hb, &eco);
    if (!irreflexive(&g->hb) || !irreflexive(&against))
        return false;
    struct relation psc = partial_order(g, &rb, &eco);
    return acyclic(&psc);
}

/* --- modification orders -------------------------------------------------------------------------------------------- */

static void note_outcome(const struct graph *g)
{
    struct litmus_outcome o;
    memset(&o, 0, sizeof o);
    memcpy(o.reg, g->reg, sizeof o.reg);
    for (int i = 0; i < g->count; i++)
        if ((g->writes >> i & 1) && !g->mo.row[i])
            o.last[g->event[i].place] = g->written[i];
    litmus_add(g->out, &o);
}

/* The writes that are `left` come behind `last`, which is the last one of its place so far. */
static void order_writes(struct graph *g, uint32_t left, int place, int last)
{
    struct relation before = g->mo;
    uint32_t here = 0;
    for (int i = 0; i < g->count; i++)
        here |= (left >> i & 1) && g->event[i].place == place ? 1u << i : 0;
    if (!here && place + 1 < (int)g->program->places) {
        order_writes(g, left, place + 1, place + 1); /* the first events are the first values of places */
        return;
    }
    if (!here && consistent(g))
        note_outcome(g);
    for (uint32_t next = here; next; next &= next - 1) {
        int i = __builtin_ctz(next);
        if ((g->updates >> i & 1) && g->source[i] != last)
            continue;
        for (int k = 0; k < g->count; k++)
            if (k == last || has(&g->mo, k, last))
                add(&g->mo, k, i);
        order_writes(g, left & ~(1u << i), place, i);
        g->mo = before;
    }
}

/* --- values --------------------------------------------------------------------------------------------------------- */

static int8_t value_of(const struct graph *g, int thread, struct litmus_operand v)
{
    return v.is_register ? g->reg[thread][v.value] : v.value;
}

static void note_order(struct graph *g, int i, int order)
{
    uint32_t it = 1u << i;
    bool fence = g->fences & it;
    g->seq_cst |= order == __ATOMIC_SEQ_CST ? it : 0;
    if (order == __ATOMIC_ACQUIRE || order >= __ATOMIC_ACQ_REL)
        g->acquires |= fence || (g->reads & it) ? it : 0;
    if (order >= __ATOMIC_RELEASE)
        g->releases |= fence || (g->writes & it) ? it : 0;
}

/* What the event reads and writes, once what it reads is known. False: its source writes nothing. */
static bool evaluate(struct graph *g, int i)
{
    const struct litmus_statement *s = g->event[i].s;
    uint32_t it = 1u << i;
    int t = g->event[i].thread, order = s->order;
    bool sync = s->code == LITMUS_SYNC; /* an update that releases and acquires, of a place with no other operations */
    bool reads = s->code != LITMUS_STORE && s->code != LITMUS_FENCE, writes = s->code != LITMUS_LOAD && s->code != LITMUS_FENCE;
    int8_t old = 0, a = value_of(g, t, s->a);
    if (reads) {
        if (!(g->writes >> g->source[i] & 1))
            return false;
        old = g->read[i] = g->written[g->source[i]];
    }
    if (s->code == LITMUS_CAS && old != a) {
        writes = false;
        order = s->failure;
    }
    g->written[i] = s->code == LITMUS_ADD ? (int8_t)(old + a) : s->code == LITMUS_CAS ? value_of(g, t, s->b) : a;
    g->reads |= reads ? it : 0;
    g->writes |= writes ? it : 0;
    g->updates |= reads && writes ? it : 0;
    note_order(g, i, sync ? __ATOMIC_ACQ_REL : order);
    if (reads && !sync)
        g->reg[t][s->reg] = old;
    return true;
}

/* In an order that respects sb u rf, which has no cycle. */
static bool evaluate_all(struct graph *g, const struct relation *order)
{
    uint32_t done = (1u << g->program->places) - 1;
    memset(g->reg, 0, sizeof g->reg);
    g->reads = g->updates = g->releases = g->acquires = g->seq_cst = 0;
    g->writes = done;
    while (done != (1u << g->count) - 1)
        for (int i = 0; i < g->count; i++) {
            uint32_t earlier = 0;
            for (int k = 0; k < g->count; k++)
                earlier |= has(order, k, i) ? 1u << k : 0;
            if ((done >> i & 1) || (earlier & ~done))
                continue;
            if (!evaluate(g, i))
                return false;
            done |= 1u << i;
        }
    return true;
}

/* --- sources -------------------------------------------------------------------------------------------------------- */

static void judge(struct graph *g)
{
    g->rf = (struct relation){0};
    for (int i = 0; i < g->count; i++)
        if (g->source[i] != NOWHERE)
            add(&g->rf, g->source[i], i);
    struct relation order = closed(joined(g->before, &g->rf));
    if (!irreflexive(&order) || !evaluate_all(g, &order))
        return;
    struct relation sw = synchronizes(g);
    g->hb = closed(joined(g->before, &sw));
    g->mo = (struct relation){0};
    order_writes(g, g->writes & ~((1u << g->program->places) - 1), 0, 0);
}

static bool may_write(const struct event *e)
{
    return !e->s || (e->s->code != LITMUS_LOAD && e->s->code != LITMUS_FENCE);
}

static void choose_sources(struct graph *g, int i)
{
    if (i == g->count) {
        judge(g);
        return;
    }
    const struct litmus_statement *s = g->event[i].s;
    g->source[i] = NOWHERE;
    if (!s || s->code == LITMUS_STORE || s->code == LITMUS_FENCE) {
        choose_sources(g, i + 1);
        return;
    }
    for (int k = 0; k < g->count; k++)
        if (k != i && same_place(g, k, i) && may_write(&g->event[k]) && !has(&g->before, i, k)) {
            g->source[i] = k;
            choose_sources(g, i + 1);
        }
}

bool axioms_apply(const struct litmus *p)
{
    unsigned events = p->places;
    for (unsigned t = 0; t < p->threads; t++) {
        events += p->length[t];
        for (unsigned i = 0; i < p->length[t]; i++)
            if (p->code[t][i].code > LITMUS_SYNC)
                return false;
    }
    return events <= EVENTS;
}

void axioms_outcomes(const struct litmus *p, struct litmus_outcomes *out)
{
    struct graph g = {.program = p, .out = out};
    for (unsigned x = 0; x < p->places; x++) {
        g.written[g.count] = p->first[x];
        g.event[g.count++] = (struct event){NULL, NOWHERE, (int)x};
    }
    for (unsigned t = 0; t < p->threads; t++)
        for (unsigned i = 0; i < p->length[t]; i++) {
            const struct litmus_statement *s = &p->code[t][i];
            bool fence = s->code == LITMUS_FENCE;
            g.fences |= fence ? 1u << g.count : 0;
            g.event[g.count++] = (struct event){s, (int)t, fence ? NOWHERE : s->place};
        }
    for (int a = 0; a < g.count; a++)
        for (int b = a + 1; b < g.count; b++)
            if (g.event[b].s && (!g.event[a].s || g.event[a].thread == g.event[b].thread))
                add(&g.before, a, b);
    choose_sources(&g, 0);
}
