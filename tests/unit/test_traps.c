/* test_traps.c - where state matching loses what a bound or a threshold promises, and that it does not here; and which parts
 * of a search are refused together. */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/ tests/toy/toy.c */
/* sources: tests/toy/toy_lts.c tests/toy/toy_op.c tests/toy/toy_op.c */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "search/search.h"
#include "toy.h"

enum { PATH = 1 << 12 };

static struct engine engine;
static struct wire_counters counters;

static void found(void *host, const struct fault *f, uint64_t count)
{
    (void)host, (void)f, (void)count;
}

static enum wire_verdict run(const struct toy_program *p, struct search_config c)
{
    static struct wire_decision path[PATH];
    uint64_t path_count;
    struct toy toy;
    toy_open(&toy, p, 0);
    struct lts lts = toy_lts(&toy);
    struct search_report report = {.counters = &counters, .path = path, .path_count = &path_count, .path_capacity = PATH, .found = found};
    c.lts = &lts;
    c.search = c.search ? c.search : &search_dfs;
    enum wire_verdict verdict = search_run(&engine, &c, &report);
    toy_close(&toy);
    return verdict;
}

static struct rb_tuple tuple(const char *text)
{
    struct rb_tuple t;
    char why[80];
    if (!rb_parse(text, &t, why, sizeof why))
        abort();
    return t;
}

/* --- traps --------------------------------------------------------------------------------------------------------------- */

/* The bound as a filter of its own, beside plain state matching: what must not be done. */
static threadset one_preemption(struct engine *e, const struct node *n, threadset threads)
{
    tid last = 0;
    unsigned spent = 0;
    threadset within = 0;
    for (uint64_t i = 0; i < e->depth; last = e->path[i++].thread)
        spent += e->path[i].thread != last && threadset_has(e->nodes[i].enabled, last);
    THREADSET_EACH(t, threads)
        if (spent + (t != last && threadset_has(n->enabled, last)) <= 1)
            within |= threadset_of(t);
    return within;
}
static const struct filter naive = {.name = "one preemption", .allow = one_preemption};

/* The thread with the assertion has to be left between its write and its read. A search in the order of the threads first
 * comes to the states in question with its one preemption spent. */
static void preemptions(void)
{
    struct toy_program p = {.threads = 3, .length = {0, 2, 3}};
    p.code[1][0] = (struct toy_statement){.code = TOY_LOCK, .object = 0};
    p.code[1][1] = (struct toy_statement){.code = TOY_STORE, .object = 0, .local = 0, .a = 1};
    p.code[2][0] = (struct toy_statement){.code = TOY_WRITE, .object = 0, .a = 0};
    p.code[2][1] = (struct toy_statement){.code = TOY_READ, .local = 0, .object = 0};
    p.code[2][2] = (struct toy_statement){.code = TOY_ASSERT, .local = 0, .a = 1, .negated = 1};
    CHECK_EQ(run(&p, (struct search_config){.filter = &naive}), WIRE_PARTIAL); /* it is missed */
    CHECK_EQ(run(&p, (struct search_config){.bounds = {{&bound_preemptions, 1, 0, 0}}}), WIRE_BUG);
    CHECK(counters.again > 0);
    CHECK_EQ(run(&p, (struct search_config){.bounds = {{&bound_preemptions, 0, 0, 0}}}), WIRE_LIMIT_DEPTH);
    CHECK_EQ(run(&p, (struct search_config){.bounds = {{&bound_preemptions, 0, 5, 1}}}), WIRE_BUG);
    CHECK_EQ(counters.rounds, 2);
}

/* Who yields gives way, for nothing; but only there. With S-POR, too, to which a yield is as good as nothing: if its thread went on alone
 * the others would have to preempt it behind the yield. */
