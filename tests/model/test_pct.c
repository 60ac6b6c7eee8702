/* test_pct.c - what --search=pct and pctvb promise holds: bugs of a known depth are found by at least the share of executions
 * that the bound says, on programs where it takes just that to find them, and so many executions find them with as many of 10,000 seeds
 * as it says. Priorities that are drawn or changed wrongly miss them. The variables of a bug are those of --search=ranked, and a range of
 * depths rises when it may.
 *
 *     test_pct [EXECUTIONS [SEED [SEEDS]]]
 */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/ tests/toy/ */
/* libraries: -lm */
/* compile: -O2 */
/* and: sanitized */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "search/search.h"
#include "toy_parse.h"

enum { PATH = 1 << 12 };

static unsigned executions = CHECK_SANITIZED ? 4000 : 40000;
static uint64_t seed = 1, seeds = CHECK_SANITIZED ? 500 : 10000;

static struct engine engine;
static struct wire_decision path[PATH];
static uint64_t path_count;
static struct wire_counters counters;

/* --- executions that fail are counted, not only the first ----------------------------------------------------------- */

static struct lts toy; /* what `counting` stands in front of */
static uint64_t failures, last_failure; /* the number of the execution that was the last to fail, from 1 */
static uint64_t ranked_c, ranked_v;     /* of the first that has failed, with --search=ranked */

static void counting_step(void *self, tid t, unsigned choice)
{
    toy.step(self, t, choice);
    if (!toy.fault(self))
        return;
    if (failures++ == 0) {
        ranked_c = counters.ranked.c;
        ranked_v = counters.ranked.v;
    }
    last_failure = counters.walks;
}

static void found(void *host, const struct fault *f, uint64_t count)
{
    (void)host, (void)f, (void)count;
}

static void sample_with(const struct toy_program *p, struct search_config c)
{
    struct toy program;
    toy_open(&program, p, 0);
    struct lts counting = toy = toy_lts(&program);
    counting.step = counting_step;
    struct search_report report = {.counters = &counters, .path = path, .path_count = &path_count, .path_capacity = PATH, .found = found};
    c.lts = &counting;
    c.all_faults = true;
    c.max_memory = 64 << 20;
    c.walk_steps = 10000;
    memset(&counters, 0, sizeof counters);
    failures = last_failure = 0;
    search_run(&engine, &c, &report);
    toy_close(&program);
}

static void sample(const struct search *search, const struct toy_program *p, uint32_t depth, uint32_t variables, bool permuted)
{
    sample_with(p, (struct search_config){.search = search, .bug_depth = depth, .variables = variables, .permuted = permuted, .seed = seed,
                                          .max_walks = executions});
}

/* --- bugs of a known depth -------------------------------------------------------------------------------------------- */

struct bug {
    const char *name, *text;
    uint32_t    depth;
    uint64_t    threads, steps; /* of an execution, at most, the end of each thread included */
    uint32_t    variables;      /* after whose accesses a thread must be preempted; 0: not said */
    uint64_t    accesses;       /* to those, in an execution at most */
};

/* In a chain two threads have to take turns: each change point is at one step, and each gives a lower priority than the one before. */
static const struct bug bugs[] = {
    {"an order", "x = 1 || r = x; assert r == 1", 1, 2, 4, 0, 0},
    {"the other order", "r = x; assert r == 1 || x = 1", 1, 2, 4, 0, 0},
    {"an order, and a third thread", "x = 1 || y = 1 || r = x; assert r == 1", 1, 3, 6, 0, 0},
    {"an atomicity violation", "x = 1; x = 0 || r = x; assert r != 1", 2, 2, 5, 1, 3},
    {"behind steps that do not matter", "z = 1; z = 2; z = 3; x = 1; x = 0 || w = 1; r = x; assert r != 1", 2, 2, 9, 1, 3},
    {"a chain of three", "x = 1; x = 0; y = 1 || r = x; if r { q = y; assert q != 1 }", 3, 2, 7, 1, 3},
    {"a chain of four", "x = 1; x = 0; y = 1; y = 0 || r = x; if r { q = y; assert q != 1 }", 4, 2, 8, 2, 6},
    {"of a thread that takes over a number", "spawn 1; join 1; spawn 1; x = 1; x = 0; join 1 || r = x; assert r != 1", 2, 3, 11, 0, 0},
    {"beside a thread that polls", "await x || z = 1; z = 0; x = 1 || r = z; assert r != 1", 2, 3, 0, 0, 0},
};

/* Four standard deviations are left to chance. */
static bool enough(uint64_t seen, uint64_t all, double p)
{
    double expected = (double)all * p;
    return (double)seen >= expected - 4 * sqrt(expected);
}

static void report(const char *what, const struct bug *b, bool good)
{
    check_failed_tests += !good;
    printf("%s depth %u, %s: %s\n", good ? "ok" : "FAIL", b->depth, b->name, what);
    fflush(stdout);
}

