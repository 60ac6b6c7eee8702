/* test_engine.c - the engine and its drivers on hand-made programs, with exact counts. */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/deadlock.c src/property/livelock.c */
/* sources: tests/toy/toy.c tests/toy/toy_lts.c tests/toy/toy_op.c tests/toy/toy_op.c */
#include "search/search.h"

#include <string.h>

#include "check.h"
#include "toy.h"

/* --- programs --------------------------------------------------------------------------------------------------- */

#define READ(r, v)          {.code = TOY_READ, .local = r, .object = v}
#define WRITE(v, x)         {.code = TOY_WRITE, .object = v, .a = x}
#define ADD(v, x)           {.code = TOY_ADD, .object = (uint8_t)(v), .a = x}
#define LOCK(m)             {.code = TOY_LOCK, .object = m}
#define UNLOCK(m)           {.code = TOY_UNLOCK, .object = m}
#define TRYLOCK(r, m)       {.code = TOY_TRYLOCK, .local = r, .object = m}
#define WAIT(c, m)          {.code = TOY_WAIT, .object = c, .second = m}
#define SIGNAL(c)           {.code = TOY_SIGNAL, .object = c}
#define SPAWN(u)            {.code = TOY_SPAWN, .object = u}
#define JOIN(u)             {.code = TOY_JOIN, .object = u}
#define YIELD               {.code = TOY_YIELD}
#define CHOOSE(r, n)        {.code = TOY_CHOOSE, .local = r, .a = n}
#define ASSERT_IS(r, x)     {.code = TOY_ASSERT, .local = r, .a = x}
#define ASSUME_IS(r, x)     {.code = TOY_ASSUME, .local = r, .a = x}
#define IF_IS(r, x, to)     {.code = TOY_BRANCH, .local = r, .a = x, .target = to}
#define IF_NOT(r, x, to)    {.code = TOY_BRANCH, .local = r, .a = x, .negated = 1, .target = to}
#define GOTO(to)            {.code = TOY_JUMP, .target = to}
#define LET(r, x)           {.code = TOY_LET, .local = r, .a = x}

/* The next thread of a program, by its statements. */
#define THREAD(p, ...)                                                               \
    do {                                                                             \
        const struct toy_statement statements[] = {__VA_ARGS__};                     \
        memcpy((p)->code[(p)->threads], statements, sizeof statements);              \
        (p)->length[(p)->threads++] = sizeof statements / sizeof *statements;        \
    } while (0)

/* n threads that each add to a variable of their own `rounds` times: (rounds + 2)^n states one statement apart. */
static struct toy_program adders(unsigned n, unsigned rounds)
{
    struct toy_program p = {.threads = n};
    for (tid t = 0; t < n; t++) {
        p.length[t] = (uint8_t)rounds;
        for (unsigned i = 0; i < rounds; i++)
            p.code[t][i] = (struct toy_statement)ADD(t, 1);
    }
    return p;
}

static struct toy_program crossed_locks(void)
{
    struct toy_program p = {0};
    THREAD(&p, LOCK(0), LOCK(1), UNLOCK(1), UNLOCK(0));
    THREAD(&p, LOCK(1), LOCK(0), UNLOCK(0), UNLOCK(1));
    return p;
}

/* --- running them ----------------------------------------------------------------------------------------------- */

enum { PATH = 1 << 16 };

static struct engine engine;
static struct wire_decision path[PATH];
static uint64_t path_count;
static uint32_t stop;

/* What the last run came to. */
static struct {
    struct wire_counters counters;
    struct search_report report;
    unsigned             findings;
    struct fault         fault[8];
    struct wire_decision schedule[8][64];
    uint64_t             length[8];
    enum wire_phase      last_phase;
} last;

static void found(void *host, const struct fault *f, uint64_t count)
{
    (void)host;
    unsigned i = last.findings++;
    if (i >= 8 || count > 64)
        return;
    last.fault[i] = *f;
    last.length[i] = count;
    memcpy(last.schedule[i], path, count * sizeof *path);
}

static bool forgetting;

static void forget(void *host)
{
    (void)host;
    last.findings = 0;
}

static void phase(void *host, enum wire_phase phase)
{
    (void)host;
    last.last_phase = phase;
}

/* Of thread 0 something is not supported, where its assertion fails. */
static bool refusing;

static const struct fault *fault_or_refusal(void *self)
{
    struct toy *toy = self;
    if (toy->fault.thread == 0)
        toy->fault.kind = FAULT_REFUSED;
    return toy->faulted ? &toy->fault : NULL;
}

