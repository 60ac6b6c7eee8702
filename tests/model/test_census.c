/* test_census.c - the census of random toy programs against an enumeration of all their transitions that shares nothing with the engine:
 * states reached, errors among them, paths, paths that end in an error, whatever the order; and how long the shortest of those is.
 *
 *     test_census [PROGRAMS [SEED]]     so many programs in all (default 3000; 600 with sanitizers)
 */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/ tests/toy/ */
/* compile: -O2 */
/* and: sanitized */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "oracle.h"
#include "toy_random.h"

enum { MOST_STATES = 400, PATH = 1 << 16, SEEDS = 12 };

static unsigned programs = CHECK_SANITIZED ? 600 : 3000;
static struct rng rng;

/* --- without the engine --------------------------------------------------------------------------------------------- */

enum leads { TO_CHOICE, TO_END, TO_ERROR };

struct enumerated {
    const struct toy_program *program;
    struct state_set points;   /* choice points, in the order of their distance from the start */
    uint64_t distance[MOST_STATES + 1];
    uint64_t reached, errors, shortest; /* UINT64_MAX: there is no error */
    bool     endless, too_large;
};

static bool single(const struct toy_program *p, const struct toy_state *s, threadset enabled, tid *t)
{
    *t = threadset_first(enabled);
    return threadset_size(enabled) == 1 && toy_outcomes(p, s, *t) == 1;
}

/* Follows single successors; a run of them that has no end is left out of the test. */
static enum leads settle(struct enumerated *a, struct toy_state *s)
{
    const struct toy_program *p = a->program;
    threadset enabled;
    tid t;
    for (unsigned run = 0; (enabled = toy_enabled_set(p, s)) != 0 && single(p, s, enabled, &t); run++) {
        if (toy_transition(p, s, t, 0) == TOY_FAILED && !p->assert_parks)
            return TO_ERROR;
        if (run == LONG_RUN) {
            a->endless = true;
            return TO_END;
        }
    }
    return enabled != 0 ? TO_CHOICE : toy_end(p, s) == LTS_RUNNING ? TO_ERROR : TO_END;
}

static void note(struct enumerated *a, struct toy_state *s, enum leads leads, uint64_t length)
{
    a->reached++;
    a->errors += leads == TO_ERROR;
    if (leads == TO_ERROR && length < a->shortest)
        a->shortest = length;
    if (leads != TO_CHOICE || !state_set_add(&a->points, s))
        return;
    a->too_large |= a->points.count > MOST_STATES;
    if (!a->too_large)
        a->distance[a->points.count - 1] = length;
}

static void enumerate(struct enumerated *a, const struct toy_program *p)
{
    struct toy_state s;
    *a = (struct enumerated){.program = p, .shortest = UINT64_MAX};
    toy_start(p, &s);
    note(a, &s, settle(a, &s), 0);
    for (size_t i = 0; i < a->points.count && !a->too_large && !a->endless; i++) {
        struct toy_state from = a->points.states[i];
        threadset enabled = toy_enabled_set(p, &from);
        THREADSET_EACH(t, enabled)
            for (unsigned choice = 0; choice < toy_outcomes(p, &from, t); choice++) {
                s = from;
                bool failed = toy_transition(p, &s, t, choice) == TOY_FAILED && !p->assert_parks;
                note(a, &s, failed ? TO_ERROR : settle(a, &s), a->distance[i] + 1);
            }
    }
}

/* --- with it -------------------------------------------------------------------------------------------------------- */

static struct engine engine;
static struct wire_decision path[PATH];
static struct wire_census census;

static void found(void *host, const struct fault *f, uint64_t count)
{
    (void)host, (void)f, (void)count;
}

static enum wire_verdict take_census(const struct toy_program *p, uint64_t seed, uint64_t max_states)
{
    struct toy toy;
    struct wire_counters counters = {0};
    uint64_t path_count;
    toy_open(&toy, p, 0);
    struct lts lts = toy_lts(&toy);
    struct search_report report = {.counters = &counters, .path = path, .path_count = &path_count, .path_capacity = PATH,
                                   .found = found, .census = &census};
    struct search_config c = {.lts = &lts, .search = &search_census, .all_faults = true, .max_memory = 64 << 20, .seed = seed,
                              .max_states = max_states};
    if (search_refusal(&c))
        abort();
    search_run(&engine, &c, &report);
    toy_close(&toy);
    return report.ended_by;
}

