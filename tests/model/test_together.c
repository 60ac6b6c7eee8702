/* test_together.c - several processes that share what is known of finished states (reduce/shared_facts.h) find what one finds that explores
 * everything: on random programs of every class, whatever they find out on the way about what is shared, and whoever dies; also where they
 * go on with what one has finished before them. And two wrong ways of sharing are caught.
 *
 *     test_together [PROGRAMS [SEED]]     so many programs in all (default 600; 50 with sanitizers)
 */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/ tests/toy/ */
/* compile: -O2 -DLONG_RUN=20 -DFIRST_STATES=12 */
/* and: sanitized -DFIRST_STATES=12 */
#include "search/engine/limits.h"
#include "several.h"
#include "toy_parse.h"

static unsigned programs = CHECK_SANITIZED ? 50 : 600;
static uint64_t seed = 1;

static const struct reduction *const reduced[] = {&reduction_sum, &reduction_sum_plain, &reduction_sum_sleep};
enum { REDUCED = sizeof reduced / sizeof *reduced };

/* A random program that a search of everything comes to the end of, and what it finds. */
static bool program(struct toy_program *p, unsigned class, uint32_t hidden, struct rng *rng, struct outcome *everything)
{
    toy_random(p, class, rng);
    *everything = explore(p, hidden, (struct search_config){.max_states = MOST_STATES, .all_faults = true});
    return everything->ended_by == WIRE_COMPLETE;
}

static void random_programs(void)
{
    struct rng rng;
    unsigned several_busy = 0;
    rng_seed(&rng, seed);
    for (unsigned i = 0; i < programs; i++) {
        struct toy_program p;
        struct outcome all;
        uint32_t hidden = i / TOY_CLASSES % 2 ? 0xff : 0;
        if (!program(&p, i % TOY_CLASSES, hidden, &rng, &all))
            continue;
        struct search_config c = {.all_faults = true, .reduction = reduced[i % REDUCED], .jobs = 2 + i % 3};
        c.search = i % 7 ? &search_dfs : i % 2 ? &search_portfolio : &search_auto;
        c.aside_after = i % 4;
        struct outcome o = explore(&p, hidden, c);
        CHECK_EQ(o.ended_by, WIRE_COMPLETE);
        CHECK_EQ(o.found, all.found);
        several_busy += o.busy > 1;
    }
    CHECK(several_busy >= programs / 20);
}

/* Several go on with what one has finished: next to nothing is explored twice, be it by one that dies. */
static void handed_over(void)
{
    struct rng rng;
    unsigned continued = 0;
    rng_seed(&rng, seed + 3);
    for (unsigned i = 0; i < programs; i++) {
        struct toy_program p;
        struct outcome all;
        if (!program(&p, i % TOY_CLASSES, i / TOY_CLASSES % 2 ? 0xff : 0, &rng, &all))
            continue;
        struct search_config c = {.search = &search_auto, .all_faults = true, .reduction = reduced[i % REDUCED], .jobs = 2};
        shared->victim = ANYBODY;
        shared->lives = rng_below(&rng, 30);
        shared->deaths = i % 4 == 0;
        struct outcome o = explore(&p, i / TOY_CLASSES % 2 ? 0xff : 0, c);
        CHECK_EQ(o.ended_by, WIRE_COMPLETE);
        CHECK_EQ(o.found, all.found);
        continued += o.busy > 0 && o.counters.restarts == 0 && o.counters.earlier < 12;
    }
    shared->deaths = 0;
    shared->lives = 20;
    CHECK(continued >= programs / 20);
}

/* Whoever dies, and whenever, the verdict is that of one process. */
static void some_die(void)
{
    struct rng rng;
    unsigned died = 0;
    rng_seed(&rng, seed + 1);
    for (unsigned i = 0; i < programs / 2; i++) {
        struct toy_program p;
        struct outcome all;
        if (!program(&p, i % TOY_CLASSES, 0, &rng, &all))
            continue;
        shared->lives = rng_below(&rng, 30);
        shared->victim = i % 3 ? i % 2 : ANYBODY;
        shared->deaths = 1 + i % 2;
        uint32_t deaths = shared->deaths;
        struct outcome o = explore(&p, 0, (struct search_config){.all_faults = true, .reduction = reduced[i % REDUCED], .jobs = 2});
        died += shared->deaths < deaths;
        shared->deaths = 0;
        CHECK_EQ(o.ended_by, WIRE_COMPLETE);
        CHECK_EQ(o.found, all.found);
    }
    shared->lives = 20;
    CHECK(died >= programs / 20);
}

