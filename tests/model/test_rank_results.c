/* test_rank_results.c - several machines that write to each other what they have finished (rank_results.h) find what one finds that
 * explores everything: on random programs of every class, whatever they find out on the way about what is shared, however late messages
 * are, and whoever dies with the last of them on the way. What the first one keeps, of its own and of others, can be gone on with by one
 * alone (search/parallel/checkpointing.h). And wrong ways of writing, of handing out and of keeping are caught.
 *
 * Each machine is a process, and one at a time goes on: where it comes to a point at which messages are exchanged another one, by chance,
 * goes on from its last such point. So a seed stands for one course of events. mail.h brings messages; what is kept is in memory here, as
 * tool/mpi/machine_keeping.c does it.
 *
 *     test_messages [PROGRAMS [SEED]]     so many programs in all (default 24; 8 with sanitizers)
 */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/ tests/toy/ */
/* libraries: -Wl,--wrap=raw_nanoseconds */
/* compile: -O2 -DLONG_RUN=20 */
/* and: sanitized */
#include "rank_machines.h"
#include "toy_parse.h"

static unsigned programs = CHECK_SANITIZED ? 8 : 24;
static uint64_t seed = 1;

/* --- tests ------------------------------------------------------------------------------------------------------------- */

/* A random program that a search of everything comes to the end of, and what it finds. */
static bool program(struct toy_program *p, unsigned class, uint32_t hidden, struct rng *rng, struct finds *all, uint64_t *states)
{
    toy_random(p, class, rng);
    struct outcome o = explore(p, hidden, (struct search_config){.max_states = MOST_STATES, .all_faults = true});
    *all = found_so_far(0);
    *states = o.counters.states;
    return o.ended_by == WIRE_COMPLETE && o.found < MOST_FOUND && *states >= 5;
}

static unsigned died, wrong, incomplete;
static uint64_t taken, exchanges;

/* Random programs, each explored by several machines, some of which die. Who finishes the root and says something else is wrong. */
static void explore_random(const struct reduction *as, unsigned tries, bool hides, bool die_too, uint64_t from)
{
    struct rng rng;
    died = wrong = incomplete = 0;
    taken = exchanges = restored = 0;
    rng_seed(&rng, from);
    rng_seed(&world->rng, from + 1);
    for (unsigned i = 0; i < tries; i++) {
        struct toy_program p;
        struct finds all;
        uint64_t states;
        uint32_t hidden = hides ? 0xff : 0, victims = die_too ? 1u << rng_below(&rng, 2) : 0;
        ranks = 2 + i % 2;
        victims |= die_too && ranks == 3 && i % 4 == 1;
        if (!program(&p, i % TOY_CLASSES, hidden, &rng, &all, &states))
            continue;
        struct search_config c = {.reduction = as ? as : reduced[i % REDUCED], .search = i % 7 ? &search_dfs : &search_auto};
        struct together t = explore_together(&p, hidden, c, &all, states, victims);
        died += t.died;
        wrong += t.complete - t.right;
        incomplete += t.complete + t.died != ranks;
        wrong += world->keeps && !go_on(&p, hidden, c, &all);
        taken += t.taken;
        exchanges += t.exchanges;
    }
}

static void everybody_finds_all(void)
{
    for (unsigned hides = 0; hides < 2; hides++) {
        explore_random(NULL, programs, hides, false, seed + hides);
        CHECK_EQ(died, 0);
        CHECK_EQ(wrong, 0);
        CHECK_EQ(incomplete, 0);
        CHECK(taken > programs);
        CHECK(exchanges > programs);
    }
}

static void some_die(void)
{
    for (unsigned hides = 0; hides < 2; hides++) {
        explore_random(NULL, programs, hides, true, seed + 10 + hides);
        CHECK(died > (CHECK_SANITIZED ? 0 : programs / 8)); /* who has little to do ends before; of a few programs, most may */
        CHECK_EQ(wrong, 0);
        CHECK_EQ(incomplete, 0);
        CHECK(taken > programs);
    }
}

/* Some die, and one alone goes on from what the first one has kept. */
static void kept_by_the_first(void)
{
    world->keeps = true;
    for (unsigned hides = 0; hides < 2; hides++) {
        explore_random(NULL, programs, hides, true, seed + 30 + hides);
        CHECK_EQ(wrong, 0);
        CHECK(restored > programs);
    }
    world->keeps = false;
}

/* What one has finished the other goes by, and a message is as long as it has to be. */
static void a_large_one(void)
{
    struct toy_program p = adders(4, 4);
    struct search_config c = {.reduction = &reduction_sum, .all_faults = true};
    struct outcome one = explore(&p, 0, c);
    struct finds all = found_so_far(0);
    uint64_t read = 0;
    ranks = 2;
    for (unsigned i = 0; i < 8 && read == 0; i++) { /* it may be that no message ever comes */
        rng_seed(&world->rng, seed + 40 + i);
        struct together t = explore_together(&p, 0, c, &all, one.counters.states, 0);
        CHECK_EQ(t.right, 2);
        read += t.taken;
    }
    CHECK(read > 0);
}

/* Where machines part ways many errors are made good. */
static tid prefer_first(struct reducing *r, threadset candidates)
{
    (void)r;
    return threadset_first(candidates);
}

/* So many courses of events in one program, of so many machines in a relay, or of all (0): how often is something else said than what is
 * so? */
