/* test_weak_reductions.c - searches in weak memory. What depends on what is no symmetric relation there: what reductions find in litmus
 * programs is what a search without one finds. And programs with loops and plain accesses, which the axioms say nothing of; bounds;
 * limits.
 *
 *     test_weak_reductions [PROGRAMS [SEED]]     so many random programs of each class (default 100; 10 with sanitizers)
 */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/ src/world/weak/ tests/litmus/ */
/* compile: -O2 -DWEAK_PLACES=8 -DWEAK_MESSAGES=16 */
/* and: sanitized */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "litmus/litmus_random.h"
#include "litmus/litmus_search.h"

enum { MOST_STATES = 20000, STATELESS_SHARE = 8 };

static unsigned programs = CHECK_SANITIZED ? 10 : 100;
static uint64_t seed = 1;

static const struct litmus_way usual, looping = {.keeps_loops = true};

/* --- reductions ------------------------------------------------------------------------------------------------------- */

/* Those that claim to keep what is compared. */
static bool claims(const struct reduction *r)
{
    return !r->is->as_printed && (r->keeps & KEEPS_FAULTS) == KEEPS_FAULTS;
}

static bool agree(const struct reduction *r, const char *text, const struct litmus_way *way)
{
    struct litmus p;
    struct litmus_result all, some;
    litmus_parse(text, &p);
    litmus_search(&p, way, NULL, MOST_STATES, &all);
    litmus_search(&p, way, r, 20 * MOST_STATES, &some);
    const char *difference = all.finished && some.finished ? litmus_difference(&all, &some) : "";
    if (*difference)
        printf("    %s%s, %s: %s\n", r->is->name, way->stale ? " with a bound" : "", difference, text);
    litmus_free(&all.ended);
    litmus_free(&some.ended);
    return !*difference;
}

/* Random programs of a class, each fourth one with a bound, and each third one with steps that lead back to the state that they are made
 * in, for those that take them. Two differences are enough. */
static void try_class(const struct reduction *r, enum litmus_class c, unsigned count)
{
    struct rng rng;
    unsigned differ = 0;
    rng_seed(&rng, seed * LITMUS_CLASSES + c);
    for (unsigned i = 0; i < count && differ < 2; i++) {
        struct litmus_way way = {.stale = i % 4 == 3, .keeps_loops = r->is->takes_weak && i % 3 == 2};
        char text[LITMUS_TEXT];
        litmus_random(c, &rng, text);
        differ += !agree(r, text, &way);
    }
    CHECK_EQ(differ, 0);
}

static void reductions_lose_nothing(void)
{
    for (const struct reduction *const *r = reductions; *r; r++)
        for (enum litmus_class c = 0; c < LITMUS_CLASSES && claims(*r); c++)
            try_class(*r, c, (*r)->needs & NEEDS_NO_MATCHING ? programs / STATELESS_SHARE + 1 : programs);
}

/* Programs that wrong forms lose on. */
static void counterexamples(void)
{
    static const char *const list[] = {
        "x: load a x rlx || store x 1 rlx", /* the load sleeps, and the store wakes it up */
        "x: store x 1 rlx || free x",
        "x: store x 1 rlx || peek a x",
        "x: add a x 1 rlx || free x",
        "x: add a x 1 rlx || add a x 1 rlx",
        "x y: store x 1 sc; load a y sc || store y 1 sc; load b x sc",
        "x y: store x 1 rlx; fence sc; load a y rlx || store y 1 rlx; fence sc; load b x rlx",
        "x: store x 1 rlx || L: load a x rlx; if a = 0 goto L",
        "x y: L: load a x rlx; if a = 0 goto L; store y 1 rlx || store x 1 rlx; load b y rlx",
        "x: cas a x 1 2 rlx || store x 1 rlx",
        "x: L: load a x rlx; if a = 1 goto L || store x 1 rlx", /* who reads the last value waits for ever */
        "x y: L: load a x acq; if a = 1 goto L; store y 1 rlx || store x 1 rlx; M: load b y rlx; if b = 0 goto M",
    };
    for (const struct reduction *const *r = reductions; *r; r++)
        for (unsigned i = 0; i < sizeof list / sizeof *list && claims(*r); i++)
            CHECK(agree(*r, list[i], &usual) && (!(*r)->is->takes_weak || agree(*r, list[i], &looping)));
}