/* The table of facts grows, and what is kept besides is dropped; few states are explored twice. */
static void large_ones(void)
{
    struct toy_program p = adders(5, 4);
    p.length[0] = 4;
    struct search_config c = {.max_memory = 256 << 20, .all_faults = true, .reduction = &reduction_sum};
    struct outcome one = explore(&p, 0, c);
    c.jobs = 3;
    struct outcome several = explore(&p, 0, c);
    CHECK(one.counters.states > 50000);
    CHECK_EQ(several.ended_by, WIRE_COMPLETE);
    CHECK_EQ(several.verdict, one.verdict);
    CHECK_EQ(several.busy, 3);
    CHECK(several.counters.states < one.counters.states + one.counters.states / 4);
}

/* One thread that counts with all variables goes round in a cycle with more states than are kept of it before some are dropped. */
static void long_cycle(void)
{
    struct toy_program p = {.threads = 1, .length = {1}, .code = {{{.code = TOY_YIELD}}}};
    for (uint8_t v = 0; v < TOY_VARS; v++) {
        p.code[0][p.length[0]++] = (struct toy_statement){.code = TOY_ADD, .object = v, .a = 1};
        p.code[0][p.length[0]++] = (struct toy_statement){.code = TOY_BRANCH, .negated = true, .target = 1 + 2 * TOY_VARS};
    }
    p.code[0][p.length[0]++] = (struct toy_statement){.code = TOY_JUMP, .target = 0};
    struct search_config c = {.reduction = &reduction_sum, .jobs = 2, .max_states = 100000};
    CHECK_EQ(explore(&p, 0, c).ended_by, WIRE_COMPLETE);
}

static void limits(void)
{
    struct toy_program p = adders(4, 6);
    p.length[0] = 6;
    struct search_config c = {.reduction = &reduction_sum, .jobs = 2, .max_states = 100};
    CHECK_EQ(explore(&p, 0, c).verdict, WIRE_LIMIT_STATES);
    p = adders(6, 7);
    p.length[0] = 7;
    c.max_states = 0;
    c.max_memory = 4 << 20;
    CHECK_EQ(explore(&p, 0, c).verdict, WIRE_LIMIT_MEMORY);
    c.max_memory = 0;
    c.max_milliseconds = 1; /* too short on every machine */
    CHECK_EQ(explore(&p, 0, c).verdict, WIRE_LIMIT_TIME);
}

static void first_bug_ends_all(void)
{
    struct toy_program p = adders(4, 5);
    struct outcome o = explore(&p, 0, (struct search_config){.jobs = 2, .reduction = &reduction_sum});
    CHECK_EQ(o.verdict, WIRE_BUG);
    CHECK_EQ(o.ended_by, WIRE_BUG);
}

/* --- one stands still ------------------------------------------------------------------------------------------------- */

/* The second worker goes first, and stands still when it has left so many states; then the first one goes by what is published. So nothing
 * depends on who is faster. */
static struct halt {
    uint32_t after; /* states */
    uint32_t still; /* or at its end */
} *halt;

static const struct reduction *halting; /* the one that is made to stand still */

static void stand_still(void)
{
    __atomic_store_n(&halt->still, 1, __ATOMIC_SEQ_CST);
    while (!SHARED_LOAD(engine.several->peers->stop))
        usleep(100);
    engine_halt(&engine, WIRE_STOPPED); /* now: small programs would be done with before it looks */
}

static void wait_for_second(const struct reducing *r)
{
    while (r->facts && r->facts->worker == 0 && r->depth == 0 && !__atomic_load_n(&halt->still, __ATOMIC_SEQ_CST) &&
           SHARED_LOAD(engine.several->peers->box[1].state) != BOX_GONE)
        usleep(100);
}

static threadset enter_second(struct reducing *r)
{
    wait_for_second(r);
    return halting->enter(r);
}

/* The first worker has entered the root, and knows the events that are pending there, before the second one meets any others. */
static threadset enter_and_wait(struct reducing *r)
{
    threadset wanted = halting->enter(r);
    wait_for_second(r);
    return wanted;
}

static void leave_and_halt(struct reducing *r)
{
    halting->leave(r);
    if (r->facts && r->facts->worker == 1 && halt->after-- == 0)
        stand_still();
}

/* Where processes part ways many errors are made good. */
static tid prefer_first(struct reducing *r, threadset candidates)
{
    (void)r;
    return threadset_first(candidates);
}

/* The first worker begins with the last thread. */
static tid prefer_apart(struct reducing *r, threadset candidates)
{
    tid t = threadset_first(candidates);
    THREADSET_EACH(other, candidates)
        t = r->facts && r->facts->worker == 0 ? other : t;
    return t;
}

static bool knows_root; /* the first worker */
static bool parts;      /* it has an order of its own */