static enum wire_verdict explore(struct toy *toy, struct search_config c)
{
    struct lts lts = toy_lts(toy);
    lts.fault = refusing ? fault_or_refusal : lts.fault;
    memset(&last, 0, sizeof last);
    last.report = (struct search_report){
        .counters = &last.counters, .path = path, .path_count = &path_count, .path_capacity = PATH, .stop = &stop,
        .found = found, .phase = phase, .forget = forgetting ? forget : NULL,
    };
    c.lts = &lts;
    if (!c.search)
        c.search = &search_dfs;
    return search_run(&engine, &c, &last.report);
}

static enum wire_verdict run_with(const struct toy_program *p, struct search_config c)
{
    struct toy toy;
    toy_open(&toy, p, 0);
    enum wire_verdict verdict = explore(&toy, c);
    toy_close(&toy);
    return verdict;
}

static enum wire_verdict run(const struct toy_program *p)
{
    return run_with(p, (struct search_config){0});
}

/* Replays the schedule of finding i of the last run; is the fault the same? */
static bool replays(const struct toy_program *p, unsigned i, bool livelock)
{
    struct fault f = last.fault[i];
    struct wire_decision schedule[64];
    struct search_config c = {.search = &search_replay, .schedule = schedule, .livelock = livelock};
    c.schedule_count = last.length[i];
    memcpy(schedule, last.schedule[i], sizeof schedule);
    return run_with(p, c) == WIRE_REPLAYED && last.findings == 1 && last.fault[0].kind == f.kind &&
           last.fault[0].pc == f.pc && strcmp(last.fault[0].text, f.text) == 0;
}

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

