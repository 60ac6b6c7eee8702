/* race_pairs.c - what a step does to who knows of which access, and all that can come of it. */
#include "race_pairs.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STATES = 6000 };

/* --- what a step does ---------------------------------------------------------------------------------------------------- */

uint64_t luck;
static struct deed access_of[MOST_ACCESSES];
unsigned accesses;

static bool by_chance(tid t, unsigned pc, unsigned which)
{
    uint64_t h = (luck + 64 * t + pc) * 0x9e3779b97f4a7c15u;
    return (h ^ h >> 31) * 0xbf58476d1ce4e5b9u >> (40 + which) & 1;
}

static void add(struct deeds *d, enum deed_kind kind, tid t, uint32_t to, uint64_t from)
{
    d->deed[d->count++] = (struct deed){.kind = (uint8_t)kind, .thread = (uint8_t)t, .to = to, .from = from};
}

static uint64_t place_in_code(tid t, unsigned pc)
{
    return 0x100 * (t + 1) + pc;
}

static void add_access(struct deeds *d, enum deed_kind kind, tid t, unsigned pc, unsigned v, bool write)
{
    d->deed[d->count++] = (struct deed){.kind = (uint8_t)kind, .thread = (uint8_t)t, .bytes = 1, .flags = write ? DEED_WRITES : 0,
                                        .from = v, .pc = place_in_code(t, pc)};
}

/* A fence before and behind it, by chance. */
static void add_atomic(struct deeds *d, tid t, unsigned pc, unsigned v, bool read, bool write)
{
    bool acquires = by_chance(t, pc, 0), releases = by_chance(t, pc, 1);
    if (by_chance(t, pc, 2) && by_chance(t, pc, 3))
        add(d, DEED_ASSIGN, t, KNOWER_RELEASED + t, t);
    if (read)
        add(d, DEED_JOIN, t, acquires ? t : KNOWER_READ + t, AT_VARIABLE + v);
    if (write)
        add(d, read ? DEED_UPDATE : DEED_STORE, t, AT_VARIABLE + v, releases ? t : KNOWER_RELEASED + t);
    if (by_chance(t, pc, 4) && by_chance(t, pc, 5))
        add(d, DEED_JOIN, t, t, KNOWER_READ + t);
}

static void add_variables(struct deeds *d, const struct toy_program *p, const struct toy_state *s, tid t)
{
    const struct toy_statement *x = toy_next(p, s, t);
    unsigned pc = s->thread[t].pc;
    uint32_t reads, writes;
    toy_touches(x, &reads, &writes);
    if (op_may_only_look(toy_op(p, s, t).kind) && toy_only_looks(p, s, t)) {
        reads |= writes;
        writes = 0;
    }
    if (x->code == TOY_CAS || x->code == TOY_ADD || x->code == TOY_COUNT || x->code == TOY_FLIP)
        reads |= writes;
    for (unsigned v = 0; v < TOY_VARS; v++) {
        bool read = reads >> v & 1, write = writes >> v & 1;
        if (v >= PLAIN && (read || write))
            add_atomic(d, t, pc, v, read, write);
        else if (read || write)
            add_access(d, DEED_ACCESS, t, pc, v, write);
    }
}

static void acquire(struct deeds *d, tid t, uint32_t place) { add(d, DEED_JOIN, t, t, place); }
static void release(struct deeds *d, tid t, uint32_t place) { add(d, DEED_JOIN, t, place, t); }

void deeds_of_step(struct deeds *d, const struct toy_program *p, const struct toy_state *s, tid t)
{
    const struct toy_statement *x = toy_next(p, s, t);
    d->count = 0;
    switch (x->code) {
    case TOY_LOCK: acquire(d, t, AT_MUTEX + x->object); break;
    case TOY_TRYLOCK:
        if (s->owner[x->object] == 0)
            acquire(d, t, AT_MUTEX + x->object);
        break;
    case TOY_UNLOCK:
        if (s->owner[x->object] == t + 1)
            release(d, t, AT_MUTEX + x->object);
        break;
    case TOY_SPAWN:
        if (s->thread[x->object].phase == TOY_UNBORN && x->object < p->threads)
            add(d, DEED_BORN, t, x->object, 0);
        break;
    case TOY_JOIN: acquire(d, t, AT_END + x->object); break;
    case TOY_EXIT:
        release(d, t, AT_END + t);
        add(d, DEED_END, t, 0, 0);
        break;
    default: add_variables(d, p, s, t);
    }
}

/* --- who knows of what ---------------------------------------------------------------------------------------------------- */

static unsigned number_of(const struct deed *d)
{
    for (unsigned i = 0; i < accesses; i++)
        if (access_of[i].pc == d->pc && access_of[i].from == d->from && access_of[i].flags == d->flags)
            return i;
    if (accesses == MOST_ACCESSES)
        abort();
    access_of[accesses] = *d;
    return accesses++;
}

bool has_race(const struct races *r, uint64_t a, uint64_t b)
{
    for (unsigned i = 0; i < r->count; i++)
        if (r->pair[i].first == (a < b ? a : b) && r->pair[i].second == (a < b ? b : a))
            return true;
    return false;
}

static void note_race(struct races *r, uint64_t a, uint64_t b)
{
    if (has_race(r, a, b))
        return;
    if (r->count == MOST_RACES)
        abort();
    r->pair[r->count].first = a < b ? a : b;
    r->pair[r->count++].second = a < b ? b : a;
}

