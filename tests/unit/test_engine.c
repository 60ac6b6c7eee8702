/* test_engine.c - the engine and its drivers on hand-made programs, with exact counts: states, faults, limits, livelocks. */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/ */
/* sources: tests/toy/toy.c tests/toy/toy_lts.c tests/toy/toy_op.c tests/toy/toy_op.c */
#include "engine_runs.h"

/* --- counting --------------------------------------------------------------------------------------------------- */

/* Positions 0, 1 (before the exit), 2 of each thread. With both alive there is a choice: four states; and the end. */
static void two_writers(void)
{
    struct toy_program p = {0};
    THREAD(&p, WRITE(0, 1));
    THREAD(&p, WRITE(1, 1));
    CHECK_EQ(run(&p), WIRE_COMPLETE);
    CHECK_EQ(last.counters.states, 5);
    CHECK_EQ(last.counters.transitions, 8);
    CHECK_EQ(last.counters.revisits, 4);
    CHECK_EQ(last.counters.end_states, 1);
    CHECK_EQ(last.counters.deadlocks, 0);
    CHECK_EQ(last.counters.max_depth, 3);
    CHECK_EQ(last.last_phase, WIRE_EXPLORE);
}

static void one_thread_has_one_state(void)
{
    struct toy_program p = {0};
    THREAD(&p, WRITE(0, 1), READ(0, 0), LOCK(0), UNLOCK(0));
    CHECK_EQ(run(&p), WIRE_COMPLETE);
    CHECK_EQ(last.counters.states, 1);
    CHECK_EQ(last.counters.transitions, 0);
    CHECK_EQ(last.counters.steps, 5);
    CHECK_EQ(last.counters.max_depth, 0);
    CHECK_EQ(last.counters.end_states, 1);
}

/* All positions with at least two of three threads alive, and the end. */
static void three_adders(void)
{
    struct toy_program p = adders(3, 4);
    CHECK_EQ(run(&p), WIRE_COMPLETE);
    CHECK_EQ(last.counters.states, 5 * 5 * 5 + 3 * 5 * 5 + 1);
    CHECK_EQ(last.counters.transitions, 3 * 125 + 2 * 75);
    CHECK_EQ(last.counters.end_states, 1);
}

static void data_choices(void)
{
    struct toy_program p = {0};
    THREAD(&p, CHOOSE(0, 3), CHOOSE(1, 2));
    CHECK_EQ(run(&p), WIRE_COMPLETE);
    CHECK_EQ(last.counters.states, 1 + 3 + 6);
    CHECK_EQ(last.counters.transitions, 3 + 6);
    CHECK_EQ(last.counters.end_states, 6);
    CHECK_EQ(last.counters.max_depth, 2);
}

static void assumptions(void)
{
    struct toy_program p = {0};
    THREAD(&p, CHOOSE(0, 4), ASSUME_IS(0, 2), CHOOSE(1, 2));
    CHECK_EQ(run(&p), WIRE_COMPLETE);
    CHECK_EQ(last.counters.assumed, 3);
    CHECK_EQ(last.counters.states, 1 + 1 + 2);
    CHECK_EQ(last.counters.end_states, 2);
}

/* The third thread wakes either of two waiters; the other waits for ever. */
static void signal_wakes_any(void)
{
    struct toy_program p = {0};
    THREAD(&p, LOCK(0), WAIT(0, 0), UNLOCK(0));
    THREAD(&p, LOCK(0), WAIT(0, 0), UNLOCK(0));
    THREAD(&p, LOCK(0), SIGNAL(0), UNLOCK(0));
    CHECK_EQ(run_with(&p, (struct search_config){.all_faults = true}), WIRE_BUG);
    /* nobody waits yet; one of the two does, or both and either is woken */
    CHECK_EQ(last.counters.deadlocks, 3);
    CHECK_EQ(last.counters.end_states, 0);
}

static void threads_come_and_go(void)
{
    struct toy_program p = {.spawned_later = 2};
    THREAD(&p, SPAWN(1), JOIN(1));
    THREAD(&p, WRITE(0, 1));
    CHECK_EQ(run(&p), WIRE_COMPLETE);
    /* after the spawn the join is blocked: nothing to decide */
    CHECK_EQ(last.counters.states, 1);
    CHECK_EQ(last.counters.steps, 5);
}

