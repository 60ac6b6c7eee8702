/* test_engine_parts.c - what is visible, determinism, walks, and the parts of a search, on hand-made programs. */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/ */
/* sources: tests/toy/toy.c tests/toy/toy_lts.c tests/toy/toy_op.c tests/toy/toy_op.c */
#include "engine_runs.h"

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