static void giving_way(void)
{
    static const struct reduction *const with[] = {NULL, &reduction_spor};
    struct toy_program p = {.threads = 3, .length = {0, 3, 2}};
    p.code[1][0] = (struct toy_statement){.code = TOY_WRITE, .object = 0, .a = 1};
    p.code[1][1] = (struct toy_statement){.code = TOY_YIELD};
    p.code[1][2] = (struct toy_statement){.code = TOY_WRITE, .object = 0, .a = 0};
    p.code[2][0] = (struct toy_statement){.code = TOY_READ, .local = 0, .object = 0};
    p.code[2][1] = (struct toy_statement){.code = TOY_ASSERT, .local = 0, .a = 1, .negated = 1};
    for (unsigned i = 0; i < 2; i++) {
        struct search_config none = {.reduction = with[i], .bounds = {{&bound_preemptions, 0, 0, 0}}}, one = none;
        one.bounds[0].from = 1;
        p.code[1][1].code = TOY_YIELD;
        CHECK_EQ(run(&p, none), WIRE_BUG);
        p.code[1][1] = p.code[1][0];
        CHECK_EQ(run(&p, none), WIRE_LIMIT_DEPTH);
        CHECK_EQ(run(&p, one), WIRE_BUG);
    }
}

/* Whoever chooses 0 first gets to the merge after four decisions, whoever chooses 1 after one; the assertion lies two
 * decisions behind it. Depth first the long way comes first. */
static struct toy_program merge(void)
{
    struct toy_program p = {.threads = 1, .length = {10}};
    const struct toy_statement code[] = {
        {.code = TOY_CHOOSE, .local = 0, .a = 2}, {.code = TOY_BRANCH, .local = 0, .a = 1, .target = 5},
        {.code = TOY_CHOOSE, .local = 0, .a = 2}, {.code = TOY_CHOOSE, .local = 0, .a = 2}, {.code = TOY_CHOOSE, .local = 0, .a = 2},
        {.code = TOY_LET, .local = 0, .a = 0},    {.code = TOY_CHOOSE, .local = 0, .a = 2},
        {.code = TOY_BRANCH, .local = 0, .a = 0, .target = 10}, {.code = TOY_CHOOSE, .local = 1, .a = 2},
        {.code = TOY_ASSERT, .local = 1, .a = 0},
    };
    memcpy(p.code[0], code, sizeof code);
    return p;
}

/* The assertion is at depth 3. With threshold 4 everything to depth 4 is promised: the merge is left early at depth 4, and must
 * be expanded when it is met at depth 1. As printed in the paper it is not. */
static void threshold(void)
{
    struct toy_program p = merge();
    struct rb_tuple rb = tuple("<4,pl,d,F,0,1>");
    CHECK_EQ(run(&p, (struct search_config){.rb = &rb, .rb_paper = true}), WIRE_PARTIAL);
    CHECK_EQ(counters.again, 0);
    CHECK_EQ(run(&p, (struct search_config){.rb = &rb}), WIRE_BUG);
    CHECK(counters.again > 0);
}

/* The same with the depth as a bound, in one go and raised step by step. */
static void depth(void)
{
    struct toy_program p = merge();
    CHECK_EQ(run(&p, (struct search_config){.bounds = {{&bound_depth, 3, 0, 0}}}), WIRE_BUG);
    CHECK_EQ(run(&p, (struct search_config){.bounds = {{&bound_depth, 2, 0, 0}}}), WIRE_LIMIT_DEPTH);
    CHECK_EQ(run(&p, (struct search_config){.bounds = {{&bound_depth, 1, 10, 1}}}), WIRE_BUG);
    CHECK_EQ(counters.rounds, 3);
}

/* A state is not cut off once and for all: what was cut off on one path is explored on a cheaper one, and all is verified. */
static void cut_and_made_up_for(void)
{
    struct toy_program p = merge();
    p.code[0][9] = (struct toy_statement){.code = TOY_LET, .local = 1, .a = 0};
    CHECK_EQ(run(&p, (struct search_config){0}), WIRE_COMPLETE);
    uint64_t states = counters.states;
    CHECK_EQ(run(&p, (struct search_config){.bounds = {{&bound_depth, 4, 0, 0}}}), WIRE_COMPLETE);
    CHECK_EQ(counters.states, states);
    CHECK_EQ(run(&p, (struct search_config){.bounds = {{&bound_depth, 1, 100, 1}}}), WIRE_COMPLETE);
    CHECK_EQ(counters.states, states);
}

/* --- what does not go together ------------------------------------------------------------------------------------------- */

static void refused(struct search_config c, const char *word)
{
    c.search = c.search ? c.search : &search_dfs;
    const char *why = search_refusal(&c);
    if (!why || !strstr(why, word))
        printf("    %s: %s\n", word, why ? why : "not refused");
    CHECK(why && strstr(why, word));
}