/* A bound takes from loads what they might have read, with every store: a store minds who loads later. */
static void bounds_need_all_labels(void)
{
    static const char *const text = "x: store x 1 rlx; store x 2 rlx || load a x rlx";
    const struct litmus_way careful = {.stale = 1}, careless = {.stale = 1, .careless = true};
    struct litmus p;
    struct litmus_result r;
    litmus_parse(text, &p);
    litmus_search(&p, &careful, &reduction_sum, MOST_STATES, &r);
    CHECK(litmus_has(&p, &r.ended, "a=0"));
    litmus_free(&r.ended);
    litmus_search(&p, &careless, &reduction_sum, MOST_STATES, &r);
    CHECK(!litmus_has(&p, &r.ended, "a=0"));
    litmus_free(&r.ended);
}

/* --- programs --------------------------------------------------------------------------------------------------------- */

static struct litmus_result found(const char *text, const struct litmus_way *way, struct litmus *p)
{
    struct litmus_result r;
    litmus_parse(text, p);
    litmus_search(p, way, &reduction_sum, MOST_STATES, &r);
    return r;
}

/* What is freed while somebody is about to store there is seen, though a store minds nobody. */
static void free_under_store(void)
{
    struct litmus p;
    struct litmus_result r = found("x: store x 1 rlx || free x", &usual, &p);
    CHECK(r.finished && r.failed[0] == 1);
    litmus_free(&r.ended);
}

/* C++20: what a thread itself stores afterwards is not a part of the release sequence. */
static void own_release_sequence(void)
{
    struct litmus p;
    struct litmus_result r = found("d y: store d 1 rlx; store y 1 rel; store y 2 rlx || load a y acq; load b d rlx", &usual, &p);
    CHECK(litmus_has(&p, &r.ended, "a=2 b=0") && !litmus_has(&p, &r.ended, "a=1 b=0"));
    litmus_free(&r.ended);
}

/* A thread that lags behind keeps the lock's whole history: there is no end to it without a bound, which is told. */
static void poll_under_spinlock(void)
{
    static const char *const text = "k d: L: swap a k 1 acq; if a != 0 goto L; peek s d; store k 0 rel; if s = 0 goto L "
                                    "|| M: swap a k 1 acq; if a != 0 goto M; poke d 1; store k 0 rel";
    const struct litmus_way seq_cst = {.seq_cst = true}, stale = {.stale = 1};
    struct litmus p;
    struct litmus_result sc = found(text, &seq_cst, &p), bounded = found(text, &stale, &p), endless = found(text, &usual, &p);
    CHECK(sc.finished && bounded.finished && bounded.forgotten > 0 && bounded.states <= 2 * sc.states);
    CHECK(litmus_has(&p, &bounded.ended, "s=1 d=1"));
    CHECK(!endless.finished || endless.lacked > 0);
    litmus_free(&sc.ended);
    litmus_free(&bounded.ended);
    litmus_free(&endless.ended);
}

#define ROUNDS "N: swap a k 1 ar; if a != 0 goto N; peek b d; plus b b 1; poke d b; let b 0; store k 0 rel; plus e e 1; if e != 2 goto N"

/* Its messages merge. */
static void test_and_set_is_finite(void)
{
    const struct litmus_way seq_cst = {.seq_cst = true};
    struct litmus p;
    struct litmus_result sc = found("k d: " ROUNDS " || " ROUNDS, &seq_cst, &p), r = found("k d: " ROUNDS " || " ROUNDS, &usual, &p);
    CHECK(r.finished && r.forgotten == 0 && r.lacked == 0 && r.deadlocks == 0 && r.states <= 4 * sc.states);
    CHECK(litmus_has(&p, &r.ended, "d=4") && r.ended.count == sc.ended.count);
    litmus_free(&sc.ended);
    litmus_free(&r.ended);
}

/* Whoever reads an old value for ever only makes steps that lead back: those are dropped, and it waits for nobody. */
static void stale_spins_are_dropped(void)
{
    static const char *const text = "x y: store x 1 rlx; store y 1 rlx || L: load a x rlx; if a = 0 goto L "
                                    "|| M: load b y acq; if b = 0 goto M";
    const struct litmus_way all = {.keeps_loops = true};
    struct litmus p;
    struct litmus_result dropped = found(text, &usual, &p), kept = found(text, &all, &p);
    CHECK(dropped.finished && kept.finished && !dropped.deadlocks && dropped.states < kept.states);
    CHECK(!litmus_missing(&dropped.ended, &kept.ended) && !litmus_missing(&kept.ended, &dropped.ended));
    litmus_free(&dropped.ended);
    litmus_free(&kept.ended);
}

/* Who reads the last value for ever hangs, though it could leave with an older one. */
static void last_values_hang(void)
{
    struct litmus p;
    struct litmus_result r = found("x: L: load a x rlx; if a = 1 goto L || store x 1 rlx", &usual, &p);
    CHECK(r.finished && r.deadlocks == 1 && litmus_has(&p, &r.ended, "a=0"));
    litmus_free(&r.ended);
}