static void parse(const struct bug *b, struct toy_program *p)
{
    toy_parse(b->text, p);
    p->assert_visible = true;
    if (strstr(b->text, "spawn")) {
        p->spawned_later = threadset_of(1);
        p->reuses = true;
    }
}

/* What one execution finds it with, by what the last search has seen. */
static double promised_once(const struct bug *b, bool bounded)
{
    const struct wire_sampled *n = &counters.sampled;
    double q = (double)n->variables, sets = !bounded ? 1 : b->variables == 1 ? q : q * (q - 1) / 2;
    return 1 / (sets * (double)n->threads * pow(bounded ? (double)b->accesses : (double)n->steps, b->depth - 1));
}

static void holds(const struct bug *b)
{
    struct toy_program p;
    const struct wire_sampled *n = &counters.sampled;
    parse(b, &p);
    sample(&search_pct, &p, b->depth, 0, false);
    double once = promised_once(b, false);
    bool known = n->threads == b->threads && (b->steps == 0 || n->steps == b->steps);
    bool counted = n->promised + 1000 > executions && n->promised < executions && n->cuts == 0;
    if (!known || !counted)
        printf("# %lu threads, %lu steps, %lu promised\n", (unsigned long)n->threads, (unsigned long)n->steps, (unsigned long)n->promised);
    if (!enough(failures, n->promised, once))
        printf("# %lu of %u executions, at least %.1f expected\n", (unsigned long)failures, executions, once * executions);
    report("as often as promised", b, known && counted && enough(failures, n->promised, once));
}

/* A search for each seed, of so many executions that it is promised to half of them, after the few which show how many steps there are.
 * Those do not count, nor does what they have found. */
static void holds_for_seeds(const struct bug *b, bool bounded)
{
    struct toy_program p;
    struct search_config c = {.search = bounded ? &search_pctvb : &search_pct, .bug_depth = b->depth,
                              .variables = bounded ? b->variables : 0, .max_walks = 40};
    double expected = 0, variance = 0;
    uint64_t seen = 0;
    parse(b, &p);
    sample_with(&p, c);
    c.max_walks = 3 + (uint64_t)fmin(ceil(log(2) * (1 / promised_once(b, bounded) - 0.5)), 60);
    for (c.seed = 1; c.seed <= seeds; c.seed++) {
        sample_with(&p, c);
        uint64_t promised = counters.sampled.promised;
        double chance = 1 - pow(1 - promised_once(b, bounded), (double)promised);
        expected += chance;
        variance += chance * (1 - chance);
        seen += last_failure + promised > counters.walks;
    }
    bool good = (double)seen >= expected - 4 * sqrt(variance) && expected > (double)seeds / 50;
    printf("# %lu of %lu seeds, at least %.0f expected\n", (unsigned long)seen, (unsigned long)seeds, expected);
    report(bounded ? "with as many seeds as promised, by its variables" : "with as many seeds as promised", b, good);
}

/* One change point too few never finds it: the depth is what it is said to be. */
static void needs_all(const struct bug *b)
{
    struct toy_program p;
    parse(b, &p);
    sample(&search_pct, &p, b->depth - 1, 0, false);
    report("not with less", b, failures == 0);
}

static void holds_bounded(const struct bug *b)
{
    struct toy_program p;
    const struct wire_sampled *n = &counters.sampled;
    parse(b, &p);
    sample(&search_pctvb, &p, b->depth, b->variables, false);
    double once = promised_once(b, true);
    bool known = n->threads == b->threads && n->accesses >= b->accesses && n->median > 0;
    if (!known || !enough(failures, n->promised, once))
        printf("# %lu of %u executions, at least %.1f expected; %lu variables, %lu accesses\n", (unsigned long)failures, executions,
               once * executions, (unsigned long)n->variables, (unsigned long)n->accesses);
    report("as often as promised, by its variables", b, known && enough(failures, n->promised, once));
    if (b->depth > 3)
        return;
    sample(&search_pctvb, &p, b->depth, b->variables, true);
    report("by its variables, with any priority", b, failures > 0);
}

/* A preemption counts against the variable that was accessed last: fewer variables never show the bug, and by ranks it has as many. */
static void same_variables(const struct bug *b)
{
    struct toy_program p;
    parse(b, &p);
    sample_with(&p, (struct search_config){.search = &search_ranked, .most_c = 3, .most_v = 3, .most_t = 2, .epsilon = 10000000,
                                           .max_walks = executions, .seed = seed});
    if (failures == 0 || ranked_v != b->variables)
        printf("# by ranks: %lu preemptions, %lu variables\n", (unsigned long)ranked_c, (unsigned long)ranked_v);
    report("by ranks after accesses to as many variables", b, failures > 0 && ranked_v == b->variables && ranked_c == b->depth - 1);
    if (b->variables == 1)
        return;
    sample(&search_pctvb, &p, b->depth, b->variables - 1, false);
    report("not with fewer variables", b, failures == 0);
}

/* Executions of one depth until a bug of it would have been found with 99 %. */
static uint64_t until_promised(struct bug b, uint32_t depth, bool bounded)
{
    b.depth = depth;
    b.accesses = counters.sampled.accesses;
    return (uint64_t)ceil(log(100) / promised_once(&b, bounded && depth > 1));
}

