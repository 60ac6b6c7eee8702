/* test_full.c - tables of reductions and searches that fill up: nothing is lost, or the search says that it has come to a limit.
 *
 * Labels, events and summaries are few in this build, so that most programs have more; rooms that are memory are made small
 * after they were opened. (That of `sum` is in test_room.c.) docs/design/limits.md lists what there is. */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/property/ tests/toy/ */
/* sources: src/reduce/despor.c src/reduce/despor_stateless.c src/reduce/dlspor.c src/reduce/dlspor_stateless.c */
/* sources: src/reduce/below.c src/reduce/components.c src/reduce/despor_below.c src/reduce/dlspor_below.c */
/* sources: src/reduce/dpor.c */
/* sources: src/reduce/dpor_stateful.c src/reduce/execution.c */
/* sources: src/reduce/events/foreign.c src/reduce/frame.c src/reduce/graph.c src/reduce/events/labels.c src/reduce/none.c */
/* sources: src/reduce/reductions.c */
/* sources: src/reduce/sum.c */
/* sources: src/reduce/safe_set.c src/reduce/sleep.c src/reduce/source.c src/reduce/source_sets.c src/reduce/spor.c */
/* sources: src/reduce/events/summary.c src/reduce/events/operation_labels.c src/reduce/sum_memory.c src/reduce/unread.c */
/* compile: -DLONG_RUN=20 -DLABELS=9 -DEVENTS=76 -DSUMMARY_SETS=16 -DSUMMARY_WORDS=24 */
#include "reduce/optimal.c"

#include "check.h"
#include "oracle.h"
#include "reduce/source_sets.h"
#include "toy_random.h"

enum { PROGRAMS = 40, MOST_STATES = 300, MOST_CLASSES = 11 /* and an empty one behind them */ };

static const char *const ending[] = {"lock-deadlock", "condvar", "mix-acyclic", "choice", "assume", "process-exit", "atomic-all", NULL};
static const char *const endless[] = {"mix-cyclic", "mix-all", "atomic-loops", NULL};

/* --- programs ----------------------------------------------------------------------------------------------------------- */

/* A program that is small enough, with what the oracle finds in it, and its transitions: made once for all reductions. */
struct sample {
    struct toy_program   program;
    struct oracle_result all;
    struct toy_graph     graph;
};

struct samples {
    const char   *class;
    struct sample each[PROGRAMS];
    unsigned      count;
};

static void take_samples(struct samples *s, const char *class)
{
    struct rng rng;
    rng_seed(&rng, 1);
    s->class = class;
    for (unsigned i = 0; i < PROGRAMS; i++) {
        struct sample *next = &s->each[s->count];
        toy_random(&next->program, toy_class_find(class), &rng);
        oracle_run(&oracle_plain, &next->program, MOST_STATES, &next->all);
        if (!next->all.finished) {
            oracle_free(&next->all);
            continue;
        }
        toy_graph_open(&next->graph, &next->program);
        s->count++;
    }
}

static struct samples samples[MOST_CLASSES];

static struct samples *samples_of(const char *class)
{
    unsigned i = 0;
    while (samples[i].class && samples[i].class != class)
        i++;
    if (!samples[i].class)
        take_samples(&samples[i], class);
    return &samples[i];
}

static void free_samples(void)
{
    for (struct samples *s = samples; s->class; s++)
        for (unsigned i = 0; i < s->count; i++) {
            oracle_free(&s->each[i].all);
            toy_graph_close(&s->each[i].graph);
        }
}

struct tally {
    unsigned complete, limited; /* searches */
    bool     lost;              /* some complete one has lost something */
};

static void count(struct tally *tally, const struct reduction *r, struct sample *sample)
{
    struct oracle_search search = {.name = r->is->name, .driver = &search_dfs, .reduction = r};
    struct oracle_result some;
    bool more;
    oracle_run_in(&sample->graph, &search, 40 * MOST_STATES, &some);
    uint32_t lost = oracle_lost(&sample->program, &sample->all, &some, &more);
    tally->complete += some.finished;
    tally->limited += some.verdict == WIRE_LIMIT_MEMORY;
    if (more || (some.finished && (lost & r->keeps))) {
        char text[TOY_TEXT];
        toy_print(&sample->program, text);
        printf("    %s loses (%x) on\n%s", r->is->name, lost, text);
        tally->lost = true;
    }
    oracle_free(&some);
}

