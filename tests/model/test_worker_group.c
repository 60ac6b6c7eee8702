/* test_worker_group.c - several processes that search together find what one finds: on random programs of every class, on some that are
 * large enough to be divided for certain, and where what is shared must be inferred. Nothing is complete when one of them dies who
 * had a part of the whole; where each has a search of its own nothing is lost.
 *
 *     test_worker_group [PROGRAMS [SEED]]     so many programs in all (default 300; 30 with sanitizers)
 */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/ tests/toy/ */
/* compile: -O2 */
/* and: sanitized */
#include "several.h"

static unsigned programs = CHECK_SANITIZED ? 30 : 300;
static uint64_t seed = 1;

/* Of each of four threads, in programs that are large enough to be divided for certain: 124,235 states, 42,669 with sanitizers. */
enum { STATEMENTS = CHECK_SANITIZED ? 4 : 5 };

static bool same(const struct outcome *a, const struct outcome *b)
{
    const struct wire_counters *x = &a->counters, *y = &b->counters;
    return x->states == y->states && x->transitions == y->transitions && x->revisits == y->revisits &&
           x->end_states == y->end_states && x->deadlocks == y->deadlocks && x->assumed == y->assumed && a->found == b->found &&
           a->verdict == b->verdict && a->ended_by == b->ended_by;
}

static void print(const char *name, const struct outcome *o)
{
    const struct wire_counters *c = &o->counters;
    printf("    %s: verdict %u by %u, %lu states, %lu transitions, %lu revisits, %lu ends, %lu deadlocks, %u found\n", name, o->verdict,
           o->ended_by, c->states, c->transitions, c->revisits, c->end_states, c->deadlocks, o->found);
}

/* One and several find the same. Returns how many workers had something to do. */
static unsigned compare(const struct toy_program *p, uint32_t hidden, struct search_config c, uint32_t jobs)
{
    c.all_faults = true;
    c.jobs = 1;
    struct outcome one = explore(p, hidden, c);
    c.jobs = jobs;
    struct outcome several = explore(p, hidden, c);
    bool equal = same(&one, &several);
    CHECK(equal);
    if (!equal) {
        print("one", &one);
        print("several", &several);
    }
    return several.busy;
}

/* --- programs ----------------------------------------------------------------------------------------------------- */

static void random_programs(void)
{
    struct rng rng;
    unsigned divided = 0;
    rng_seed(&rng, seed);
    for (unsigned i = 0; i < programs; i++) {
        struct toy_program p;
        toy_random(&p, i % TOY_CLASSES, &rng);
        struct outcome o = explore(&p, 0, (struct search_config){.max_states = MOST_STATES, .all_faults = true});
        if (o.ended_by == WIRE_COMPLETE)
            divided += compare(&p, 0, (struct search_config){0}, 2 + i % 3) > 1;
    }
    CHECK(divided >= programs / 20);
}

/* What is shared is found out on the way, by different processes, until it is known to all. */
static void inferred(void)
{
    struct rng rng;
    rng_seed(&rng, seed + 1);
    for (unsigned i = 0; i < programs; i++) {
        struct toy_program p;
        toy_random(&p, i % TOY_CLASSES, &rng);
        struct outcome o = explore(&p, 0xff, (struct search_config){.max_states = MOST_STATES, .all_faults = true});
        if (o.ended_by == WIRE_COMPLETE && o.found == 0)
            compare(&p, 0xff, (struct search_config){0}, 2);
    }
}

/* --- what they know --------------------------------------------------------------------------------------------------- */

static uint32_t known; /* workers that the leader has learnt from */
static bool     told_all, small_room;

static size_t tell_number(void *self, void *to, size_t room)
{
    (void)self, (void)room;
    *(uint32_t *)to = 1u << engine.team.worker;
    return small_room ? 0 : sizeof known;
}

static void learn_number(void *self, const void *from, size_t size)
{
    (void)self, (void)size;
    known |= *(const uint32_t *)from;
}