/* Steps that only tell their thread what is older than what it could read anyway are dropped, too. */
static void dropped_steps_lose_nothing(void)
{
    static const char *const rounds = "k d: " ROUNDS " || " ROUNDS " || " ROUNDS;
    struct rng rng;
    struct litmus p;
    rng_seed(&rng, seed);
    for (unsigned i = 0; i < 4 * programs; i++) {
        char text[LITMUS_TEXT];
        litmus_random(i % LITMUS_CLASSES, &rng, text);
        litmus_parse(text, &p);
        struct litmus_result some, all;
        litmus_search(&p, &usual, NULL, MOST_STATES, &some);
        litmus_search(&p, &looping, NULL, MOST_STATES, &all);
        CHECK(!some.finished || !all.finished || all.hung == (some.deadlocks > 0)); /* who goes round for ever waits */
        some.deadlocks = all.deadlocks;
        const char *difference = some.finished && all.finished ? litmus_difference(&all, &some) : "";
        if (*difference)
            printf("    %s: %s\n", difference, text);
        CHECK(!*difference);
        litmus_free(&some.ended);
        litmus_free(&all.ended);
    }
    struct litmus_result some = found(rounds, &usual, &p), all = found(rounds, &looping, &p);
    CHECK(some.finished && 4 * some.states < 3 * all.states);
    litmus_free(&some.ended);
    litmus_free(&all.ended);
}

/* --- the machine ------------------------------------------------------------------------------------------------------ */

/* The newest one first; and a compare-exchange may fail with what is stale, and succeed. */
static void newest_first(void)
{
    static struct litmus_lts y;
    struct litmus p;
    litmus_parse("x: store x 1 rlx || cas a x 1 2 rlx", &p);
    struct lts l = litmus_open(&y, &p, &usual);
    l.step(l.self, 0, 0);
    struct mark m = l.mark(l.self);
    CHECK_EQ(l.outcomes(l.self, 1), 2);
    l.step(l.self, 1, 0);
    CHECK(y.state.reg[1][0] == 1 && y.state.memory[0] == 2);
    l.rewind(l.self, &m);
    CHECK(digest_equal(l.digest(l.self), m.digest));
    l.step(l.self, 1, 1);
    CHECK(y.state.reg[1][0] == 0 && y.state.memory[0] == 1);
    litmus_close(&y);
}

/* Everything is put back, to the byte; litmus_lts.c aborts otherwise. And who may access what makes no difference but for states. */
static void rewinding_is_exact(void)
{
    const struct litmus_way keeping = {.keeps_all = true};
    struct rng rng;
    rng_seed(&rng, seed);
    litmus_check_rewinding(true);
    for (unsigned i = 0; i < programs; i++) {
        char text[LITMUS_TEXT];
        struct litmus p;
        struct litmus_result some, all;
        litmus_random(i % LITMUS_CLASSES, &rng, text);
        litmus_parse(text, &p);
        litmus_search(&p, &usual, NULL, MOST_STATES, &some);
        litmus_search(&p, &keeping, NULL, MOST_STATES, &all);
        CHECK(!some.finished || !all.finished || some.states <= all.states);
        CHECK(!some.finished || !all.finished || (!litmus_missing(&some.ended, &all.ended) && !litmus_missing(&all.ended, &some.ended)));
        litmus_free(&some.ended);
        litmus_free(&all.ended);
    }
    litmus_check_rewinding(false);
}

/* The order of one operation that is not sequentially consistent becomes so. False: there is none. */
static bool strengthen(struct litmus *p, struct rng *rng)
{
    for (unsigned tries = 0; tries < 20; tries++) {
        unsigned t = rng_below(rng, p->threads);
        struct litmus_statement *s = &p->code[t][rng_below(rng, p->length[t])];
        if (s->code <= LITMUS_FENCE && s->order != __ATOMIC_SEQ_CST) {
            s->order = s->failure = __ATOMIC_SEQ_CST;
            return true;
        }
    }
    return false;
}

static void stronger_orders_add_nothing(void)
{
    struct rng rng;
    rng_seed(&rng, seed);
    for (unsigned i = 0; i < programs; i++) {
        char text[LITMUS_TEXT];
        struct litmus p;
        struct litmus_result weaker, stronger;
        litmus_random(i % LITMUS_JUDGED, &rng, text);
        litmus_parse(text, &p);
        litmus_search(&p, &usual, NULL, MOST_STATES, &weaker);
        bool strengthened = strengthen(&p, &rng);
        litmus_search(&p, &usual, NULL, MOST_STATES, &stronger);
        CHECK(!strengthened || !litmus_missing(&weaker.ended, &stronger.ended));
        litmus_free(&weaker.ended);
        litmus_free(&stronger.ended);
    }
}