static struct toy_program endless(void)
{
    struct toy_program p = {0};
    THREAD(&p, YIELD, GOTO(0));
    return p;
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

/* --- what is visible, and determinism --------------------------------------------------------------------------- */

/* Thread 0 touches v1 only if it makes seven choices of one in four: no walk gets there, depth-first search does at once. */
static struct toy_program late_sharing(void)
{
    struct toy_program p = {0};
    THREAD(&p, CHOOSE(0, 4), IF_NOT(0, 0, 16), CHOOSE(0, 4), IF_NOT(0, 0, 16), CHOOSE(0, 4), IF_NOT(0, 0, 16),
           CHOOSE(0, 4), IF_NOT(0, 0, 16), CHOOSE(0, 4), IF_NOT(0, 0, 16), CHOOSE(0, 4), IF_NOT(0, 0, 16),
           CHOOSE(0, 4), IF_NOT(0, 0, 16), WRITE(1, 1), WRITE(1, 0));
    THREAD(&p, YIELD, READ(0, 1), ASSERT_IS(0, 0));
    return p;
}

static void starts_over_when_more_is_shared(void)
{
    struct toy_program p = late_sharing();
    struct toy toy;
    CHECK_EQ(run(&p), WIRE_BUG);
    toy_open(&toy, &p, 0xff);
    CHECK_EQ(explore(&toy, (struct search_config){.seed = 1}), WIRE_BUG);
    CHECK_EQ(last.counters.restarts, 1);
    CHECK(last.counters.walks >= 16);
    CHECK_EQ(last.fault[0].kind, FAULT_ASSERTION);
    CHECK_EQ(toy.hidden, 0xff & ~2u);
    toy_close(&toy);
    CHECK(replays(&p, 0, false));
}

/* Thread 2's fault is found by the walks already, with a schedule that does not count thread 1's read as a choice. */
static void findings_are_forgotten_when_more_is_shared(void)
{
    struct toy_program p = late_sharing();
    struct toy toy;
    struct fault f[2];
    struct wire_decision schedule[2][64];
    uint64_t length[2];
    THREAD(&p, READ(0, 2), ASSERT_IS(0, 1));
    toy_open(&toy, &p, 0xff);
    forgetting = true;
    CHECK_EQ(explore(&toy, (struct search_config){.seed = 1, .all_faults = true}), WIRE_BUG);
    forgetting = false;
    CHECK_EQ(last.counters.restarts, 1);
    CHECK_EQ(last.findings, 2);
    CHECK_EQ(last.report.findings, 2);
    memcpy(f, last.fault, sizeof f);
    memcpy(length, last.length, sizeof length);
    memcpy(schedule, last.schedule, sizeof schedule);
    for (unsigned i = 0; i < 2; i++) {
        struct search_config c = {.search = &search_replay, .schedule = schedule[i], .schedule_count = length[i]};
        toy_close(&toy);
        uint32_t hidden = toy.hidden;
        toy_open(&toy, &p, hidden);
        toy.frozen = true;
        CHECK_EQ(explore(&toy, c), WIRE_REPLAYED);
        CHECK(last.findings == 1 && last.fault[0].pc == f[i].pc);
    }
    toy_close(&toy);
}

/* With everything shared known after the walks, the search sees fewer choice points than with all variables visible. */
static void private_variables_are_no_choices(void)
{
    struct toy_program p = adders(3, 4);
    struct toy toy;
    toy_open(&toy, &p, 0xff);
    CHECK_EQ(explore(&toy, (struct search_config){0}), WIRE_COMPLETE);
    CHECK_EQ(last.counters.restarts, 0);
    CHECK_EQ(last.counters.walks, 8);
    CHECK_EQ(last.counters.states, 8 + 3 * 4 + 1); /* before its first statement or its exit, each */
    toy_close(&toy);
}

/* Paths end there, the search does not, and claims nothing. */
static void what_is_not_supported_cuts_paths(void)
{
    struct toy_program cut = {0}, both;
    THREAD(&cut, WRITE(0, 1), READ(0, 1), ASSERT_IS(0, 0));
    THREAD(&cut, WRITE(1, 1), READ(0, 0));
    both = cut;
    both.code[1][2] = (struct toy_statement)ASSERT_IS(0, 1);
    both.length[1] = 3;
    refusing = true;
    for (const struct reduction *const *r = reductions; *r; r++) {
        struct search_config c = {.search = &search_dfs, .reduction = *r};
        if ((*r)->keeps == 0)
            continue; /* it may lose either */
        CHECK_EQ(run_with(&cut, c), WIRE_CUT);
        CHECK_EQ(last.findings, 1);
        CHECK_EQ(last.report.findings, 0);
        CHECK_EQ(run_with(&both, c), WIRE_BUG);
        CHECK_EQ(last.report.findings, 1);
        CHECK_EQ(last.fault[last.findings - 1].kind, FAULT_ASSERTION);
        c.all_faults = true;
        CHECK_EQ(run_with(&both, c), WIRE_BUG);
        CHECK_EQ(last.report.ended_by, WIRE_CUT);
        CHECK_EQ(last.findings, 2);
    }
    refusing = false;
}

static void guard_passes_the_deterministic(void)
{
    struct toy_program p = crossed_locks();
    struct search_config c = {.guard_determinism = true, .all_faults = true};
    CHECK_EQ(run_with(&p, c), WIRE_BUG);
    CHECK_EQ(last.findings, 1);
    CHECK_EQ(last.fault[0].kind, FAULT_DEADLOCK);
    uint64_t states = last.counters.states;
    c.guard_determinism = false;
    run_with(&p, c);
    CHECK_EQ(last.counters.states, states);
}

static void guard_names_the_first_difference(void)
{
    struct toy_program p = adders(2, 3);
    struct search_config c = {.guard_determinism = true, .all_faults = true};
    struct toy toy;
    toy_open(&toy, &p, 0);
    toy.diverge_at = 5;
    CHECK_EQ(explore(&toy, c), WIRE_REFUSED);
    CHECK_EQ(last.findings, 1);
    CHECK_EQ(last.fault[0].kind, FAULT_DIVERGED);
    CHECK(strncmp(last.fault[0].text, "step 0: thread ", 15) == 0);
    toy_close(&toy);
}

static uint64_t steps_of_guard(const struct toy_program *p, uint32_t shared, uint64_t diverge_at, enum wire_verdict expected, bool foreign)
{
    struct toy toy;
    toy_open(&toy, p, shared);
    toy.diverge_at = diverge_at;
    toy.foreign = foreign;
    CHECK_EQ(explore(&toy, (struct search_config){.guard_determinism = true}), expected);
    uint64_t steps = toy.steps;
    toy_close(&toy);
    return steps;
}

/* A thousand states that are known are enough for the guard, two hundred for the walks before it; up to there differences are seen. */
static void walks_in_circles_end(void)
{
    struct toy_program alone = endless(), two = {0};
    THREAD(&two, READ(0, 0), IF_IS(0, 0, 0), WRITE(1, 1));
    THREAD(&two, READ(0, 1), IF_IS(0, 0, 0), WRITE(0, 1));
    CHECK(steps_of_guard(&alone, 0, 0, WIRE_COMPLETE, false) < 3000);
    CHECK(steps_of_guard(&two, 0, 0, WIRE_COMPLETE, false) < 3000);
    CHECK(steps_of_guard(&two, 0xff, 0, WIRE_COMPLETE, false) < 7000);
    steps_of_guard(&two, 0, 900, WIRE_REFUSED, false);
}

/* What a function without hooks does is not told by the state: where one is called all steps are compared. */
static void walks_that_call_outside_do_not(void)
{
    struct toy_program p = {0};
    THREAD(&p, YIELD, READ(0, 0), IF_IS(0, 0, 0), WRITE(1, 1));
    steps_of_guard(&p, 0, 50000, WIRE_COMPLETE, false);
    steps_of_guard(&p, 0, 50000, WIRE_REFUSED, true);
    CHECK(steps_of_guard(&p, 0, 0, WIRE_COMPLETE, true) > 2 * 65536);
}

/* --- walks ------------------------------------------------------------------------------------------------------ */

static void walks_find_easy_faults(void)
{
    struct toy_program p = crossed_locks();
    struct search_config c = {.search = &search_walk, .max_walks = 1000};
    CHECK_EQ(run_with(&p, c), WIRE_BUG);
    CHECK_EQ(last.fault[0].kind, FAULT_DEADLOCK);
    CHECK(replays(&p, 0, false));
}

static void walks_prove_nothing(void)
{
    struct toy_program p = adders(3, 4), alone = {0};
    struct search_config c = {.search = &search_walk, .max_walks = 300};
    CHECK_EQ(run_with(&p, c), WIRE_PARTIAL);
    CHECK_EQ(last.counters.walks, 300);
    CHECK(last.counters.states > 100 && last.counters.states <= 201);
    THREAD(&alone, WRITE(0, 1));
    CHECK_EQ(run_with(&alone, c), WIRE_COMPLETE);
    CHECK_EQ(last.counters.walks, 1);
}

static void same_seed_same_walks(void)
{
    struct toy_program p = adders(3, 4);
    struct search_config c = {.search = &search_walk, .max_walks = 5, .seed = 3};
    run_with(&p, c);
    struct wire_counters first = last.counters;
    run_with(&p, c);
    CHECK_EQ(last.counters.states, first.states);
    CHECK_EQ(last.counters.steps, first.steps);
    c.seed = 4;
    run_with(&p, c);
    CHECK(last.counters.states != first.states || last.counters.revisits != first.revisits);
}

/* --- the seams: order, filter, early backtracking, reduction ---------------------------------------------------- */

static tid pick_last(struct engine *e, const struct node *n, threadset todo)
{
    (void)e, (void)n;
    return 63u - (tid)__builtin_clzll(todo);
}
static const struct order descending = {.pick = pick_last};

static void any_order_finds_all(void)
{
    struct toy_program p = adders(3, 4);
    CHECK_EQ(run_with(&p, (struct search_config){.order = &descending}), WIRE_COMPLETE);
    CHECK_EQ(last.counters.states, 201);
    p = crossed_locks();
    CHECK_EQ(run_with(&p, (struct search_config){.order = &descending}), WIRE_BUG);
    CHECK_EQ(last.schedule[0][0].thread, 1);
}

static threadset not_thread_1(struct engine *e, const struct node *n, threadset threads)
{
    (void)e, (void)n;
    return threads & ~threadset_of(1);
}
static const struct filter without_1 = {.name = "without thread 1", .allow = not_thread_1};

static void filter_makes_partial(void)
{
    struct toy_program p = adders(2, 3);
    CHECK_EQ(run_with(&p, (struct search_config){.filter = &without_1}), WIRE_PARTIAL);
    CHECK_EQ(last.counters.states, 4 + 1); /* thread 0 to its end, then thread 1 alone */
    CHECK_EQ(last.counters.transitions, 4);
}

static bool at_depth_2(struct engine *e, const struct node *n)
{
    (void)n;
    return e->depth >= 2;
}

static bool never(struct engine *e, const struct node *n)
{
    (void)e, (void)n;
    return false;
}

static bool always(struct engine *e, const struct node *n)
{
    (void)e, (void)n;
    return true;
}

static void early_backtracking(void)
{
    struct toy_program p = adders(2, 3);
    struct backtracking shallow = {.turn_back = at_depth_2, .turn_back_again = never};
    struct backtracking straight = {.turn_back = never, .turn_back_again = always};
    CHECK_EQ(run_with(&p, (struct search_config){.backtracking = &shallow}), WIRE_PARTIAL);
    CHECK_EQ(last.counters.states, 1 + 2 + 3); /* to depth 2 */
    CHECK_EQ(run_with(&p, (struct search_config){.backtracking = &straight}), WIRE_PARTIAL);
    CHECK_EQ(last.counters.transitions, 4); /* one path */
    shallow.turn_back = never;
    CHECK_EQ(run_with(&p, (struct search_config){.backtracking = &shallow}), WIRE_COMPLETE);
}

static uint64_t performed;

static threadset first_only(struct reducing *r)
{
    threadset enabled = r->nodes[r->depth].enabled;
    CHECK(r->lts->enabled(r->lts->self) == enabled);
    return enabled & -enabled;
}

static threadset then_the_rest(struct reducing *r)
{
    const struct node *n = &r->nodes[r->depth];
    CHECK(n->done != 0);
    return n->enabled & ~n->done;
}

static void count_steps(struct reducing *r, tid t)
{
    CHECK(threadset_has(r->lts->enabled(r->lts->self), t));
    performed++;
}

static const struct reduction lazy = {
    .is = &(const struct reduction_kind){.name = "lazy"},
    .needs = NEEDS_DEPTH_FIRST | NEEDS_EVERYTHING, .keeps = KEEPS_END_STATES,
    .enter = first_only, .more = then_the_rest, .performing = count_steps,
};

static void reduction_is_asked(void)
{
    struct toy_program p = adders(3, 4);
    struct reduction greedy = lazy;
    performed = 0;
    CHECK_EQ(run_with(&p, (struct search_config){.reduction = &lazy}), WIRE_COMPLETE);
    CHECK_EQ(last.counters.states, 201);
    CHECK_EQ(last.counters.transitions, 3 * 125 + 2 * 75);
    CHECK_EQ(last.counters.steps, performed);
    greedy.more = NULL;
    CHECK_EQ(run_with(&p, (struct search_config){.reduction = &greedy}), WIRE_COMPLETE);
    CHECK_EQ(last.counters.end_states, 1);
    CHECK_EQ(last.counters.transitions, 2 * 5);
    CHECK_EQ(run_with(&p, (struct search_config){.reduction = &reduction_none}), WIRE_COMPLETE);
    CHECK_EQ(last.counters.states, 201);
}

static void unsound_combinations_are_refused(void)
{
    struct backtracking b = {.turn_back = never, .turn_back_again = never};
    struct search_config c = {.search = &search_dfs, .reduction = &lazy};
    CHECK(search_refusal(&c) == NULL);
    c.filter = &without_1;
    CHECK(strstr(search_refusal(&c), "filter"));
    c.filter = NULL;
    c.backtracking = &b;
    CHECK(strstr(search_refusal(&c), "early backtracking"));
    c.backtracking = NULL;
    c.max_depth = 10;
    CHECK(strstr(search_refusal(&c), "depth limit"));
    c.max_depth = 0;
    c.livelock = true;
    CHECK(strstr(search_refusal(&c), "livelocks"));
    c.livelock = false;
    c.search = &search_walk;
    CHECK(strstr(search_refusal(&c), "depth-first"));
    c = (struct search_config){.search = &search_walk, .reduction = &reduction_none, .livelock = true, .max_depth = 3};
    CHECK(search_refusal(&c) == NULL);
}

static void tables(void)
{
    CHECK(search_find("dfs") == &search_dfs && search_find("walk") == &search_walk);
    CHECK(search_find("replay") == NULL); /* that is not for users to ask for */
    CHECK(search_find("") == NULL && search_find("df") == NULL && search_find("dfss") == NULL);
    CHECK(reduction_find("none") == &reduction_none && reduction_find("some") == NULL);
    for (const struct search *const *s = searches; *s; s++)
        CHECK((*s)->is->name[0] && (*s)->is->help[0] && search_find((*s)->is->name) == *s && search_kind_named((*s)->is->name) == (*s)->is);
    for (const struct reduction *const *r = reductions; *r; r++)
        CHECK((*r)->is->name[0] && (*r)->is->help[0] && reduction_find((*r)->is->name) == *r && (*r)->is->as_printed == ((*r)->keeps == 0));
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
    TEST(starts_over_when_more_is_shared);
    TEST(findings_are_forgotten_when_more_is_shared);
    TEST(private_variables_are_no_choices);
    TEST(guard_passes_the_deterministic);
    TEST(what_is_not_supported_cuts_paths);
    TEST(guard_names_the_first_difference);
    TEST(walks_in_circles_end);
    TEST(walks_that_call_outside_do_not);
    TEST(walks_find_easy_faults);
    TEST(walks_prove_nothing);
    TEST(same_seed_same_walks);
    TEST(any_order_finds_all);
    TEST(filter_makes_partial);
    TEST(early_backtracking);
    TEST(reduction_is_asked);
    TEST(unsound_combinations_are_refused);
    TEST(tables);
    engine_close(&engine);
    return check_status();
}
