/* test_race_graph.c - data races in the graph of a search with labels (src/property/race_search.h), on random programs in which most races
 * are never poised: the same as when what is ordered is a part of the state, without a reduction and with those that keep paths.
 *
 * Toy programs (tests/toy) get memory orders by chance, and each step what it does to who knows of which access. A plain search of all
 * pairs of a state and who knows of what, which shares nothing with src/property but the meaning of a deed, is what the others are held
 * against. Races are told with paths, on which that is followed too.
 *
 *     test_race_graph [PROGRAMS [SEED]]
 */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/ src/world/race/deed_labels.c tests/toy/ */
/* compile: -O2 */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "search/search.h"
#include "state_set.h"
#include "toy_parse.h"
#include "toy_random.h"
#include "world/race/deed_labels.h"

enum { MOST_ACCESSES = 64, MOST_RACES = 128, MOST_STATES = 6000, MOST_DEEDS = 64, PATH = 4096, PLAIN = 3 /* the first variables */ };

static unsigned programs = 600;
static uint64_t seed = 1;

/* --- what a step does ---------------------------------------------------------------------------------------------------- */

enum { AT_VARIABLE = KNOWER_PLACE, AT_MUTEX = AT_VARIABLE + TOY_VARS, AT_END = AT_MUTEX + TOY_MUTEXES, PLACES = AT_END + TOY_THREADS };

struct deeds {
    struct deed deed[MOST_DEEDS];
    unsigned count;
};

static uint64_t luck; /* of the program at hand: what its memory orders are made of */

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

static void deeds_of_step(struct deeds *d, const struct toy_program *p, const struct toy_state *s, tid t)
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

struct known {
    uint64_t made;           /* accesses, by number */
    uint64_t by[PLACES];     /* of them those that each knower knows of */
    uint64_t sequence[TOY_VARS][TOY_THREADS];
};

static struct deed access_of[MOST_ACCESSES];
static unsigned accesses;

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

/* Pairs of places. */
struct races {
    struct { uint64_t first, second; } pair[MOST_RACES];
    unsigned count;
};

static bool has_race(const struct races *r, uint64_t a, uint64_t b)
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

static void apply_all(struct known *k, const struct deeds *d, struct races *r)
{
    for (unsigned i = 0; i < d->count; i++)
        apply(k, &d->deed[i], r);
}

static void looks(struct deeds *d, const struct toy_program *p, const struct toy_state *s)
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

/* False: there are too many. */
static bool all_pairs(const struct toy_program *p, struct races *r)
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

/* --- the search with labels ----------------------------------------------------------------------------------------------- */

struct labelled {
    struct toy toy; /* first: what the inner lts takes itself for */
    struct lts inner;
    struct known path;
    struct races shown;  /* on paths, */
    unsigned told;       /* so many of them */
    bool showing, gave_up;
    uint32_t foreseen[MAX_THREADS];
    struct fault fault;
};

static void write_down(const struct deeds *d)
{
    for (unsigned i = 0; i < d->count; i++)
        deeds_add(d->deed[i]);
}

static void step(void *self, tid t, unsigned choice)
{
    struct labelled *l = self;
    struct deeds d;
    deeds_of_step(&d, l->toy.program, &l->toy.state, t);
    if (l->showing)
        apply_all(&l->path, &d, &l->shown);
    else
        write_down(&d);
    l->inner.step(self, t, choice);
    if (!l->showing)
        return;
    struct known tried = l->path;
    looks(&d, l->toy.program, &l->toy.state);
    apply_all(&tried, &d, &l->shown);
}

static struct mark mark(void *self)
{
    struct mark m = ((struct labelled *)self)->inner.mark(self);
    m.world.deeds = deeds_pending();
    return m;
}

static void rewind_to(void *self, const struct mark *m)
{
    struct labelled *l = self;
    l->inner.rewind(self, m);
    deeds_rewind(m->world.deeds);
    if (m->position == 0)
        l->path = (struct known){0};
}

static threadset foresee(void *self, threadset threads, struct digest *to)
{
    struct labelled *l = self;
    threadset foreseen = l->inner.foresight->foresee(self, threads, to);
    THREADSET_EACH(t, foreseen) {
        struct deeds d;
        uint32_t pending = deeds_pending();
        deeds_of_step(&d, l->toy.program, &l->toy.state, t);
        write_down(&d);
        l->foreseen[t] = deeds_label(pending);
    }
    return foreseen;
}

