/* test_waiting.c - threads whose next step leads back to the same state are blocked: on random programs with loops nothing is lost by that,
 * compared with no blocking and no reduction, and by no reduction, compared with none.
 *
 *     test_waiting [PROGRAMS [SEED]]     so many programs of each class
 */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/ tests/toy/ */
/* compile: -O2 -DLONG_RUN=20 */
#include "oracle.h"

#include <stdlib.h>

#include "check.h"
#include "toy_parse.h"
#include "toy_random.h"

enum { MOST_STATES = 1000 };

static unsigned programs = 300;
static uint64_t seed = 1;

/* Ends, deadlocks and failing asserts of the program without blocking are those with it; but where all threads wait in loops there are
 * deadlocks that the program does not have. */
static bool blocking_loses(struct toy_program *p, struct oracle_result *blocked)
{
    struct oracle_result all;
    bool more = false;
    p->loops_block = false;
    oracle_run(&oracle_plain, p, MOST_STATES, &all);
    p->loops_block = true;
    oracle_run(&oracle_plain, p, MOST_STATES, blocked);
    bool lost = all.finished && (oracle_lost(p, &all, blocked, &more) & KEEPS_FAULTS) != 0;
    lost |= all.finished && blocked->ended.count != all.ended.count;
    oracle_free(&all);
    return lost;
}

static bool reduction_loses(const struct reduction *r, const struct toy_program *p, const struct oracle_result *blocked)
{
    struct oracle_search search = {.name = r->is->name, .driver = &search_dfs, .reduction = r};
    struct oracle_result some;
    bool more = false;
    oracle_run(&search, p, 20 * MOST_STATES, &some);
    bool lost = some.finished && ((oracle_lost(p, blocked, &some, &more) & r->keeps) != 0 || more);
    oracle_free(&some);
    return lost;
}

static void compare(const char *class)
{
    struct rng rng;
    unsigned deadlocks = 0, compared = 0;
    rng_seed(&rng, seed);
    for (unsigned i = 0; i < programs; i++) {
        struct toy_program p;
        struct oracle_result blocked;
        toy_random(&p, toy_class_find(class), &rng);
        CHECK(!blocking_loses(&p, &blocked));
        for (unsigned r = 0; blocked.finished && reductions[r]; r++)
            if (reductions[r]->keeps != 0 && !(reductions[r]->needs & NEEDS_NO_MATCHING))
                CHECK(!reduction_loses(reductions[r], &p, &blocked));
        compared += blocked.finished;
        deadlocks += blocked.deadlocked.count > 0;
        oracle_free(&blocked);
    }
    CHECK(compared > programs / 2 && deadlocks > 0);
}

static void spin(void)
{
    compare("spin");
}

static void spin_with_locks(void)
{
    compare("spin+locks");
}

static void cyclic_mix(void)
{
    compare("mix-cyclic");
}

static void all_loops(void)
{
    compare("all-loops");
}

static void toggling_loops(void)
{
    compare("toggle-loops");
}

/* Hangs in loops are deadlocks. */
static void hangs_are_deadlocks(void)
{
    static const char *const hanging[] = {"await x || y = 1", "await x; y = 1 || await y; x = 1"};
    for (unsigned i = 0; i < sizeof hanging / sizeof *hanging; i++) {
        struct toy_program p;
        struct oracle_result r;
        toy_parse(hanging[i], &p);
        CHECK(!blocking_loses(&p, &r));
        CHECK_EQ(r.deadlocked.count > 0, true);
        oracle_free(&r);
    }
}

int main(int argc, char **argv)
{
    programs = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : programs;
    seed = argc > 2 ? strtoull(argv[2], NULL, 10) : seed;
    TEST(hangs_are_deadlocks);
    TEST(spin);
    TEST(spin_with_locks);
    TEST(cyclic_mix);
    TEST(all_loops);
    TEST(toggling_loops);
    return check_status();
}