/* What all of them know together shows that more is visible: once. */
static bool grown_by_all(void *self)
{
    (void)self;
    bool grown = known == 7 && !told_all;
    told_all |= grown;
    return grown;
}

static void knowledge_is_put_together(void)
{
    struct toy_program p = adders(4, 5);
    struct toy toy;
    struct wire_counters counters = {0};
    toy_open(&toy, &p, 0);
    struct lts lts = toy_lts(&toy);
    struct lts_sharing sharing = *lts.sharing;
    sharing.tell = tell_number;
    sharing.learn = learn_number;
    lts.sharing = &sharing;
    lts.grown = grown_by_all;
    struct search_report report = {.counters = &counters, .path = path, .path_count = &path_count, .path_capacity = PATH,
                                   .found = found, .forget = forget, .workers = shared->worker};
    struct search_config c = {.lts = &lts, .search = &search_dfs, .jobs = 3, .all_faults = true, .max_memory = 64 << 20};
    shared->found = 0;
    CHECK_EQ(search_run(&engine, &c, &report), WIRE_BUG);
    CHECK_EQ(report.ended_by, WIRE_COMPLETE);
    CHECK_EQ(known, 7);
    CHECK_EQ(counters.restarts, 1);
    CHECK_EQ(shared->found, 1); /* what was found before was forgotten, and found again */
    small_room = true; /* who cannot tell what he knows has explored for nothing */
    search_run(&engine, &c, &report);
    CHECK_EQ(report.ended_by, WIRE_LIMIT_MEMORY);
    small_room = false;
    toy_close(&toy);
}

/* An lts that does not let itself be divided is searched by one. */
static bool divides_not(void *self)
{
    (void)self;
    return false;
}

static void not_to_be_divided(void)
{
    struct toy_program p = adders(4, 5);
    struct toy toy;
    struct wire_counters counters = {0};
    toy_open(&toy, &p, 0);
    struct lts lts = toy_lts(&toy);
    struct lts_sharing sharing = *lts.sharing;
    sharing.divides = divides_not;
    lts.sharing = &sharing;
    struct search_report report = {.counters = &counters, .path = path, .path_count = &path_count, .path_capacity = PATH,
                                   .found = found, .forget = forget, .workers = shared->worker};
    struct search_config c = {.lts = &lts, .search = &search_dfs, .jobs = 3, .all_faults = true, .max_memory = 64 << 20};
    memset(shared->worker, 0, sizeof shared->worker);
    search_run(&engine, &c, &report);
    CHECK_EQ(report.ended_by, WIRE_COMPLETE);
    CHECK_EQ(shared->worker[0].counters.states, 0);
    toy_close(&toy);
}

static void large_ones(void)
{
    struct toy_program p = adders(4, STATEMENTS);
    unsigned busy = 0;
    for (uint32_t jobs = 2; jobs <= 4; jobs++)
        busy += compare(&p, 0, (struct search_config){0}, jobs);
    CHECK(busy >= 8); /* of 9 */
    compare(&p, 0, (struct search_config){.order = &order_random, .seed = 3}, 3);
    compare(&p, 0, (struct search_config){.order = &order_interference}, 2);
    compare(&p, 0, (struct search_config){.every_step = true}, 2);
}

/* The table has to grow while several use it: three times, from 212,992 states on, or once with sanitizers. */
static void growing(void)
{
    uint8_t statements = CHECK_SANITIZED ? 6 : 7;
    struct toy_program p = adders(4, statements);
    p.length[0] = statements; /* without the assertion */
    struct outcome o = explore(&p, 0, (struct search_config){.jobs = 3, .all_faults = true});
    struct outcome one = explore(&p, 0, (struct search_config){.jobs = 1, .all_faults = true});
    CHECK_EQ(o.ended_by, WIRE_COMPLETE);
    CHECK(same(&one, &o));
    if (!same(&one, &o)) {
        print("one process", &one);
        print("three", &o);
    }
    CHECK(o.counters.states > (CHECK_SANITIZED ? 250000 : 500000));
    CHECK(o.busy == 3);
}