static void endless_single_run_ends(void)
{
    struct toy_program p = endless(), counting = {0};
    CHECK_EQ(run(&p), WIRE_COMPLETE);
    CHECK_EQ(last.counters.states, 1);
    CHECK_EQ(last.counters.steps, 2 * LONG_RUN);
    THREAD(&counting, ADD(0, 1), ADD(1, 1), YIELD, GOTO(0)); /* a cycle of 12 states */
    CHECK_EQ(run(&counting), WIRE_COMPLETE);
    CHECK_EQ(last.counters.states, 1);
    CHECK_EQ(last.counters.steps, 4 * LONG_RUN); /* 100, 200, 300 are new; 400 is 100 again */
    CHECK_EQ(run_with(&counting, (struct search_config){.max_states = 2}), WIRE_LIMIT_STATES);
}

/* --- faults ----------------------------------------------------------------------------------------------------- */

static void deadlock_is_found(void)
{
    struct toy_program p = crossed_locks();
    CHECK_EQ(run(&p), WIRE_BUG);
    CHECK_EQ(last.findings, 1);
    CHECK_EQ(last.fault[0].kind, FAULT_DEADLOCK);
    CHECK(strcmp(last.fault[0].text, "thread 0 waits in lock, thread 1 waits in lock") == 0);
    CHECK_EQ(last.report.ended_by, WIRE_BUG);
    CHECK(replays(&p, 0, false));
    CHECK_EQ(run_with(&p, (struct search_config){.all_faults = true}), WIRE_BUG);
    CHECK_EQ(last.counters.deadlocks, 1);
    CHECK_EQ(last.counters.end_states, 1);
    CHECK_EQ(last.report.ended_by, WIRE_COMPLETE);
}

static void assertion_is_found(void)
{
    struct toy_program p = {0};
    THREAD(&p, READ(0, 0), READ(1, 0), ASSERT_IS(1, 0));
    THREAD(&p, WRITE(0, 1), WRITE(0, 0));
    CHECK_EQ(run(&p), WIRE_BUG);
    CHECK_EQ(last.fault[0].kind, FAULT_ASSERTION);
    CHECK_EQ(last.fault[0].line, 2);
    CHECK(replays(&p, 0, false));
    p.code[0][2] = (struct toy_statement)ASSERT_IS(0, 0);
    p.code[1][0] = (struct toy_statement)WRITE(0, 0);
    CHECK_EQ(run(&p), WIRE_COMPLETE);
    CHECK_EQ(last.findings, 0);
}

/* Both asserts fail on many paths; each is reported once. */
static void faults_are_distinct(void)
{
    struct toy_program p = {0};
    THREAD(&p, ADD(2, 1), READ(0, 0), ASSERT_IS(0, 0), READ(0, 1), ASSERT_IS(0, 0));
    THREAD(&p, WRITE(1, 1), ADD(3, 1), WRITE(0, 1), WRITE(0, 0));
    CHECK_EQ(run_with(&p, (struct search_config){.all_faults = true}), WIRE_BUG);
    CHECK_EQ(last.findings, 2);
    CHECK_EQ(last.report.findings, 2);
    CHECK_EQ(last.fault[0].line + last.fault[1].line, 2 + 4);
    CHECK(last.counters.end_states > 0);
    CHECK(replays(&p, 0, false));
    run_with(&p, (struct search_config){.all_faults = true});
    CHECK(replays(&p, 1, false));
}

static void schedule_that_does_not_fit(void)
{
    struct toy_program p = crossed_locks();
    struct wire_decision schedule[] = {{0, 0}, {0, 0}, {0, 0}, {1, 0}, {1, 0}, {1, 0}, {1, 0}, {1, 0}, {1, 0}};
    struct search_config c = {.search = &search_replay, .schedule = schedule, .schedule_count = 1};
    CHECK_EQ(run_with(&p, c), WIRE_REPLAYED);
    CHECK_EQ(last.findings, 0);
    schedule[0].thread = 2;
    CHECK_EQ(run_with(&p, c), WIRE_REPLAY_LOST);
    CHECK(strstr(last.report.message, "decision 1 of 1: the thread cannot run here"));
    schedule[0].thread = 64;
    CHECK_EQ(run_with(&p, c), WIRE_REPLAY_LOST);
    schedule[0] = (struct wire_decision){0, 1};
    CHECK_EQ(run_with(&p, c), WIRE_REPLAY_LOST);
    CHECK(strstr(last.report.message, "fewer outcomes"));
    schedule[0].choice = 0;
    c.schedule_count = 9;
    CHECK_EQ(run_with(&p, c), WIRE_REPLAY_LOST);
    CHECK(strstr(last.report.message, "ended before"));
}