static unsigned wrong_in(const char *text, uint32_t hidden, unsigned relay, unsigned tries)
{
    struct toy_program p;
    unsigned count = 0;
    toy_parse(text, &p);
    struct outcome one = explore(&p, hidden, (struct search_config){.all_faults = true});
    struct finds all = found_so_far(0);
    ranks = relay ? relay : RANKS;
    world->relay[0] = relay;
    rng_seed(&world->rng, seed + 20);
    for (unsigned i = 0; i < tries && count == 0; i++) {
        struct reduction as = *reduced[i % REDUCED];
        as.prefer = prefer_first;
        struct search_config c = {.reduction = &as, .unprepared = true}; /* walks would find out too much */
        struct together t = explore_together(&p, hidden, c, &all, one.counters.states, 0);
        count += t.complete - t.right;
        count += world->keeps && !go_on(&p, hidden, c, &all);
    }
    world->relay[0] = 0;
    return count;
}

/* The second machine is interrupted after any of its messages, of few that it has written, each after several steps. */
static unsigned wrong_after_a_message(const char *text, uint32_t hidden)
{
    unsigned count = 0;
    for (regular.steps = 5; regular.steps <= 8; regular.steps++)
        for (regular.messages = 1; regular.messages <= 4; regular.messages++)
            count += wrong_in(text, hidden, 2, REDUCED);
    regular.steps = 0;
    return count;
}

static uint64_t says_nothing_new(void *self)
{
    (void)self;
    return 1;
}

/* Each mistake shows in one of these, and without it nothing is wrong. (Sanitizers see nothing else where the same is told late.) */
static void mistake_shows(struct mistakes made, const char *text, uint32_t hidden, unsigned relay)
{
    CHECK_EQ(wrong_in(text, hidden, relay, 20), 0);
    if (CHECK_SANITIZED)
        return;
    mistakes = made;
    found_out = made.knowledge_once ? says_nothing_new : NULL;
    CHECK(wrong_in(text, hidden, relay, 150) > 0);
    mistakes = (struct mistakes){0};
    found_out = NULL;
}

/* Ways that part and meet again, and at the end of all of them something is wrong. */
static const char parting[] = "r = choose 2; r = 0; y = 1; r = choose 2; r = 0; y = 2; r = choose 2; r = 0; y = 3; fail || x = 1";

static void findings_come_late(void)
{
    mistake_shows((struct mistakes){.findings_late = true}, parting, 0, 0);
}

static void handed_out_in_any_order(void)
{
    mistake_shows((struct mistakes){.any_order = true}, parting, 0, 3);
}

/* Whatever the first choice is, what follows is the same. By one of them x is read, by the one that is tried last; in the end x is written.
 * Who tells that end before has not seen x read, and who is told does not see x written. Nobody writes w: it makes locals 0. */
static const char meeting[] = "r = choose 2; if r { r = x; unless r { q = x; assert q != 1 } }; r = w; q = w; y = 1; "
                              "r = choose 3; r = w; y = 2; r = choose 3; r = w; y = 3 || x = 1";
enum { X_AND_W = 1 | 8 };

static void others_know_more(void)
{
    mistake_shows((struct mistakes){.knowledge_never = true}, meeting, X_AND_W, 2);
}

/* It shows where x is written after a message, that end is finished before the next one, and the writer does not come to read x. Which
 * messages those are is tried out, for the same is to be seen where what is late is not the handing out, but the telling
 * (workers_answer()). */
static void knowledge_comes_late(void)
{
    CHECK_EQ(wrong_after_a_message(meeting, X_AND_W), 0);
    if (CHECK_SANITIZED)
        return;
    mistakes.knowledge_late = true;
    CHECK(wrong_after_a_message(meeting, X_AND_W) > 0);
    mistakes.knowledge_late = false;
}

static void knowledge_is_told_once(void)
{
    for (unsigned keeps = 0; keeps < 2; keeps++) {
        world->keeps = keeps;
        mistake_shows((struct mistakes){.knowledge_once = true}, meeting, X_AND_W, 2);
    }
    world->keeps = false;
}

static void others_findings_are_not_kept(void)
{
    world->keeps = true;
    mistake_shows((struct mistakes){.only_own_findings = true}, parting, 0, 0);
    world->keeps = false;
}

#define CLOSED ((uint32_t)1 << 30) /* as in sum.c, with a summary without events */

static threadset enter_and_publish(struct reducing *r)
{
    threadset tried = reduction_sum.enter(r);
    if (r->facts)
        facts_publish(r->facts, r->nodes[r->depth].mark.digest, CLOSED);
    return tried;
}

static void published_on_entry(void)
{
    struct reduction as = reduction_sum;
    as.enter = enter_and_publish;
    explore_random(&as, programs, false, true, seed + 50);
    CHECK(wrong > 0);
}

int main(int argc, char **argv)
{
    programs = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : programs;
    seed = argc > 2 ? strtoul(argv[2], NULL, 10) : seed;
    world = mmap(NULL, sizeof *world, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (world == MAP_FAILED || !several_open())
        return 2;
    mail = &world->mail;
    TEST(everybody_finds_all);
    TEST(some_die);
    TEST(kept_by_the_first);
    TEST(a_large_one);
    TEST(findings_come_late);
    TEST(handed_out_in_any_order);
    TEST(others_know_more);
    TEST(knowledge_is_told_once);
    TEST(knowledge_comes_late);
    TEST(others_findings_are_not_kept);
    if (!CHECK_SANITIZED)
        TEST(published_on_entry);
    engine_close(&engine);
    return check_status();
}
