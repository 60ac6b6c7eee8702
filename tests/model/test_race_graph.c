/* test_race_graph.c - data races in the graph of a search with labels (src/property/race_search.h), on random programs in which most races
 * are never poised: the same as when what is ordered is a part of the state, without a reduction and with those that keep paths.
 *
 * Toy programs (tests/toy) get memory orders by chance, and each step what it does to who knows of which access. The plain search of
 * race_pairs.h is what the others are held against. Races are told with paths, on which that is followed too.
 *
 *     test_race_graph [PROGRAMS [SEED]]
 */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/ src/world/race/deed_labels.c tests/toy/ tests/model/race_pairs.c */
/* compile: -O2 */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "race_pairs.h"
#include "search/search.h"
#include "state_set.h"
#include "toy_parse.h"
#include "toy_random.h"

enum { PATH = 4096 };

static unsigned programs = 600;
static uint64_t seed = 1;

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

static void clocks(void *self, bool kept)
{
    ((struct labelled *)self)->showing = kept;
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
        &mz__deeds, l.foreseen, allow, take, looks_now, count_labels, deeds_of_label, is_told, clocks, give_up, bytes};
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