static void first_bug_ends_all(void)
{
    struct toy_program p = adders(4, 5);
    struct outcome o = explore(&p, 0, (struct search_config){.jobs = 2});
    CHECK_EQ(o.verdict, WIRE_BUG);
    CHECK_EQ(o.ended_by, WIRE_BUG);
    CHECK(o.found >= 1);
}

static void limits_of_the_whole(void)
{
    struct toy_program p = adders(4, 5);
    p.length[0] = 5; /* without the assertion */
    struct outcome o = explore(&p, 0, (struct search_config){.jobs = 2, .max_states = 1000});
    CHECK_EQ(o.verdict, WIRE_LIMIT_STATES);
    CHECK(o.counters.states <= 1000 && o.counters.states >= 400);
    p = adders(6, 5); /* for which a millisecond is too short on every machine */
    p.length[0] = 5;
    o = explore(&p, 0, (struct search_config){.jobs = 2, .max_milliseconds = 1});
    CHECK(o.verdict == WIRE_LIMIT_TIME);
}

/* Whoever dies and whenever: what the others find is kept, and nothing is claimed. */
static void a_worker_dies(void)
{
    struct toy_program p = adders(4, STATEMENTS);
    p.length[0] = STATEMENTS;
    struct outcome one = explore(&p, 0, (struct search_config){.all_faults = true});
    CHECK_EQ(one.verdict, WIRE_COMPLETE);
    for (uint64_t victim = 0; victim < 3; victim++) {
        shared->victim = victim;
        shared->deaths = 1;
        struct outcome o = explore(&p, 0, (struct search_config){.jobs = 3, .all_faults = true});
        CHECK_EQ(shared->deaths, 0);
        CHECK_EQ(o.verdict, WIRE_WORKER_LOST);
        CHECK(o.counters.states > 20 && o.counters.states <= one.counters.states);
    }
    shared->deaths = 0;
    p = adders(4, STATEMENTS); /* the bug is found all the same */
    shared->victim = 1;
    shared->deaths = 1;
    struct outcome o = explore(&p, 0, (struct search_config){.jobs = 3, .all_faults = true});
    CHECK_EQ(o.verdict, WIRE_BUG);
    CHECK_EQ(o.ended_by, WIRE_WORKER_LOST);
    shared->deaths = 0;
    CHECK_EQ(explore(&p, 0, (struct search_config){.jobs = 3, .all_faults = true}).ended_by, WIRE_COMPLETE);
}

static bool refused(struct search_config c)
{
    c.search = c.search ? c.search : &search_dfs;
    c.jobs = 2;
    return search_refusal(&c) != NULL;
}