static bool agrees(const struct enumerated *a)
{
    const struct wire_tally *t = &census.all;
    bool counted = t->states == a->reached && t->error_states == a->errors && t->errors.count == a->errors &&
                   t->paths == a->reached - a->points.count && t->failed.count == 0;
    bool lengths = a->errors == 0 || (t->errors.least >= a->shortest && t->errors.sum >= t->errors.least * t->errors.count &&
                                      t->errors.sum <= t->errors.most * t->errors.count);
    bool sampled = memcmp(t, &census.sampled, sizeof *t) == 0; /* below a thousand states each one is */
    return counted && lengths && sampled;
}

static void show(const struct toy_program *p, const struct enumerated *a)
{
    char text[TOY_TEXT];
    toy_print(p, text);
    printf("%s    reached %lu, errors %lu, points %zu, shortest %lu; the census: %lu, %lu, %lu, %lu\n", text, (unsigned long)a->reached,
        (unsigned long)a->errors, (size_t)a->points.count, (unsigned long)a->shortest, (unsigned long)census.all.states,
        (unsigned long)census.all.error_states, (unsigned long)census.all.paths, (unsigned long)census.all.errors.least);
}

/* A small program of any class, with its enumeration. */
static void next_program(struct toy_program *p, struct enumerated *a, unsigned i)
{
    for (;;) {
        toy_random(p, i % TOY_CLASSES, &rng);
        enumerate(a, p);
        if (!a->too_large && !a->endless)
            return;
        state_set_free(&a->points);
    }
}

/* The same in every order; and of some orders the shortest error path is among those taken. */
static void counts_what_there_is(void)
{
    static struct enumerated a;
    unsigned with_errors = 0, shortest = 0;
    for (unsigned i = 0; i < programs && check_failures == 0; i++) {
        struct toy_program p;
        uint64_t least = UINT64_MAX;
        next_program(&p, &a, i);
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            bool complete = take_census(&p, seed, 0) == WIRE_COMPLETE;
            CHECK(complete && agrees(&a));
            if (check_failures) {
                show(&p, &a);
                break;
            }
            least = a.errors && census.all.errors.least < least ? census.all.errors.least : least;
        }
        with_errors += a.errors > 0;
        shortest += a.errors > 0 && least == a.shortest;
        state_set_free(&a.points);
    }
    CHECK(with_errors > programs / 10);
    CHECK(shortest > with_errors / 2);
}

/* What is met under a limit is a part of all there is, and the rest is not guessed. */
static void stops_at_its_limit(void)
{
    static struct enumerated a;
    for (unsigned i = 0; i < programs / 10 && check_failures == 0; i++) {
        struct toy_program p;
        next_program(&p, &a, i);
        enum wire_verdict end = take_census(&p, i, 5);
        CHECK(end == WIRE_COMPLETE || end == WIRE_LIMIT_STATES);
        CHECK(census.all.states <= a.reached && census.all.errors.count <= a.errors && census.all.paths <= a.reached);
        CHECK(census.all.paths >= census.all.errors.count);
        state_set_free(&a.points);
    }
}

/* Three threads, each with its own variable, which nobody else uses: (n+1)³ states. One in ⌈x/1000⌉ of what is reached is sampled. */
static void samples_fewer_and_fewer(void)
{
    enum { WRITES = 20 };
    struct toy_program p = {.threads = 3};
    for (unsigned t = 0; t < 3; t++) {
        p.length[t] = WRITES;
        for (unsigned i = 0; i < WRITES; i++)
            p.code[t][i] = (struct toy_statement){.code = TOY_WRITE, .object = (uint8_t)t, .a = (uint8_t)(i % TOY_VALUES)};
    }
    CHECK(take_census(&p, 1, 0) == WIRE_COMPLETE);
    CHECK(census.all.states > 20000);
    CHECK(census.sampled.states > 1000 && census.sampled.states < census.all.states / 3);
    double all = (double)census.all.paths / (double)census.all.states;
    double sampled = (double)census.sampled.paths / (double)census.sampled.states;
    CHECK(sampled > all - 0.1 && sampled < all + 0.1);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        programs = (unsigned)atoi(argv[1]);
    rng_seed(&rng, argc > 2 ? (uint64_t)atoll(argv[2]) : 1);
    if (!engine_open(&engine))
        return 2;
    TEST(counts_what_there_is);
    TEST(stops_at_its_limit);
    TEST(samples_fewer_and_fewer);
    engine_close(&engine);
    return check_status();
}
