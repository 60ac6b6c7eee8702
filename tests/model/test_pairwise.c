/* test_pairwise.c - --search=pairwise on random programs, against figure 2 of the paper, the authors' rule, and both, transcribed once more
 * without the engine (pairwise_rules.h).
 *
 *     test_pairwise [PROGRAMS [SEED]]     so many programs in all (default 800; 150 with sanitizers)
 *
 * Without state matching both take the same interleavings, decision by decision; with it the search reaches the same states, ends,
 * deadlocks and failing asserts.
 *
 * Section 3.2 of the paper claims that pairs find every error that one statement has brought into a program without errors. That is
 * measured: `mazurka` cannot promise what is not so (docs/design/searches/pairwise.md).
 */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/ tests/toy/ tests/model/pairwise_rules.c */
/* compile: -O2 */
/* and: sanitized */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "model/op_columns.h"
#include "oracle.h"
#include "pairwise_rules.h"
#include "toy_parse.h"
#include "toy_random.h"

enum { PATH = 1 << 16, FULL_STATES = 3000, RULES = WIRE_PAIR_BOTH + 1 };

static const char *const rule_names[RULES] = {"authors", "figure 2", "both"};

static unsigned programs = CHECK_SANITIZED ? 150 : 800;
static uint64_t seed = 1;

static bool includes(const struct state_set *a, const struct state_set *b)
{
    for (size_t i = 0; i < b->count; i++)
        if (!state_set_has(a, &b->states[i]))
            return false;
    return true;
}

static bool same_set(const struct state_set *a, const struct state_set *b)
{
    return a->count == b->count && includes(a, b);
}

/* --- the engine --------------------------------------------------------------------------------------------------- */

static struct engine engine;
static struct wire_decision path[PATH];
static uint64_t path_count;
static struct wire_counters counters;
static struct wire_pair pairs[256];
static uint32_t pair_count;
static enum wire_verdict ended_by;
static bool keeps_ways, asserts_park;

static void found(void *host, const struct fault *f, uint64_t count)
{
    (void)host, (void)f, (void)count;
}

static void note_ended(void *self, const struct toy_state *s)
{
    struct answer *a = self;
    state_set_add(&a->ended, s);
    if (keeps_ways)
        add_way(a, path, path_count);
}

static void note_deadlocked(void *self, const struct toy_state *s)
{
    struct answer *a = self;
    state_set_add(&a->deadlocked, s);
    if (keeps_ways)
        add_way(a, path, path_count);
}

static void note_failed(void *self, tid t, unsigned pc)
{
    struct answer *a = self;
    a->failed[t] |= 1u << pc;
    if (keeps_ways && !asserts_park)
        add_way(a, path, path_count);
}

static bool note_reached(void *self, const struct toy_state *s, threadset enabled)
{
    (void)enabled;
    state_set_add(&((struct answer *)self)->reached, s);
    return true;
}

/* `all`: all pairs, otherwise the one that is asked for. */
static void run_engine(const struct question *q, struct answer *a, bool unmatched, bool all, const struct search *search)
{
    struct toy toy;
    toy_open(&toy, &q->program, 0);
    toy.has_fragment = true;
    toy.fragment[q->T_i][0] = q->from;
    toy.fragment[q->T_i][1] = q->to;
    toy.observer = (struct toy_observer){a, note_ended, note_deadlocked, note_failed, note_reached};
    keeps_ways = unmatched;
    asserts_park = q->program.assert_parks;
    struct lts lts = toy_lts(&toy);
    struct search_report report = {.counters = &counters, .path = path, .path_count = &path_count, .path_capacity = PATH, .found = found,
                                   .pairs = pairs, .pair_count = &pair_count, .pair_capacity = 256};
    struct search_config c = {.lts = &lts, .search = search, .all_faults = true, .max_memory = 64 << 20, .fragments = 1,
                              .pair_rule = q->rule, .pair_given = !all, .pair_first = q->T_i,
                              .pair_second = q->T_j, .pair_unmatched = unmatched, .max_states = 200000};
    if (search_refusal(&c))
        abort();
    search_run(&engine, &c, &report);
    ended_by = report.ended_by;
    if (keeps_ways)
        sort_ways(a);
    toy_close(&toy);
}

/* --- comparison --------------------------------------------------------------------------------------------------- */

static void draw(struct question *q, unsigned n)
{
    struct rng rng;
    rng_seed(&rng, seed * 1000003 + n);
    do
        toy_random(&q->program, n % TOY_CLASSES, &rng);
    while (q->program.threads < 2);
    q->T_i = rng_below(&rng, q->program.threads);
    q->T_j = (q->T_i + 1 + rng_below(&rng, q->program.threads - 1)) % q->program.threads;
    unsigned length = q->program.length[q->T_i];
    q->from = (uint8_t)rng_below(&rng, length + 1);
    q->to = (uint8_t)(q->from + 1 + rng_below(&rng, 3));
    q->rule = (enum wire_pair_rule)rng_below(&rng, RULES);
}

