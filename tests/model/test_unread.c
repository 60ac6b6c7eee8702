/* test_unread.c - matching modulo memory that is not read any more (reduce/unread.h), against the oracle: on random programs of every
 * class, in several orders, with what is visible known and found out, it finds the same ends, deadlocks and failing asserts as a plain
 * search, but for what is left in variables. And it matches more. Every fourth search tries first whether that is better.
 *
 *     test_unread [PROGRAMS [SEED [STATES [CLASS]]]]
 */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/ tests/toy/ */
/* compile: -O2 -DLONG_RUN=20 -DUNREAD_TRIAL=10 */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "oracle.h"
#include "toy_parse.h"
#include "toy_random.h"

static unsigned programs = 400;
static uint64_t seed = 1, most_states = 300;

static const struct reduction *const with[] = {&reduction_sum, &reduction_sum_plain, &reduction_sum_sleep};
enum { REDUCTIONS = 3 };

static struct oracle_search search_with(uint64_t number)
{
    struct oracle_search s = {.name = "unread", .driver = &search_dfs, .reduction = with[number % REDUCTIONS], .unread = true};
    s.variant = (uint32_t)(number / REDUCTIONS % 8);
    s.infer = s.unwalked = number % 5 == 4;
    s.unforeseen = number % 7 == 6;
    s.tried_after = number % 4 == 3 ? 4 + number % 8 : 0;
    return s;
}

static uint64_t states_of[2]; /* exactly matched, and not */
static unsigned tried, paid;  /* searches that were long enough to, all in all */

/* Does it lose something, or find what there is not? */
static bool differs(void *self, const struct toy_program *p)
{
    const struct oracle_search *search = self;
    struct oracle_result all, some;
    bool more = false, differs = false;
    oracle_run(&oracle_plain, p, most_states, &all);
    if (all.finished) {
        oracle_run(search, p, 20 * most_states, &some);
        oracle_forget(&all);
        oracle_forget(&some);
        uint32_t lost = oracle_lost(p, &all, &some, &more) & search->reduction->keeps;
        differs = more || (some.finished && lost);
        states_of[1] += some.states;
        tried += search->tried_after && some.states > search->tried_after;
        paid += some.paid;
        oracle_free(&some);
    }
    oracle_free(&all);
    return differs;
}

static void count_exact(const struct oracle_search *search, const struct toy_program *p)
{
    struct oracle_search exact = *search;
    struct oracle_result r;
    exact.unread = false;
    oracle_run(&exact, p, 20 * most_states, &r);
    states_of[0] += r.states;
    oracle_free(&r);
}

static void random_programs(unsigned class)
{
    struct rng rng;
    unsigned failed = 0;
    states_of[0] = states_of[1] = 0;
    rng_seed(&rng, seed * TOY_CLASSES + class);
    for (unsigned i = 0; i < programs && failed == 0; i++) {
        struct toy_program p;
        struct oracle_search search = search_with(i);
        toy_random(&p, class, &rng);
        if (differs(&search, &p)) {
            char text[TOY_TEXT];
            failed++;
            oracle_shrink(&p, differs, &search);
            toy_print(&p, text);
            printf("    %s, variant %u%s%s, program %u:\n%s", search.reduction->is->name, search.variant, search.infer ? ", inferred" : "",
                   search.unforeseen ? ", unforeseen" : "", i, text);
        } else if (i % 8 == 0) {
            uint64_t kept = states_of[1];
            count_exact(&search, &p);
            states_of[1] = kept;
        }
    }
    check_failed_tests += failed;
    printf("%s unread on %u programs of class %s\n", failed ? "FAIL" : "ok", programs, toy_class_name(class));
    fflush(stdout);
}

static uint64_t states_in(const char *program, bool unread)
{
    struct oracle_search search = {.name = "unread", .driver = &search_dfs, .reduction = &reduction_sum_plain, .unread = unread};
    struct toy_program p;
    struct oracle_result r;
    toy_parse(program, &p);
    CHECK(!differs(&search, &p));
    oracle_run(&search, &p, 1 << 20, &r);
    CHECK(r.finished);
    oracle_free(&r);
    return r.states;
}

/* What is overwritten before it is read, and what is never read, tells no states apart. */
static void states_are_matched(void)
{
    static const char *const few[] = {
        "x = 1 || x = 2 || x = 3",
        "x = 1; y = 1 || x = 2; y = 2 || r = z || z = 1",
    };
    for (unsigned i = 0; i < sizeof few / sizeof *few; i++)
        CHECK(states_in(few[i], true) < states_in(few[i], false));
}

static void compare(const struct toy_program *p)
{
    for (uint64_t number = 0; number < 8 * REDUCTIONS; number++) {
        struct oracle_search search = search_with(number);
        CHECK(!differs(&search, p));
    }
}

/* Where a thread sleeps, what it reads was explored elsewhere, where it may have been overwritten first. */
static void sleepers_read(void)
{
    struct toy_program p;
    toy_parse("x = 0; y = 1 || x = 1; r = y; assert r == 1; r = x", &p);
    p.assert_visible = true;
    p.assert_parks = false;
    compare(&p);
}

int main(int count, char **arguments)
{
    programs = count > 1 ? (unsigned)atoi(arguments[1]) : programs;
    seed = count > 2 ? (uint64_t)atoi(arguments[2]) : seed;
    most_states = count > 3 ? (uint64_t)atoi(arguments[3]) : most_states;
    TEST(states_are_matched);
    TEST(sleepers_read);
    for (unsigned class = 0; class < TOY_CLASSES; class++)
        if (count <= 4 || strcmp(arguments[4], toy_class_name(class)) == 0)
            random_programs(class);
    if (count <= 4)
        CHECK(paid > tried / 20 && paid < tried / 2);
    return check_status();
}