static struct outcome explore_halting(const struct toy_program *p, const struct reduction *as, uint32_t after)
{
    static struct reduction slow; /* which the engine keeps */
    halting = as;
    slow = *as;
    slow.enter = knows_root ? enter_and_wait : enter_second;
    slow.leave = leave_and_halt;
    slow.prefer = parts ? prefer_apart : prefer_first;
    *halt = (struct halt){.after = after};
    return explore(p, 0, (struct search_config){.all_faults = true, .reduction = &slow, .jobs = 2});
}

/* How many of so many random programs show that what was published was not known. */
static unsigned caught(const struct reduction *as, unsigned tries)
{
    struct rng rng;
    unsigned lost = 0;
    rng_seed(&rng, seed + 2);
    for (unsigned i = 0; i < tries; i++) {
        struct toy_program p;
        struct outcome all;
        if (!program(&p, i % TOY_CLASSES, 0, &rng, &all) || all.counters.states < 5)
            continue;
        lost += explore_halting(&p, as, rng_below(&rng, (uint32_t)all.counters.states / 2)).found != all.found;
    }
    return lost;
}

static void nothing_is_lost(void)
{
    for (unsigned i = 0; i < REDUCED; i++)
        CHECK_EQ(caught(reduced[i], programs / REDUCED), 0);
}

/* Events that others have met since are learned before their facts are gone by: here that the second thread writes w, behind what the first
 * worker finds finished. Otherwise it would not try the second thread first, and r would always be 0. */
static void events_of_others(void)
{
    struct toy_program p;
    toy_parse("r = w; assert r == 0 || y = 1; w = 1 || q = 1; q = 2", &p);
    knows_root = true;
    for (uint32_t after = 0; after < 24; after++)
        for (unsigned i = 0; i < REDUCED; i++)
            CHECK_EQ(explore_halting(&p, reduced[i], after).found, 1);
    knows_root = false;
}

/* The state before the post is left with a circle in it unfinished, though all that can be done there has been: it is behind the state
 * after the post that the last thread fails. The first worker comes to it by another way, and must not go by it. Each state is left with
 * what is known to be below it: random programs do not show that this is not enough. */
static void circles_are_finished(void)
{
    struct toy_program p;
    toy_parse("loop { post 0; down 0 } || loop { x = 0 } || exit || down 0; fail", &p);
    parts = true;
    for (uint32_t after = 0; after < 8; after++)
        for (unsigned i = 0; i < REDUCED; i++)
            CHECK_EQ(explore_halting(&p, reduced[i], after).found, 1);
    parts = false;
}

#define CLOSED ((uint32_t)1 << 30) /* as in sum.c, with a summary without events */
#define OPEN   ((uint32_t)1 << 31)

static threadset enter_and_publish(struct reducing *r)
{
    threadset tried = reduction_sum.enter(r);
    if (r->facts)
        facts_publish(r->facts, r->nodes[r->depth].mark.digest, CLOSED);
    return tried;
}

/* A state that reaches one above it on the path is left, and is not finished. */
static void leave_and_publish(struct reducing *r)
{
    uint32_t tag;
    struct digest d = r->nodes[r->depth].mark.digest;
    reduction_sum.leave(r);
    if (r->facts && visited_look(r->visited, d, &tag) && tag & OPEN)
        facts_publish(r->facts, d, CLOSED);
}

static void published_on_entry(void)
{
    struct reduction wrong = reduction_sum;
    wrong.enter = enter_and_publish;
    CHECK(caught(&wrong, programs / 2) > 0);
}

/* Random programs hardly show it. Here the writer goes round, and the state between its writes is left before the other thread has been
 * tried where it fails: as if nothing could happen there. */
static void published_unfinished(void)
{
    struct toy_program p;
    struct reduction wrong = reduction_sum;
    unsigned lost = 0;
    toy_parse("loop { w = 1; w = 0 } || r = w; assert r == 1", &p);
    wrong.leave = leave_and_publish;
    for (uint32_t after = 0; after < 8; after++) {
        lost += explore_halting(&p, &wrong, after).found != 1;
        CHECK_EQ(explore_halting(&p, &reduction_sum, after).found, 1);
    }
    CHECK(lost > 0);
}

int main(int argc, char **argv)
{
    programs = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : programs;
    seed = argc > 2 ? strtoul(argv[2], NULL, 10) : seed;
    halt = mmap(NULL, sizeof *halt, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (halt == MAP_FAILED || !several_open())
        return 2;
    TEST(first_bug_ends_all);
    TEST(limits);
    TEST(large_ones);
    TEST(long_cycle);
    TEST(random_programs);
    TEST(some_die);
    TEST(handed_over);
    TEST(nothing_is_lost);
    TEST(events_of_others);
    TEST(circles_are_finished);
    TEST(published_on_entry);
    TEST(published_unfinished);
    engine_close(&engine);
    return check_status();
}