/* Random programs of some classes with the reduction. */
static struct tally try_all(const struct reduction *r, const char *const *classes)
{
    struct tally tally = {0};
    for (; *classes; classes++) {
        struct samples *s = samples_of(*classes);
        for (unsigned i = 0; i < s->count && !tally.lost; i++)
            count(&tally, r, &s->each[i]);
    }
    return tally;
}

/* --- reductions --------------------------------------------------------------------------------------------------------- */

static bool keeps_something(const struct reduction *r)
{
    return !r->is->tries_all && r->keeps;
}

static void few_labels_events_and_summaries(void)
{
    for (const struct reduction *const *r = reductions; *r; r++) {
        if (!keeps_something(*r))
            continue;
        struct tally tally = try_all(*r, ending);
        CHECK(!tally.lost && tally.complete > 0 && tally.limited == 0);
        if (!((*r)->needs & NEEDS_NO_MATCHING) && *r != &reduction_dpor_stateful && *r != &reduction_odpor)
            CHECK(!try_all(*r, endless).lost);
    }
}

/* A reduction whose room is made small when it has been opened. */
static const struct reduction *roomy;
static void (*shrink)(void *self);

static void *open_cramped(uint64_t max_nodes)
{
    void *self = roomy->open(max_nodes);
    shrink(self);
    return self;
}

static struct tally try_cramped(const struct reduction *r, void (*by)(void *self), const char *const *classes)
{
    static struct reduction cramped[64]; /* another one each time: an engine opens its reduction once */
    static unsigned used;
    struct reduction *c = &cramped[used++];
    *c = *r;
    c->open = open_cramped;
    roomy = r;
    shrink = by;
    return try_all(c, classes);
}

static void few_states(void *self)
{
    ((struct source_sets *)self)->graph.most_states = 6;
}

static void few_edges(void *self)
{
    ((struct source_sets *)self)->graph.most_edges = 6;
}

static void nothing_ahead(void *self)
{
    ((struct source_sets *)self)->ahead_bytes = 0; /* it is not released then: that is a test's own business */
}

static void few_graphs(void)
{
    static const struct reduction *const graphs[] = {&reduction_dlspor_retraversing, &reduction_despor_retraversing};
    static void (*const by[])(void *) = {few_states, few_edges, nothing_ahead};
    for (unsigned i = 0; i < 2; i++)
        for (unsigned k = 0; k < 3; k++) {
            struct tally tally = try_cramped(graphs[i], by[k], ending);
            CHECK(!tally.lost && tally.complete > 0 && tally.limited == 0);
            CHECK(!try_cramped(graphs[i], by[k], endless).lost);
        }
}

static void few_open(void *self)
{
    ((struct source_sets *)self)->components.room = 4;
}

/* Where there is no room for states that are not finished the search ends. */
static void few_open_states(void)
{
    static const struct reduction *const below[] = {&reduction_dlspor, &reduction_dljpf, &reduction_despor, &reduction_dejpf};
    for (unsigned i = 0; i < 4; i++) {
        struct tally tally = try_cramped(below[i], few_open, ending);
        CHECK(!tally.lost && tally.complete > 0 && tally.limited > 0);
        CHECK(!try_cramped(below[i], few_open, endless).lost);
    }
}

static void few_of_a_path(void *self)
{
    ((struct execution *)self)->most = 9;
}

static void short_executions(void)
{
    static const struct reduction *const stateless[] = {&reduction_sleep, &reduction_dpor, &reduction_source_dpor, &reduction_optimal_dpor,
                                                        &reduction_dpor_stateful};
    for (unsigned i = 0; i < 5; i++) {
        struct tally tally = try_cramped(stateless[i], few_of_a_path, ending);
        CHECK(!tally.lost && tally.complete > 0 && tally.limited > 0);
    }
}

static void few_of_a_tree(void *self)
{
    ((struct wakeup *)((struct execution *)self)->own)->most = 4;
}

static void small_wakeup_trees(void)
{
    struct tally tally = try_cramped(&reduction_optimal_dpor, few_of_a_tree, ending);
    CHECK(!tally.lost && tally.complete > 0 && tally.limited > 0);
}

/* --- searches ----------------------------------------------------------------------------------------------------------- */

static struct wire_decision path[1 << 12];
static uint64_t path_count, found_count;