static void show(const struct question *q, const char *what)
{
    static char text[TOY_TEXT];
    toy_print(&q->program, text);
    printf("    %s: pair %u,%u, statements %u to %u, %s\n%s\n", what, q->T_i, q->T_j, q->from, q->to - 1u,
           rule_names[q->rule], text);
}

/* Those that only one of them has. */
static void show_ways(const struct answer *a, const struct answer *b)
{
    for (unsigned i = 0, k = 0; i < a->way_count || k < b->way_count;) {
        int order = i == a->way_count ? 1 : k == b->way_count ? -1 : compare_ways(&a->ways[i], &b->ways[k]);
        const struct way *w = order <= 0 ? &a->ways[i] : &b->ways[k];
        if (order != 0)
            printf("    only by %s:", order < 0 ? "the oracle" : "the search");
        for (unsigned d = 0; order != 0 && d < w->length; d++)
            printf(" %u/%u", w->decisions[d].thread, w->decisions[d].choice);
        printf(order ? "\n" : "");
        i += order <= 0;
        k += order >= 0;
    }
}

/* Where a path goes round, who goes on instead depends on where it came from: with matching other ways go round, so what is reached is
 * compared only where none does. */
static const char *difference(const struct question *q, const struct answer *oracle, unsigned events, bool circles)
{
    const char *what = NULL;
    struct answer plain, matched;
    answer_open(&plain);
    answer_open(&matched);
    run_engine(q, &plain, true, false, &search_pairwise);
    if (plain.way_count != oracle->way_count || memcmp(plain.ways, oracle->ways, oracle->way_count * sizeof *oracle->ways) != 0)
        what = "other interleavings", show_ways(oracle, &plain);
    else if (pairs[0].events != events)
        what = "another E";
    run_engine(q, &matched, false, false, &search_pairwise);
    if (!what && !circles && !includes(&plain.reached, &matched.reached))
        what = "states that are not reached without matching";
    if (!what && !circles && (!same_set(&matched.ended, &oracle->ended) || !same_set(&matched.deadlocked, &oracle->deadlocked)))
        what = "other ends or deadlocks with matching";
    if (!what && !circles && !includes(&matched.reached, &oracle->reached))
        what = "fewer states with matching";
    if (!what && !circles && memcmp(matched.failed, plain.failed, sizeof plain.failed) != 0)
        what = "other failing asserts with matching";
    answer_close(&plain);
    answer_close(&matched);
    return what;
}

static void same_as_figure_2(void)
{
    unsigned compared = 0, with_events = 0, entered = 0, differ = 0;
    for (unsigned n = 0; n < programs; n++) {
        struct question q;
        struct answer oracle;
        draw(&q, n);
        answer_open(&oracle);
        bool circles;
        unsigned events = run_oracle(&q, &oracle, &circles);
        const char *what = oracle.too_large ? NULL : difference(&q, &oracle, events, circles);
        compared += !oracle.too_large;
        with_events += !oracle.too_large && events > 0;
        entered += !oracle.too_large && pairs[0].entries > 0;
        if (what && differ++ == 0)
            show(&q, what);
        answer_close(&oracle);
    }
    printf("    %u programs of %u compared; T_i came to the fragment in %u, E was not empty in %u\n", compared, programs, entered,
           with_events);
    CHECK_EQ(differ, 0);
    CHECK(compared > programs / 2);
    CHECK(with_events > programs / 100);
}

/* --- the claim of section 3.2 --------------------------------------------------------------------------------------- */

static bool has_error(const struct answer *a)
{
    for (tid t = 0; t < TOY_THREADS; t++)
        if (a->failed[t])
            return true;
    return a->deadlocked.count > 0;
}

/* The same errors: deadlocks or none, the same failing asserts. */
static bool same_errors(const struct answer *a, const struct answer *b)
{
    return memcmp(a->failed, b->failed, sizeof a->failed) == 0 && (a->deadlocked.count > 0) == (b->deadlocked.count > 0);
}

static bool search_all(const struct question *q, const struct search *search, struct answer *a)
{
    answer_open(a);
    run_engine(q, a, false, true, search);
    return ended_by != WIRE_LIMIT_STATES;
}

/* The program without the statement, in whose place nothing is done. */
static struct question without(const struct question *q)
{
    struct question before = *q;
    before.program.code[q->T_i][q->from] = (struct toy_statement){.code = TOY_JUMP, .target = (uint8_t)(q->from + 1)};
    return before;
}

struct claim {
    unsigned broken, same[RULES], some[RULES];
};

/* A statement that brings an error into a program without errors. */
static void test_claim(const struct question *q, struct claim *c)
{
    struct answer before, after, pairwise;
    struct question old = without(q);
    bool all = search_all(&old, &search_dfs, &before) && search_all(q, &search_dfs, &after);
    if (all && !has_error(&before) && has_error(&after)) {
        c->broken++;
        for (unsigned rule = 0; rule < RULES; rule++) {
            struct question asked = *q;
            asked.rule = (enum wire_pair_rule)rule;
            search_all(&asked, &search_pairwise, &pairwise);
            c->same[rule] += same_errors(&after, &pairwise);
            c->some[rule] += has_error(&pairwise);
            answer_close(&pairwise);
        }
    }
    answer_close(&before);
    if (all)
        answer_close(&after);
}