/* From depth 1 to that of the bug, each after so many executions as it takes; and no further than it may. */
static void rises(const struct bug *b, bool bounded)
{
    struct toy_program p;
    const struct wire_sampled *n = &counters.sampled;
    struct search_config c = {.search = bounded ? &search_pctvb : &search_pct, .bug_depth = 1, .most_depth = b->depth - 1,
                              .variables = bounded ? b->variables : 0, .seed = seed, .max_walks = executions};
    parse(b, &p);
    sample_with(&p, c);
    report("not with a range up to less", b, failures == 0 && n->depth == b->depth - 1);
    c.most_depth = BUG_DEPTH_MOST;
    sample_with(&p, c);
    uint64_t needed = n->promised, more = until_promised(*b, (uint32_t)n->depth, bounded);
    for (uint32_t depth = 1; depth < n->depth; depth++)
        needed += until_promised(*b, depth, bounded);
    if (needed > executions || needed + 1000 < executions || n->promised >= more || n->depth < b->depth)
        printf("# depth %lu after %u executions: %lu of %lu at it, %lu in all\n", (unsigned long)n->depth, executions,
               (unsigned long)n->promised, (unsigned long)more, (unsigned long)needed);
    report(bounded ? "by its variables, with a range that rises as promised" : "with a range that rises as promised", b, failures > 0 &&
           n->depth >= b->depth && needed <= executions && needed + 1000 >= executions && n->promised < more);
}

/* The paper's figure 6: of a variable that is accessed seldom, where another one is often, the bug shows sooner by variables. */
static void seldom(void)
{
#define OFTEN "z = 1; z = 2; z = 3; z = 1; z = 2; z = 3; z = 1; z = 2; z = 3; z = 0; "
    static const struct bug b = {.name = "a variable accessed seldom", .depth = 2, .text =
        OFTEN OFTEN "x = 1; x = 0 || " OFTEN OFTEN "r = x; assert r != 1"};
    struct toy_program p;
    parse(&b, &p);
    sample(&search_pct, &p, b.depth, 0, false);
    uint64_t plain = failures;
    sample(&search_pctvb, &p, b.depth, 1, false);
    if (failures < 2 * plain)
        printf("# %lu, and %lu by variables, of which there are %lu\n", (unsigned long)plain, (unsigned long)failures,
               (unsigned long)counters.sampled.variables);
    report("twice as often by variables", &b, failures >= 2 * plain && plain > 0);
}

/* Any change point may give the lower priority: the first thread is to be preempted first, and the second, preempted later for the third,
 * to go on before it. One order of priorities, and two change points, show that. */
static void either_is_lower(void)
{
    static const struct bug b = {.name = "a later change to a higher priority", .depth = 3, .text =
        "x = 1; x = 0 || r = x; if r { r = y; unless r { r = y; if r { q = x; assert q != 1 } } } || y = 1"};
    struct toy_program p;
    parse(&b, &p);
    sample(&search_pct, &p, b.depth, 0, false);
    double once = 1 / (6 * pow((double)counters.sampled.steps, 2));
    printf("# %lu of %u executions, at least %.1f expected\n", (unsigned long)failures, executions, once * executions);
    report("as often as priorities and change points say", &b, enough(failures, counters.sampled.promised, once) && failures > 0);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        executions = (unsigned)strtoul(argv[1], NULL, 0);
    if (argc > 2)
        seed = strtoul(argv[2], NULL, 0);
    if (argc > 3)
        seeds = strtoul(argv[3], NULL, 0);
    if (!engine_open(&engine))
        return 2;
    for (size_t i = 0; i < sizeof bugs / sizeof *bugs; i++)
        holds(&bugs[i]);
    for (size_t i = 0; i < sizeof bugs / sizeof *bugs; i++)
        if (bugs[i].depth > 1 && !strstr(bugs[i].text, "spawn") && !strstr(bugs[i].text, "await"))
            needs_all(&bugs[i]);
    for (size_t i = 0; i < sizeof bugs / sizeof *bugs; i++)
        if (bugs[i].variables > 0)
            holds_bounded(&bugs[i]);
    for (size_t i = 0; i < sizeof bugs / sizeof *bugs; i++)
        if (bugs[i].variables > 0)
            same_variables(&bugs[i]);
    for (size_t i = 0; i < sizeof bugs / sizeof *bugs; i++)
        for (unsigned bounded = 0; bugs[i].variables == 1 && bounded < 2; bounded++)
            rises(&bugs[i], bounded);
    for (size_t i = 0; i < sizeof bugs / sizeof *bugs; i++)
        if (bugs[i].steps > 0)
            holds_for_seeds(&bugs[i], false);
    for (size_t i = 0; i < sizeof bugs / sizeof *bugs; i++)
        if (bugs[i].variables > 0)
            holds_for_seeds(&bugs[i], true);
    seldom();
    either_is_lower();
    engine_close(&engine);
    return check_status();
}