static void compare(const struct known *k, const struct deed *d, struct races *r)
{
    for (unsigned i = 0; i < accesses; i++)
        if ((k->made & ~k->by[d->thread]) >> i & 1 && access_of[i].thread != d->thread && access_of[i].from == d->from &&
            (access_of[i].flags | d->flags) & DEED_WRITES)
            note_race(r, access_of[i].pc, d->pc);
}

static void make_access(struct known *k, const struct deed *d)
{
    uint64_t bit = (uint64_t)1 << number_of(d);
    for (unsigned i = 0; i < PLACES; i++)
        k->by[i] &= ~bit;
    for (unsigned i = 0; i < TOY_VARS * TOY_THREADS; i++)
        k->sequence[i / TOY_THREADS][i % TOY_THREADS] &= ~bit;
    k->made |= bit;
    k->by[d->thread] |= bit;
}

static uint64_t made_by(tid t)
{
    uint64_t some = 0;
    for (unsigned i = 0; i < accesses; i++)
        some |= access_of[i].thread == t ? (uint64_t)1 << i : 0;
    return some;
}

static void forget_thread(struct known *k, tid t)
{
    k->by[t] = k->by[KNOWER_READ + t] = k->by[KNOWER_RELEASED + t] = 0;
    for (unsigned v = 0; v < TOY_VARS; v++)
        k->sequence[v][t] = 0;
}

static void write_atomic(struct known *k, const struct deed *d)
{
    uint64_t *own = k->sequence[d->to - AT_VARIABLE], *place = &k->by[d->to];
    own[d->thread] |= k->by[d->from];
    *place |= k->by[d->from];
    if (d->kind != DEED_STORE)
        return;
    for (tid t = 0; t < TOY_THREADS; t++)
        own[t] = t == d->thread ? own[t] : 0;
    *place = own[d->thread];
}

static void apply(struct known *k, const struct deed *d, struct races *r)
{
    uint64_t knows;
    switch ((enum deed_kind)d->kind) {
    case DEED_JOIN: k->by[d->to] |= k->by[d->from]; break;
    case DEED_ASSIGN: k->by[d->to] = k->by[d->from]; break;
    case DEED_CLEAR: k->by[d->to] = 0; break;
    case DEED_STORE:
    case DEED_UPDATE: write_atomic(k, d); break;
    case DEED_BORN:
        knows = k->by[d->thread];
        forget_thread(k, (tid)d->to);
        k->by[d->to] = knows | (k->made & made_by((tid)d->to));
        break;
    case DEED_END: forget_thread(k, d->thread); break;
    case DEED_ALL: k->by[d->thread] = k->made; break;
    case DEED_ACCESS:
        compare(k, d, r);
        make_access(k, d);
        break;
    case DEED_LOOK: compare(k, d, r); break;
    }
}

void apply_all(struct known *k, const struct deeds *d, struct races *r)
{
    for (unsigned i = 0; i < d->count; i++)
        apply(k, &d->deed[i], r);
}

void looks(struct deeds *d, const struct toy_program *p, const struct toy_state *s)
{
    struct deeds step;
    d->count = 0;
    THREADSET_EACH(t, toy_looping_set(p, s)) {
        deeds_of_step(&step, p, s, t);
        for (unsigned i = 0; i < step.count; i++)
            if (step.deed[i].kind == DEED_ACCESS) {
                d->deed[d->count] = step.deed[i];
                d->deed[d->count++].kind = DEED_LOOK;
            }
    }
}

/* --- the plain search of pairs ----------------------------------------------------------------------------------------------- */

struct pair {
    struct toy_state state;
    struct known     known;
};

static struct pair *stack;
static struct digest *seen;
static unsigned stacked, seen_count;

static void push(const struct pair *x)
{
    const uint64_t *word = (const uint64_t *)x;
    struct digest d = {1, 2};
    for (size_t i = 0; i < sizeof *x / 8; i++)
        d = digest_with(d, word[i]);
    for (unsigned i = (unsigned)(d.lo % (4 * MOST_STATES));; i = (i + 1) % (4 * MOST_STATES)) {
        if (digest_equal(seen[i], d))
            return;
        if (seen[i].lo || seen[i].hi)
            continue;
        seen[i] = d;
        break;
    }
    seen_count++;
    stack[stacked++] = *x;
}

static void expand(const struct toy_program *p, const struct pair *x, struct races *r)
{
    struct deeds d;
    struct known tried = x->known;
    looks(&d, p, &x->state);
    apply_all(&tried, &d, r);
    THREADSET_EACH(t, toy_enabled_set(p, &x->state))
        for (unsigned choice = 0; choice < toy_outcomes(p, &x->state, t); choice++) {
            struct pair to = *x;
            deeds_of_step(&d, p, &x->state, t);
            apply_all(&to.known, &d, r);
            if (toy_transition(p, &to.state, t, choice) != TOY_FAILED || p->assert_parks)
                push(&to);
        }
}

bool all_pairs(const struct toy_program *p, struct races *r)
{
    struct pair first = {0};
    stack = stack ? stack : calloc(2 * MOST_STATES, sizeof *stack);
    seen = seen ? seen : calloc(4 * MOST_STATES, sizeof *seen);
    if (!stack || !seen)
        abort();
    memset(seen, 0, 4 * MOST_STATES * sizeof *seen);
    stacked = seen_count = accesses = r->count = 0;
    toy_start(p, &first.state);
    push(&first);
    while (stacked > 0 && seen_count < MOST_STATES) {
        struct pair x = stack[--stacked];
        expand(p, &x, r);
    }
    return stacked == 0;
}