/* --- limits ----------------------------------------------------------------------------------------------------- */

static void limit_on_states(void)
{
    struct toy_program p = adders(3, 4);
    CHECK_EQ(run_with(&p, (struct search_config){.max_states = 100}), WIRE_LIMIT_STATES);
    CHECK_EQ(last.counters.states, 100);
    CHECK_EQ(run_with(&p, (struct search_config){.max_states = 201}), WIRE_COMPLETE);
    CHECK_EQ(last.counters.states, 201);
}

static void limit_on_memory(void)
{
    struct toy_program p = adders(4, 9);
    CHECK_EQ(run(&p), WIRE_COMPLETE);
    CHECK(last.counters.states > 10000);
    CHECK_EQ(run_with(&p, (struct search_config){.max_memory = 1}), WIRE_LIMIT_MEMORY);
    CHECK_EQ(run_with(&p, (struct search_config){.max_memory = 140000}), WIRE_LIMIT_MEMORY);
    CHECK(last.counters.states > 1000);
    CHECK_EQ(run_with(&p, (struct search_config){.max_memory = 4 << 20}), WIRE_COMPLETE);
}

static void limit_on_time(void)
{
    struct toy_program p = adders(4, 9);
    struct search_config c = {.search = &search_walk, .max_milliseconds = 20};
    CHECK_EQ(run_with(&p, c), WIRE_LIMIT_TIME);
    CHECK(last.counters.walks > 1);
    CHECK(last.counters.nanoseconds >= 20000000);
}

static void stop_flag(void)
{
    struct toy_program p = adders(4, 9);
    stop = 1;
    CHECK_EQ(run(&p), WIRE_STOPPED);
    stop = 0;
    CHECK(last.counters.steps <= ENGINE_TICK);
    CHECK(path_count > 0);
    /* where it was can be told: the path is a schedule */
    static struct wire_decision copy[PATH];
    struct search_config c = {.search = &search_replay, .schedule = copy, .schedule_count = path_count};
    memcpy(copy, path, path_count * sizeof *path);
    CHECK_EQ(run_with(&p, c), WIRE_REPLAYED);
}

/* Whoever chooses 0 first gets to the merge after four decisions, whoever chooses 1 after one. Depth first the long way is
 * taken first and is cut off at the merge; the assertion lies two decisions behind it. */
static struct toy_program trap(void)
{
    struct toy_program p = {0};
    THREAD(&p, CHOOSE(0, 2), IF_IS(0, 1, 5), CHOOSE(0, 2), CHOOSE(0, 2), CHOOSE(0, 2),
           LET(0, 0), CHOOSE(0, 2), IF_IS(0, 0, 10), CHOOSE(1, 2), ASSERT_IS(1, 0));
    return p;
}

static void depth_limit_is_no_trap(void)
{
    struct toy_program p = trap();
    CHECK_EQ(run(&p), WIRE_BUG);
    CHECK_EQ(run_with(&p, (struct search_config){.max_depth = 4}), WIRE_BUG);
    CHECK_EQ(last.length[0], 3);
    CHECK_EQ(run_with(&p, (struct search_config){.max_depth = 3}), WIRE_BUG);
    CHECK_EQ(run_with(&p, (struct search_config){.max_depth = 2}), WIRE_LIMIT_DEPTH);
    CHECK_EQ(last.counters.max_depth, 2);
}

/* A search that the depth limit did not cut is complete, even if paths were cut that shorter ones made up for. */
static void depth_limit_that_cuts_nothing(void)
{
    struct toy_program p = trap();
    p.code[0][9] = (struct toy_statement)LET(1, 0);
    CHECK_EQ(run(&p), WIRE_COMPLETE);
    uint64_t states = last.counters.states, deepest = last.counters.max_depth;
    CHECK_EQ(run_with(&p, (struct search_config){.max_depth = deepest}), WIRE_COMPLETE);
    CHECK_EQ(last.counters.states, states);
    CHECK_EQ(run_with(&p, (struct search_config){.max_depth = 4}), WIRE_COMPLETE);
    CHECK_EQ(last.counters.states, states);
    CHECK_EQ(run_with(&p, (struct search_config){.max_depth = 2}), WIRE_LIMIT_DEPTH);
    CHECK(last.counters.states < states);
}