static void what_goes_by_one_path_is_refused(void)
{
    struct rb_tuple rb;
    char why[80];
    CHECK(rb_parse("<I,pl,d,Lb,0.75,1.5>", &rb, why, sizeof why));
    CHECK(!refused((struct search_config){0}));
    CHECK(!refused((struct search_config){.search = &search_portfolio}));
    CHECK(!refused((struct search_config){.search = &search_walk}));
    CHECK(!refused((struct search_config){.order = &order_random, .reduction = &reduction_none}));
    CHECK(refused((struct search_config){.search = &search_bfs}));
    CHECK(refused((struct search_config){.search = &search_best}));
    CHECK(refused((struct search_config){.search = &search_mixed}));
    CHECK(refused((struct search_config){.search = &search_random_bfs}));
    CHECK(refused((struct search_config){.bounds = {{&bound_preemptions, 1, 1, 1}}}));
    CHECK(refused((struct search_config){.bounds = {{&bound_delays, 1, 1, 1}}}));
    CHECK(refused((struct search_config){.bounds = {{&bound_depth, 9, 9, 1}}}));
    CHECK(refused((struct search_config){.max_depth = 9}));
    CHECK(!refused((struct search_config){.rb = &rb})); /* by several seeds, side by side */
    CHECK(refused((struct search_config){.rb = &rb, .completion = COMPLETE_IN_ORDER}));
    CHECK(refused((struct search_config){.livelock = true}));
    CHECK(refused((struct search_config){.order = &order_random, .restarts = RESTARTS_LUBY, .restart_states = 10}));
    CHECK(refused((struct search_config){.runs = 2}));
    CHECK(!refused((struct search_config){.reduction = &reduction_sum}));
    CHECK(!refused((struct search_config){.reduction = &reduction_sum, .rivals = {&reduction_spor}}));
    CHECK(!refused((struct search_config){.reduction = &reduction_sum, .search = &search_auto}));
    CHECK(refused((struct search_config){.reduction = &reduction_sum, .rivals = {&reduction_spor, &reduction_dlspor}})); /* two processes */
    CHECK(refused((struct search_config){.reduction = &reduction_dlspor_paper}));
    CHECK(refused((struct search_config){.reduction = &reduction_sum, .rivals = {&reduction_dlspor_paper}}));
}

/* --- side by side --------------------------------------------------------------------------------------------------- */

static const struct reduction *const reduced[] = {&reduction_despor, &reduction_spor, &reduction_dlspor};
enum { REDUCED = sizeof reduced / sizeof *reduced };

/* Each explores everything, and one of them is the first: verdict and distinct faults are those of one alone. */
static void contests(void)
{
    struct rng rng;
    rng_seed(&rng, seed + 2);
    for (unsigned i = 0; i < programs; i++) {
        struct toy_program p;
        uint32_t hidden = i % 2 ? 0xff : 0;
        toy_random(&p, i % TOY_CLASSES, &rng);
        struct search_config c = {.max_states = MOST_STATES, .all_faults = true, .reduction = reduced[i % REDUCED]};
        if (explore(&p, hidden, (struct search_config){.max_states = MOST_STATES, .all_faults = true}).ended_by != WIRE_COMPLETE)
            continue;
        struct outcome one = explore(&p, hidden, c);
        c.jobs = 2 + i % 3;
        c.search = i % 4 ? &search_dfs : &search_portfolio;
        struct outcome several = explore(&p, hidden, c);
        CHECK_EQ(one.ended_by, WIRE_COMPLETE);
        CHECK_EQ(several.ended_by, WIRE_COMPLETE);
        CHECK_EQ(several.found, one.found);
    }
}

static void rivals(void)
{
    struct toy_program p = adders(4, STATEMENTS);
    struct search_config c = {.reduction = &reduction_sum, .rivals = {&reduction_dlspor, &reduction_none}, .jobs = 4};
    CHECK_EQ(explore(&p, 0, c).verdict, WIRE_BUG);
    c.all_faults = true;
    struct outcome o = explore(&p, 0, c);
    CHECK_EQ(o.ended_by, WIRE_COMPLETE);
    CHECK_EQ(o.found, 1);
    CHECK(o.busy > 1);
    c.reduction = &reduction_none; /* also where the first one has none */
    CHECK_EQ(explore(&p, 0, c).ended_by, WIRE_COMPLETE);
}

/* Whoever dies, the others explore everything; and if nobody is left nothing is claimed. */
static void rivals_die(void)
{
    struct toy_program p = adders(3, 5);
    p.length[0] = 5;
    struct search_config c = {.reduction = &reduction_dlspor, .jobs = 3};
    for (uint64_t victim = 0; victim < 3; victim++) {
        shared->victim = victim;
        shared->deaths = 1;
        CHECK_EQ(explore(&p, 0, c).verdict, WIRE_COMPLETE);
    }
    shared->victim = ANYBODY;
    shared->deaths = 3;
    CHECK_EQ(explore(&p, 0, c).verdict, WIRE_WORKER_LOST);
    shared->deaths = 0;
}