static void note_nothing(void *self, void *at, size_t size)
{
    (void)self, (void)at, (void)size;
}

static unsigned choices_of_load(const struct weak *w, tid t)
{
    const struct weak_op load = {.kind = WEAK_LOAD, .order = __ATOMIC_RELAXED};
    return weak_choices(w, t, &load);
}

/* What an object is told is learned from it, until it is told something else in place of it, or is empty. */
static void objects_tell(void)
{
    static struct weak w = {.note = note_nothing};
    enum { OBJECT = 100 };
    const struct weak_op store = {.kind = WEAK_STORE, .order = __ATOMIC_RELAXED};
    weak_open(&w, 1, (struct weak_value){0});
    weak_perform(&w, 0, &store, weak_choose(&w, 0, &store, 0), (struct weak_value){1, 0});
    CHECK(weak_tell(&w, 0, OBJECT, false) && choices_of_load(&w, 1) == 2);
    CHECK(weak_tell(&w, 1, OBJECT, false));
    weak_learn(&w, 1, OBJECT);
    CHECK_EQ(choices_of_load(&w, 1), 1);
    CHECK(weak_tell(&w, 2, OBJECT, true));
    weak_learn(&w, 2, OBJECT);
    CHECK_EQ(choices_of_load(&w, 2), 2);
    CHECK(weak_tell(&w, 0, OBJECT, false));
    weak_empty(&w, OBJECT);
    weak_learn(&w, 2, OBJECT);
    CHECK(weak_tell(&w, 2, OBJECT + 1, false)); /* in its place */
    weak_learn(&w, 2, OBJECT + 1);
    CHECK_EQ(choices_of_load(&w, 2), 2);
}

/* A message is gone, and another one lies in its slot. */
static void objects_forget(void)
{
    static struct weak w = {.note = note_nothing};
    enum { OBJECT = 100 };
    const struct weak_op store = {.kind = WEAK_STORE, .order = __ATOMIC_RELAXED};
    weak_open(&w, 1, (struct weak_value){0});
    weak_perform(&w, 0, &store, weak_choose(&w, 0, &store, 0), (struct weak_value){1, 0});
    CHECK(weak_tell(&w, 0, OBJECT, false));
    weak_drop(&w, 0, 1, 0);
    weak_insert(&w, 0, 1, (struct weak_value){2, 0}, false);
    weak_learn(&w, 1, OBJECT);
    CHECK_EQ(choices_of_load(&w, 1), 2);
}

/* A reader that has read nothing yet, and more messages than there is room for. And more places, and objects. */
static void full_tables_are_told(void)
{
    static struct weak w = {.note = note_nothing};
    struct litmus p;
    char text[LITMUS_TEXT] = "x: store x 1 rlx", *at = text + strlen(text);
    for (unsigned i = 0; i < WEAK_MESSAGES; i++)
        at += sprintf(at, "; store x %u rlx", i + 2);
    strcpy(at, " || load a x rlx");
    struct litmus_result r = found(text, &usual, &p);
    CHECK(r.finished && r.lacked > 0);
    litmus_free(&r.ended);
    for (uint64_t key = 1; key <= WEAK_PLACES; key++)
        CHECK_EQ(weak_open(&w, key, (struct weak_value){0}), key - 1);
    CHECK(weak_open(&w, WEAK_PLACES + 1, (struct weak_value){0}) == WEAK_PLACES && w.lacked == 1);
    for (uint64_t key = 1; key <= WEAK_OBJECTS; key++)
        CHECK(weak_tell(&w, 0, key, false));
    CHECK(!weak_tell(&w, 0, WEAK_OBJECTS + 1, false) && w.lacked == 2);
    weak_empty(&w, 7);
    CHECK(weak_tell(&w, 0, WEAK_OBJECTS + 1, false));
}

int main(int count, char **arguments)
{
    if (count > 1)
        programs = (unsigned)atoi(arguments[1]);
    if (count > 2)
        seed = (uint64_t)atoi(arguments[2]);
    TEST(counterexamples);
    TEST(bounds_need_all_labels);
    TEST(free_under_store);
    TEST(own_release_sequence);
    TEST(poll_under_spinlock);
    TEST(test_and_set_is_finite);
    TEST(stale_spins_are_dropped);
    TEST(last_values_hang);
    TEST(dropped_steps_lose_nothing);
    TEST(newest_first);
    TEST(rewinding_is_exact);
    TEST(stronger_orders_add_nothing);
    TEST(objects_tell);
    TEST(objects_forget);
    TEST(full_tables_are_told);
    TEST(reductions_lose_nothing);
    return check_status();
}