/* --- livelock --------------------------------------------------------------------------------------------------- */

static const struct search_config for_livelock = {.livelock = true};

/* Each holds one mutex and politely lets go of it when it does not get the other. */
static void polite_threads(void)
{
    struct toy_program p = {0};
    THREAD(&p, LOCK(0), TRYLOCK(0, 1), IF_IS(0, 1, 6), UNLOCK(0), GOTO(0), YIELD, UNLOCK(1), UNLOCK(0));
    THREAD(&p, LOCK(1), TRYLOCK(0, 0), IF_IS(0, 1, 6), UNLOCK(1), GOTO(0), YIELD, UNLOCK(0), UNLOCK(1));
    CHECK_EQ(run(&p), WIRE_COMPLETE);
    CHECK_EQ(run_with(&p, for_livelock), WIRE_BUG);
    CHECK_EQ(last.fault[0].kind, FAULT_LIVELOCK);
    CHECK(strcmp(last.fault[0].text, "threads 0 1 can go round for ever and nothing changes") == 0);
    CHECK(replays(&p, 0, true));
}

/* Two spin loops on flags that nobody sets: each round of one is a cycle that is not fair to the other. */
static void two_spinners(void)
{
    struct toy_program p = {0};
    THREAD(&p, READ(0, 0), IF_IS(0, 0, 0), WRITE(1, 1));
    THREAD(&p, READ(0, 1), IF_IS(0, 0, 0), WRITE(0, 1));
    CHECK_EQ(run(&p), WIRE_COMPLETE);
    CHECK_EQ(run_with(&p, for_livelock), WIRE_BUG);
    CHECK_EQ(last.fault[0].kind, FAULT_LIVELOCK);
    CHECK(replays(&p, 0, true));
}

static void waiting_is_no_livelock(void)
{
    struct toy_program p = {0};
    THREAD(&p, READ(0, 0), IF_IS(0, 0, 0));
    THREAD(&p, ADD(1, 1), WRITE(0, 1));
    CHECK_EQ(run_with(&p, for_livelock), WIRE_COMPLETE);
    uint64_t states = last.counters.states, transitions = last.counters.transitions;
    CHECK_EQ(run(&p), WIRE_COMPLETE);
    CHECK_EQ(last.counters.states, states);
    CHECK_EQ(last.counters.transitions, transitions);
}

static void another_outcome_may_leave(void)
{
    struct toy_program p = {0};
    THREAD(&p, CHOOSE(0, 2), IF_IS(0, 0, 0));
    CHECK_EQ(run_with(&p, for_livelock), WIRE_COMPLETE);
}

static void spinning_alone(void)
{
    struct toy_program p = endless(), after = {0};
    CHECK_EQ(run_with(&p, for_livelock), WIRE_BUG);
    CHECK_EQ(last.fault[0].kind, FAULT_LIVELOCK);
    CHECK(replays(&p, 0, true));
    THREAD(&after, WRITE(1, 1), READ(0, 0), IF_IS(0, 0, 1));
    THREAD(&after, WRITE(2, 1), WRITE(0, 0));
    CHECK_EQ(run_with(&after, for_livelock), WIRE_BUG);
    CHECK_EQ(last.fault[0].kind, FAULT_LIVELOCK);
    CHECK(replays(&after, 0, true));
    CHECK_EQ(run(&after), WIRE_COMPLETE);
}

int main(void)
{
    if (!engine_open(&engine))
        return 1;
    TEST(two_writers);
    TEST(one_thread_has_one_state);
    TEST(three_adders);
    TEST(data_choices);
    TEST(assumptions);
    TEST(signal_wakes_any);
    TEST(threads_come_and_go);
    TEST(endless_single_run_ends);
    TEST(deadlock_is_found);
    TEST(assertion_is_found);
    TEST(faults_are_distinct);
    TEST(schedule_that_does_not_fit);
    TEST(limit_on_states);
    TEST(limit_on_memory);
    TEST(limit_on_time);
    TEST(stop_flag);
    TEST(depth_limit_is_no_trap);
    TEST(depth_limit_that_cuts_nothing);
    TEST(polite_threads);
    TEST(two_spinners);
    TEST(waiting_is_no_livelock);
    TEST(another_outcome_may_leave);
    TEST(spinning_alone);
    engine_close(&engine);
    return check_status();
}