static const struct fault *notice(void *self)
{
    struct labelled *l = self;
    if (l->told == l->shown.count)
        return NULL;
    l->fault = (struct fault){.kind = FAULT_RACE, .pc = l->shown.pair[l->told].first, .other_pc = l->shown.pair[l->told].second};
    l->told++;
    return &l->fault;
}

static const struct fault *nothing(void *self)
{
    (void)self;
    return NULL;
}

static void allow(void *self, bool fit)
{
    (void)self;
    deeds_keep(fit);
}

static uint32_t take(void *self)
{
    (void)self;
    return deeds_label(0);
}

static uint32_t looks_now(void *self)
{
    struct labelled *l = self;
    struct deeds d;
    uint32_t pending = deeds_pending();
    looks(&d, l->toy.program, &l->toy.state);
    write_down(&d);
    return deeds_label(pending);
}

static uint32_t count_labels(void *self)
{
    (void)self;
    return deeds_labels();
}

static const struct deed *deeds_of_label(void *self, uint32_t label, uint32_t *count)
{
    (void)self;
    return deeds_of(label, count);
}

static bool is_told(void *self, uint64_t pc, uint64_t other)
{
    return has_race(&((struct labelled *)self)->shown, pc, other);
}

static void show(void *self)
{
    ((struct labelled *)self)->showing = true;
}

static void give_up(void *self)
{
    ((struct labelled *)self)->gave_up = true;
}

static uint64_t bytes(void *self)
{
    (void)self;
    return deeds_bytes();
}

static const struct lts_findings findings = {.notice = notice, .stuck = nothing, .failed = nothing};

/* The path of a race shows it by itself: what is told is what was found on it. */
static void found(void *host, const struct fault *f, uint64_t count)
{
    (void)host, (void)f, (void)count;
}

static struct engine engine;
static struct wire_decision path[PATH];
static uint64_t path_count;

/* False: it was not complete. */
static bool by_graph(const struct toy_program *p, const struct reduction *reduction, struct races *r, uint64_t *states)
{
    static struct labelled l;
    l = (struct labelled){0};
    toy_open(&l.toy, p, 0);
    l.inner = toy_lts(&l.toy);
    struct lts lts = l.inner;
    struct lts_foresight foresight = *lts.foresight;
    const struct lts_labels labels = {
        &mz__deeds, l.foreseen, allow, take, looks_now, count_labels, deeds_of_label, is_told, show, give_up, bytes};
    foresight.foresee = foresee;
    lts.foresight = &foresight;
    lts.step = step;
    lts.mark = mark;
    lts.rewind = rewind_to;
    lts.findings = &findings;
    lts.labels = &labels;
    struct search_config config = {.lts = &lts, .search = &search_dfs, .reduction = reduction, .max_memory = 64 << 20, .all_faults = true,
                                   .races = true};
    struct wire_counters counters = {0};
    struct search_report report = {.counters = &counters, .path = path, .path_count = &path_count, .path_capacity = PATH, .found = found};
    if (!engine.nodes && (!engine_open(&engine) || !deeds_open()))
        abort();
    accesses = 0;
    search_run(&engine, &config, &report);
    toy_close(&l.toy);
    *r = l.shown;
    *states = counters.states;
    return report.ended_by == WIRE_COMPLETE && !l.gave_up;
}

/* --- random programs --------------------------------------------------------------------------------------------------------- */

static unsigned pick(struct rng *rng, unsigned most)
{
    return (unsigned)rng_below(rng, most);
}