/* The others go on as variants of the first one's reduction, which explore other states, and not many more. */
static void others_are_variants(void)
{
    struct toy_program p = adders(4, 3);
    p.length[0] = 3;
    struct search_config c = {.reduction = &reduction_dlspor};
    uint64_t states[3];
    for (c.variant = 0; c.variant < 3; c.variant++)
        states[c.variant] = explore(&p, 0, c).counters.states;
    CHECK(states[2] != states[0] && states[2] < 2 * states[0]);
    c.variant = 0;
    c.jobs = 2;
    shared->victim = 0;
    shared->deaths = 1;
    CHECK_EQ(explore(&p, 0, c).counters.states, states[1]);
    shared->deaths = 0;
}

/* Limits: of states each has its own; memory is that of all together, and one goes on with it when the others have given way. */
static void rivals_limited(void)
{
    struct toy_program p = adders(3, 5);
    p.length[0] = 5;
    struct search_config c = {.reduction = &reduction_dlspor, .jobs = 2, .max_states = 100};
    CHECK_EQ(explore(&p, 0, c).verdict, WIRE_LIMIT_STATES);
    c.max_states = 0;
    c.jobs = 1;
    uint64_t most = 0;
    for (most = 1 << 20; explore(&p, 0, (c.max_memory = most, c)).verdict != WIRE_COMPLETE; most += most / 4)
        CHECK(most < 1 << 30);
    c.jobs = 4;
    CHECK_EQ(explore(&p, 0, c).verdict, WIRE_COMPLETE);
    p = adders(6, 6); /* for which a millisecond is too short on every machine */
    p.length[0] = 6;
    c.max_memory = 0;
    c.max_milliseconds = 1;
    CHECK_EQ(explore(&p, 0, c).verdict, WIRE_LIMIT_TIME);
}

/* The last part of the portfolio is divided; what it counts are the states of that part. */
static void portfolio(void)
{
    struct toy_program p = adders(4, STATEMENTS);
    p.length[0] = STATEMENTS;
    struct outcome one = explore(&p, 0, (struct search_config){.all_faults = true});
    struct outcome o = explore(&p, 0, (struct search_config){.search = &search_portfolio, .jobs = 2, .all_faults = true});
    CHECK_EQ(o.verdict, WIRE_COMPLETE);
    CHECK_EQ(o.counters.states, one.counters.states);
}

enum { MANY = 16 };

static void look_for_others(void)
{
    if (*engine.team.workers < MANY)
        SHARED_STORE(shared->early, 1);
}

/* Who divides what is sampled by the number of processes knows that number from the first step on. */
static void samples_are_divided_by_one_number(void)
{
    struct toy_program p = adders(3, STATEMENTS);
    struct search_config c = {.search = &search_walk, .jobs = MANY, .max_walks = MANY, .all_faults = true};
    before_step = look_for_others;
    explore(&p, 0, c);
    before_step = NULL;
    CHECK_EQ(shared->early, 0);
}

int main(int argc, char **argv)
{
    programs = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : programs;
    seed = argc > 2 ? strtoul(argv[2], NULL, 10) : seed;
    if (!several_open())
        return 2;
    TEST(large_ones);
    TEST(first_bug_ends_all);
    TEST(limits_of_the_whole);
    TEST(a_worker_dies);
    TEST(knowledge_is_put_together);
    TEST(not_to_be_divided);
    TEST(what_goes_by_one_path_is_refused);
    TEST(portfolio);
    TEST(samples_are_divided_by_one_number);
    TEST(contests);
    TEST(rivals);
    TEST(rivals_die);
    TEST(others_are_variants);
    TEST(rivals_limited);
    TEST(random_programs);
    TEST(inferred);
    TEST(growing);
    engine_close(&engine);
    return check_status();
}