static void accepted(struct search_config c)
{
    c.search = c.search ? c.search : &search_dfs;
    const char *why = search_refusal(&c);
    if (why)
        printf("    %s\n", why);
    CHECK(why == NULL);
}

static void combinations(void)
{
    const struct rb_tuple plain = tuple("<50,pl,d,F,0.9,1>"), I = tuple("<I,pl,d,F,0.9,1>"), L = tuple("<L*0.5,pl,d,F,0.9,1>");
    const struct bound_config two = {&bound_preemptions, 2, 0, 0}, rising = {&bound_preemptions, 0, 3, 1};
    const struct bound_config deep = {&bound_depth, 9, 0, 0};
    static const struct reduction_kind kind = {.name = "needy"};
    static const struct reduction needy = {.is = &kind, .needs = NEEDS_EVERYTHING, .keeps = KEEPS_ALL};
    accepted((struct search_config){.rb = &plain, .bounds = {two}, .order = &order_random, .restarts = RESTARTS_FIXED});
    accepted((struct search_config){.rb = &I, .bounds = {two}, .order = &order_preemptions});
    accepted((struct search_config){.rb = &I, .restarts = RESTARTS_FIXED, .rb_states = 9});
    accepted((struct search_config){.search = &search_mixed, .rb = &I});
    accepted((struct search_config){.search = &search_bfs, .bounds = {two, deep}, .order = &order_random});
    accepted((struct search_config){.rb = &plain, .rb_paper = true, .bounds = {two, deep}});
    refused((struct search_config){.rb = &plain, .bounds = {two, deep}}, "two bounds");
    refused((struct search_config){.bounds = {two, deep}, .max_depth = 3}, "two bounds");
    refused((struct search_config){.rb = &plain, .bounds = {rising}}, "raised again");
    refused((struct search_config){.bounds = {rising}, .order = &order_random, .restarts = RESTARTS_LUBY}, "raised again");
    refused((struct search_config){.search = &search_bfs, .rb = &plain}, "leaves a path");
    refused((struct search_config){.search = &search_walk, .rb = &plain}, "leaves a path");
    refused((struct search_config){.search = &search_mixed, .rb = &L}, "length of paths");
    refused((struct search_config){.search = &search_mixed, .rb = &plain, .completion = COMPLETE_RANDOM}, "not completed");
    refused((struct search_config){.rb = &I, .restarts = RESTARTS_FIXED}, "never ends");
    refused((struct search_config){.rb = &plain, .completion = COMPLETE_RANDOM, .restarts = RESTARTS_FIXED}, "forget");
    refused((struct search_config){.completion = COMPLETE_RANDOM}, "nothing to complete");
    refused((struct search_config){.restarts = RESTARTS_WALSH}, "the same again");
    refused((struct search_config){.search = &search_walk, .order = &order_random}, "no order");
    refused((struct search_config){.search = &search_walk, .bounds = {two}}, "no bound");
    refused((struct search_config){.search = &search_walk, .restarts = RESTARTS_FIXED}, "by itself");
    refused((struct search_config){.search = &search_bfs, .livelock = true}, "livelocks");
    refused((struct search_config){.rb = &plain, .completion = COMPLETE_IN_ORDER, .livelock = true}, "livelocks");
    refused((struct search_config){.search = &search_portfolio, .order = &order_random}, "parts of its own");
    refused((struct search_config){.search = &search_portfolio, .rb = &plain}, "parts of its own");
    refused((struct search_config){.heuristic = heuristic_find("blocked")}, "best");
    refused((struct search_config){.reduction = &needy, .rb = &plain}, "early backtracking");
    refused((struct search_config){.reduction = &needy, .bounds = {two}}, "beyond the bound");
    CHECK(order_find("random") == &order_random && order_find("preemptions") == &order_preemptions && !order_find("rand"));
    CHECK(order_find("interference") == &order_interference && !heuristic_find("") && !heuristic_find("deeper"));
}

int main(void)
{
    if (!engine_open(&engine))
        return 1;
    TEST(preemptions);
    TEST(giving_way);
    TEST(threshold);
    TEST(depth);
    TEST(cut_and_made_up_for);
    TEST(combinations);
    engine_close(&engine);
    return check_status();
}