static struct toy_statement token_statement(struct rng *rng, unsigned pc, unsigned length)
{
    unsigned token = PLAIN + pick(rng, 3), what = pick(rng, 12), plain = pick(rng, PLAIN);
    uint8_t target = (uint8_t)(pc + 1 + pick(rng, length - pc));
    switch (what) {
    case 0:
    case 1: return (struct toy_statement){.code = TOY_WRITE, .object = (uint8_t)plain, .a = 1};
    case 2:
    case 3: return (struct toy_statement){.code = TOY_READ, .local = 1, .object = (uint8_t)plain};
    case 4:
    case 5: return (struct toy_statement){.code = TOY_READ, .object = (uint8_t)token};
    case 6:
    case 7: return (struct toy_statement){.code = TOY_WRITE, .object = (uint8_t)token, .a = (uint8_t)(1 + pick(rng, 2))};
    case 8: return (struct toy_statement){.code = pick(rng, 2) ? TOY_ADD : TOY_CAS, .object = (uint8_t)token, .a = 1, .b = 2};
    case 9: return (struct toy_statement){.code = pick(rng, 2) ? TOY_LOCK : TOY_UNLOCK, .object = 0};
    default:
        return (struct toy_statement){
            .code = TOY_BRANCH, .a = (uint8_t)(1 + pick(rng, 2)), .negated = pick(rng, 4) > 0, .target = target};
    }
}

/* Statements are appended to the code of a thread. */
static struct toy_statement *append(struct toy_program *p, tid t, struct toy_statement x)
{
    struct toy_statement *at = &p->code[t][p->length[t]];
    if (p->length[t] == TOY_CODE)
        abort();
    p->length[t]++;
    *at = x;
    return at;
}

static unsigned token(struct rng *rng)
{
    return PLAIN + pick(rng, 3);
}

/* A token is looked at, and what it was is forgotten at once, or after further looks: several ways lead to one state, on which different
 * things are learnt. */
static void take_token(struct toy_program *p, tid t, struct rng *rng)
{
    append(p, t, (struct toy_statement){.code = TOY_READ, .object = (uint8_t)token(rng)});
    unsigned further = pick(rng, 3);
    struct toy_statement *skip = NULL;
    if (further > 0)
        skip = append(p, t, (struct toy_statement){.code = TOY_BRANCH, .a = 1, .negated = pick(rng, 4) == 0});
    for (uint8_t v = (uint8_t)token(rng); further > 0; further--)
        append(p, t, (struct toy_statement){.code = TOY_READ, .local = 1, .object = v});
    if (skip)
        skip->target = p->length[t];
    append(p, t, (struct toy_statement){.code = TOY_LET, .local = 0});
    append(p, t, (struct toy_statement){.code = TOY_LET, .local = 1});
}

static void access_behind(struct toy_program *p, tid t, struct rng *rng)
{
    bool behind = pick(rng, 5) > 0;
    struct toy_statement *skip = NULL;
    if (behind) {
        append(p, t, (struct toy_statement){.code = TOY_READ, .object = (uint8_t)token(rng)});
        skip = append(p, t, (struct toy_statement){.code = TOY_BRANCH, .a = 1, .negated = 1});
    }
    if (pick(rng, 2))
        append(p, t, (struct toy_statement){.code = TOY_READ, .local = 1, .object = (uint8_t)pick(rng, 2)});
    else
        append(p, t, (struct toy_statement){.code = TOY_WRITE, .object = (uint8_t)pick(rng, 2), .a = 1});
    if (skip)
        skip->target = p->length[t];
    append(p, t, (struct toy_statement){.code = TOY_LET, .local = 0});
    append(p, t, (struct toy_statement){.code = TOY_LET, .local = 1});
}

static void leave_token(struct toy_program *p, tid t, struct rng *rng)
{
    enum toy_code code = pick(rng, 4) ? TOY_WRITE : TOY_ADD;
    append(p, t, (struct toy_statement){.code = code, .local = 1, .object = (uint8_t)token(rng), .a = 1});
    append(p, t, (struct toy_statement){.code = TOY_LET, .local = 1});
}

/* Data is handed on by tokens, which are left and taken with orders or without. */
static void handover_program(struct toy_program *p, struct rng *rng)
{
    *p = (struct toy_program){.threads = 2 + (pick(rng, 3) > 0), .assert_parks = true};
    for (tid t = 0; t < p->threads; t++)
        for (unsigned pieces = 2 + pick(rng, 3); pieces > 0; pieces--)
            switch (pick(rng, 4)) {
            case 0: leave_token(p, t, rng); break;
            case 1: take_token(p, t, rng); break;
            default: access_behind(p, t, rng);
            }
    append(p, 0, (struct toy_statement){.code = TOY_WRITE, .object = (uint8_t)token(rng), .a = 1});
}