/* Who finds an error finds one that there is; how often pairs find all is told, and must be most of the time. */
static void claim_of_section_3_2(void)
{
    struct claim of[2] = {0}; /* programs of two threads, of more */
    for (unsigned n = 0; n < 2 * programs; n++) {
        struct question q;
        draw(&q, n);
        unsigned length = q.program.length[q.T_i];
        if (length == 0)
            continue;
        q.from = (uint8_t)(q.from % length);
        q.to = (uint8_t)(q.from + 1);
        test_claim(&q, &of[q.program.threads > 2]);
    }
    for (unsigned i = 0; i < 2; i++) {
        const struct claim *c = &of[i];
        printf("    %s: a statement brings in errors in %u programs; all pairs find the same ones, and some\n",
               i ? "more threads" : "two threads", c->broken);
        CHECK(c->broken > 0);
        for (unsigned rule = 0; rule < RULES; rule++) {
            printf("        %s: %u, %u\n", rule_names[rule], c->same[rule], c->some[rule]);
            CHECK(c->some[rule] >= c->same[rule]);
        }
        CHECK(c->same[WIRE_PAIR_AUTHORS] * 2 >= c->broken);
        CHECK(c->some[WIRE_PAIR_BOTH] >= c->some[WIRE_PAIR_AUTHORS] && c->some[WIRE_PAIR_BOTH] >= c->some[WIRE_PAIR_FIGURE2]);
    }
}

/* One statement that threads interact by is added, without it there is no error, a full search finds the one that it brings: does a pair,
 * by this rule? */
static bool is_found(const char *program, tid T_i, unsigned entering, enum wire_pair_rule rule)
{
    struct question q = {.T_i = T_i, .from = 0, .to = 1, .rule = rule};
    struct answer all, before, pairwise;
    unsigned entered = 0;
    toy_parse(program, &q.program);
    struct question old = without(&q);
    CHECK(search_all(&old, &search_dfs, &before) && !has_error(&before));
    CHECK(search_all(&q, &search_dfs, &all) && has_error(&all));
    CHECK(search_all(&q, &search_pairwise, &pairwise));
    bool found = has_error(&pairwise);
    CHECK_EQ(ended_by, WIRE_PARTIAL);
    for (uint32_t i = 0; i < pair_count; i++)
        entered += pairs[i].entries > 0;
    CHECK_EQ(entered, entering);
    answer_close(&pairwise);
    answer_close(&before);
    answer_close(&all);
    return found;
}

/* The page shows these programs: a thread is to be preempted behind the statement; three threads follow each other by what they write.
 * Both rules together find the bugs: by pairs whose first thread has yet to come to the fragment, or has ended. */
static void where_the_claim_fails(void)
{
    for (unsigned n = 0; n < RULES; n++) {
        enum wire_pair_rule rule = (enum wire_pair_rule)n;
        bool both = rule == WIRE_PAIR_BOTH;
        CHECK_EQ(is_found("x = 1; y = 1; y = 0 || r = x; if r { q = y; assert q == 0 }", 0, 1, rule), both);
        CHECK_EQ(is_found("r = y; assert r == 0 || r = x; if r { y = 1 } || x = 1", 2, 2, rule), both);
    }
}

/* The assert fails if thread 2 comes before thread 0 has written, which is none of the pair: thread 0 goes first, and its locks are
 * in E. */
static void events_of_others(void)
{
    struct question q = {.T_i = 2, .T_j = 1, .from = 0, .to = 1, .rule = WIRE_PAIR_FIGURE2};
    struct answer a;
    toy_parse("lock m; x = 1; unlock m || lock m; unlock m || r = x; assert r == 1", &q.program);
    answer_open(&a);
    run_engine(&q, &a, false, false, &search_pairwise);
    CHECK(a.failed[2] != 0);
    CHECK(pairs[0].events > 0);
    answer_close(&a);
}

static void limits(void)
{
    struct question q = {.T_i = 0, .T_j = 1, .from = 0, .to = 20};
    struct answer a;
    toy_parse("x = 1; x = 2; x = 3; x = 1; y = 1 || y = 2; y = 3; y = 1; x = 2", &q.program);
    answer_open(&a);
    run_engine(&q, &a, false, true, &search_pairwise);
    CHECK_EQ(pair_count, 2);
    CHECK_EQ(pairs[0].verdict, WIRE_COMPLETE);
    CHECK(pairs[0].states > 0 && pairs[0].transitions > 0);
    answer_close(&a);
}

int main(int argc, char **argv)
{
    programs = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : programs;
    seed = argc > 2 ? strtoull(argv[2], NULL, 10) : seed;
    if (!engine_open(&engine))
        return 1;
    TEST(same_as_figure_2);
    TEST(claim_of_section_3_2);
    TEST(where_the_claim_fails);
    TEST(events_of_others);
    TEST(limits);
    engine_close(&engine);
    return check_status();
}