static void found(void *host, const struct fault *f, uint64_t decisions)
{
    (void)host, (void)f, (void)decisions;
    found_count++;
}

static uint64_t states, lacked;

static enum wire_verdict explore(struct engine *e, struct search_config c, uint64_t path_capacity)
{
    struct toy_program p;
    struct toy toy;
    struct rng rng;
    struct wire_counters counters = {0};
    struct search_report report = {.counters = &counters, .path = path, .path_count = &path_count, .path_capacity = path_capacity,
                                   .found = found};
    rng_seed(&rng, 3);
    toy_random(&p, toy_class_find("nolock"), &rng);
    toy_open(&toy, &p, 0);
    struct lts lts = toy_lts(&toy);
    c.lts = &lts;
    c.all_faults = true;
    c.max_memory = 64 << 20;
    enum wire_verdict verdict = search_run(e, &c, &report);
    toy_close(&toy);
    states = counters.states;
    lacked = counters.lacked;
    return verdict;
}

/* All states, or a limit; with depth-first searches in between the frontier may stay small. */
static bool has_all_or_says_so(enum wire_verdict verdict, uint64_t all)
{
    return verdict == WIRE_LIMIT_MEMORY || (verdict == WIRE_COMPLETE && states == all);
}

static void a_short_path(void)
{
    struct engine e;
    CHECK(engine_open(&e));
    CHECK_EQ(explore(&e, (struct search_config){.search = &search_dfs}, 1 << 12), WIRE_COMPLETE);
    CHECK_EQ(explore(&e, (struct search_config){.search = &search_dfs}, 3), WIRE_LIMIT_MEMORY);
    CHECK_EQ(explore(&e, (struct search_config){.search = &search_dfs, .reduction = &reduction_sum}, 3), WIRE_LIMIT_MEMORY);
    engine_close(&e);
}

/* Less is pruned then, and that is said. */
static void full_tables_are_told(void)
{
    static const struct reduction *const known[] = {&reduction_sum, &reduction_dlspor, &reduction_dpor_stateful, &reduction_source_dpor};
    for (unsigned i = 0; i < 4; i++) {
        struct engine e;
        CHECK(engine_open(&e));
        CHECK_EQ(explore(&e, (struct search_config){.search = &search_dfs, .reduction = known[i]}, 1 << 12), WIRE_COMPLETE);
        CHECK(lacked > 0);
        CHECK_EQ(explore(&e, (struct search_config){.search = &search_dfs}, 1 << 12), WIRE_COMPLETE);
        CHECK_EQ(lacked, 0);
        engine_close(&e);
    }
}

/* What lies ahead is not looked up any more. */
static void nothing_is_foreseen(void)
{
    struct engine e;
    CHECK(engine_open(&e));
    size_t bytes = e.successors.bytes;
    e.successors.bytes = 0;
    CHECK_EQ(explore(&e, (struct search_config){.search = &search_dfs}, 1 << 12), WIRE_COMPLETE);
    e.successors.bytes = bytes;
    engine_close(&e);
}

static void a_small_frontier(void)
{
    static const struct search *const queueing[] = {&search_bfs, &search_mixed, &search_best};
    for (unsigned i = 0; i < 3; i++) {
        struct engine e;
        struct search_config c = {.search = queueing[i]};
        CHECK(engine_open(&e));
        CHECK_EQ(explore(&e, c, 1 << 12), WIRE_COMPLETE);
        uint64_t items = e.frontier.capacity, steps = e.path_tree.capacity, all = states;
        e.frontier.capacity = 2;
        CHECK(has_all_or_says_so(explore(&e, c, 1 << 12), all));
        CHECK(i > 0 || states < all);
        e.frontier.capacity = items;
        e.path_tree.capacity = 3;
        CHECK(has_all_or_says_so(explore(&e, c, 1 << 12), all));
        CHECK(i > 0 || states < all);
        e.path_tree.capacity = steps;
        CHECK_EQ(explore(&e, c, 1 << 12), WIRE_COMPLETE);
        engine_close(&e);
    }
}

int main(void)
{
    TEST(few_labels_events_and_summaries);
    TEST(few_graphs);
    TEST(few_open_states);
    TEST(short_executions);
    TEST(small_wakeup_trees);
    TEST(a_short_path);
    TEST(full_tables_are_told);
    TEST(nothing_is_foreseen);
    TEST(a_small_frontier);
    free_samples();
    return check_status();
}