/* Nearly every access comes behind tokens that others have left. Some threads are created late, by others. */
static void token_program(struct toy_program *p, struct rng *rng)
{
    *p = (struct toy_program){.threads = 2 + pick(rng, 3), .assert_parks = true};
    unsigned late = pick(rng, 3) == 0 ? p->threads - 1 : 0; /* 0: nobody */
    for (tid t = 0; t < p->threads; t++) {
        unsigned length = 3 + pick(rng, p->threads == 2 ? 6 : p->threads == 3 ? 4 : 3);
        for (unsigned pc = 0; pc < length; pc++)
            p->code[t][pc] = token_statement(rng, pc, length);
        p->length[t] = (uint8_t)length;
    }
    if (late == 0)
        return;
    p->spawned_later = threadset_of((tid)late);
    p->reuses = pick(rng, 2);
    struct toy_statement *code = p->code[0];
    unsigned at = pick(rng, p->length[0]);
    code[at] = (struct toy_statement){.code = TOY_SPAWN, .object = (uint8_t)late};
    if (p->reuses && p->length[0] + 3u < TOY_CODE) {
        code[p->length[0]++] = (struct toy_statement){.code = TOY_JOIN, .object = (uint8_t)late};
        code[p->length[0]++] = (struct toy_statement){.code = TOY_SPAWN, .object = (uint8_t)late};
    }
}

/* Of the other classes those that are made of variables, locks and threads. */
static void random_program(struct toy_program *p, struct rng *rng)
{
    static const char *const names[] = {"nolock", "lock-dfree", "trylock", "spin", "spin+locks", "toggle-loops", "spawn-join"};
    unsigned class = pick(rng, 3 * sizeof names / sizeof *names);
    luck = rng_next(rng);
    if (class < sizeof names / sizeof *names)
        toy_random(p, toy_class_find(names[class]), rng);
    else if (pick(rng, 3) == 0)
        token_program(p, rng);
    else
        handover_program(p, rng);
    p->assert_parks = p->assert_visible = true;
}

/* --- tests ------------------------------------------------------------------------------------------------------------------- */

static bool same(const struct races *a, const struct races *b)
{
    bool equal = a->count == b->count;
    for (unsigned i = 0; equal && i < a->count; i++)
        equal = has_race(b, a->pair[i].first, a->pair[i].second);
    return equal;
}

static void print_races(const char *name, const struct races *r)
{
    printf("    %s:", name);
    for (unsigned i = 0; i < r->count; i++)
        printf(" %lx-%lx", (unsigned long)r->pair[i].first, (unsigned long)r->pair[i].second);
    printf("\n");
}

static const struct reduction *const tried[] = {
    &reduction_none, &reduction_spor, &reduction_sum_plain, &reduction_sum, &reduction_sum_sleep};

static void complain(const struct toy_program *p, const struct reduction *by, const struct races *all, const struct races *some)
{
    static char text[TOY_TEXT];
    toy_print(p, text);
    printf("%s", text);
    print_races("all", all);
    print_races(by->is->name, some);
}

static unsigned compared, racy, differ;
static uint64_t states_of[sizeof tried / sizeof *tried];

static void try_program(const struct toy_program *p)
{
    struct races all, some;
    uint64_t states;
    if (!all_pairs(p, &all))
        return;
    compared++;
    racy += all.count > 0;
    for (unsigned i = 0; i < sizeof tried / sizeof *tried; i++) {
        bool complete = by_graph(p, tried[i], &some, &states);
        states_of[i] += states;
        if (complete && same(&all, &some))
            continue;
        if (differ++ == 0)
            complain(p, tried[i], &all, &some);
    }
}

static void the_same_races(void)
{
    struct rng rng;
    rng_seed(&rng, seed);
    for (unsigned i = 0; i < programs; i++) {
        struct toy_program p;
        random_program(&p, &rng);
        try_program(&p);
    }
    printf("    %u programs, %u with races; %lu states, %lu with sum, %u differ\n", compared, racy, (unsigned long)states_of[0],
           (unsigned long)states_of[3], differ);
    CHECK_EQ(differ, 0);
    CHECK(compared > programs / 2 && racy > compared / 4);
}

int main(int argc, char **argv)
{
    programs = argc > 1 ? (unsigned)atoi(argv[1]) : programs;
    seed = argc > 2 ? strtoull(argv[2], NULL, 10) : seed;
    TEST(the_same_races);
    return check_status();
}
