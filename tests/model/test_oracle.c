/* test_oracle.c - searches against the oracle, on random programs of every class.
 *
 *     test_oracle [PROGRAMS [SEED]]     so many programs of each class (default 500; 40 with sanitizers): docs/design/testing.md
 */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/ tests/toy/ */
/* compile: -O2 */
/* and: sanitized */
#include "oracle.h"

#include <stdlib.h>

#include "check.h"
#include "toy_random.h"

enum { MOST_STATES = 1000 };

static unsigned programs = CHECK_SANITIZED ? 48 : 500;
static uint64_t seed = 1;

static const struct oracle_search dfs = {.name = "dfs", .driver = &search_dfs};
static const struct oracle_search inferring = {.name = "dfs, visible set inferred", .driver = &search_dfs, .infer = true};

static void report(const char *what, unsigned class, bool good)
{
    check_failed_tests += !good;
    printf("%s %s: %s\n", good ? "ok" : "FAIL", what, toy_class_name(class));
    fflush(stdout);
}

/* Same end states, deadlocks and failing asserts. */
static void compare(const char *what, const struct oracle_search *a, const struct oracle_search *b, unsigned class,
                    unsigned count)
{
    struct oracle_tally tally = oracle_random(a, b, class, count, seed, MOST_STATES);
    bool enough = tally.compared >= count / 2;
    if (!enough)
        printf("    only %u of %u programs are small enough\n", tally.compared, count);
    report(what, class, tally.differ == 0 && enough);
}

/* Programs of a class, one after the other, that are small enough. */
struct stream {
    struct rng         rng;
    unsigned           class, left;
    struct toy_program program;
};

static struct stream stream_of(unsigned class, unsigned count)
{
    struct stream s = {.class = class, .left = count};
    rng_seed(&s.rng, (seed + 1000) * TOY_CLASSES + class);
    return s;
}

static bool next_program(struct stream *s, struct oracle_counts *counts)
{
    do {
        if (s->left-- == 0)
            return false;
        toy_random(&s->program, s->class, &s->rng);
        *counts = oracle_count(&s->program, MOST_STATES, 0);
    } while (!counts->finished);
    return true;
}

static void print_program(const struct toy_program *p)
{
    char text[TOY_TEXT];
    toy_print(p, text);
    printf("%s", text);
}

static bool counts_agree(const struct toy_program *p, const struct oracle_counts *counts, uint64_t max_depth)
{
    struct oracle_search search = dfs;
    struct oracle_result r;
    search.max_depth = max_depth;
    oracle_run(&search, p, 0, &r);
    bool cut = counts->unexpanded > 0, right = r.counters.states == counts->states;
    right &= r.counters.end_states == counts->end_states && r.counters.deadlocks == counts->deadlocks;
    right &= r.verdict == WIRE_BUG || r.verdict == (cut ? WIRE_LIMIT_DEPTH : WIRE_COMPLETE);
    if (max_depth == 0) /* otherwise states that are expanded again count twice */
        right &= r.counters.transitions == counts->transitions;
    oracle_free(&r);
    return right;
}

/* The counters are what an exact search with the same steps finds. */
static void exact_counts(unsigned class)
{
    struct stream s = stream_of(class, programs / 4);
    struct oracle_counts counts;
    bool good = true;
    while (good && next_program(&s, &counts))
        good = counts_agree(&s.program, &counts, 0);
    if (!good)
        print_program(&s.program);
    report("exact counts", class, good);
}

/* A depth limit cuts off what is deeper, and nothing else. */
static void exact_depths(unsigned class)
{
    struct stream s = stream_of(class, programs / 10);
    struct oracle_counts counts;
    bool good = true;
    while (good && next_program(&s, &counts)) {
        for (uint64_t depth = 1; good && depth < 12; depth++) {
            counts = oracle_count(&s.program, UINT64_MAX, depth);
            good = counts_agree(&s.program, &counts, depth);
        }
    }
    if (!good)
        print_program(&s.program);
    report("exact depth limits", class, good);
}

/* Every fault that a search finds is found again by its schedule; livelocks, too. */
static void replays(unsigned class)
{
    struct stream s = stream_of(class, programs / 10);
    struct oracle_search search = dfs;
    struct oracle_counts counts;
    unsigned replayed = 0;
    bool good = true;
    for (unsigned i = 0; good && next_program(&s, &counts); i++) {
        search.livelock = i % 2;
        search.infer = i % 4 >= 2;
        good = oracle_replays(&search, &s.program, &replayed);
    }
    if (!good)
        print_program(&s.program);
    report("replays", class, good);
}

/* The comparison itself: a search that leaves something out must be caught, and the program made small. */
static threadset forget(struct engine *e, const struct node *n, threadset threads)
{
    (void)e, (void)n;
    return threadset_several(threads) ? threadset_rest(threads) : threads;
}

static bool differs(void *self, const struct toy_program *p)
{
    const struct oracle_search *search = self;
    struct oracle_result right, wrong;
    oracle_run(&oracle_plain, p, MOST_STATES, &right);
    oracle_run(search, p, MOST_STATES, &wrong);
    bool differ = right.finished && right.ended.count != wrong.ended.count;
    oracle_free(&right);
    oracle_free(&wrong);
    return differ;
}

static void losses_are_noticed(void)
{
    static const struct filter forgetful = {.name = "forgetful", .allow = forget};
    struct oracle_search search = {.name = "forgetful", .driver = &search_dfs, .filter = &forgetful};
    struct stream s = stream_of(0, 50);
    struct oracle_counts counts;
    unsigned noticed = 0, statements = 0;
    while (next_program(&s, &counts)) {
        if (!differs(&search, &s.program))
            continue;
        noticed++;
        oracle_shrink(&s.program, differs, &search);
        statements = 0;
        for (tid t = 0; t < s.program.threads; t++)
            statements += s.program.length[t];
        CHECK(s.program.threads <= 2 && statements <= 3);
    }
    CHECK(noticed > 10);
}

int main(int count, char **arguments)
{
    if (count > 1)
        programs = (unsigned)atoi(arguments[1]);
    if (count > 2)
        seed = (uint64_t)atoi(arguments[2]);
    TEST(losses_are_noticed);
    for (unsigned class = 0; class < TOY_CLASSES; class++) {
        compare("dfs and oracle", &oracle_plain, &dfs, class, programs);
        compare("visible set inferred", &inferring, &dfs, class, programs / 10);
        exact_counts(class);
        exact_depths(class);
        replays(class);
    }
    return check_status();
}
