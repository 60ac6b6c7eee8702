/* test_ranked.c - what --search=ranked makes are the executions of algorithm 1 (Bindal, Bansal, Lal 2013), and what it promises holds:
 * the number of permutations is the least that the lemma allows, the paper's figures are found at their ranks, bugs of a known
 * rank by at least the share of seeds that was promised, orders of threads with as many of 10,000 seeds as the permutations that were
 * made promise, and sound pruning loses nothing.
 *
 *     test_ranked [PROGRAMS [SEED [SEEDS]]]
 */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/ tests/toy/ tests/model/ranked_algorithm.c */
/* libraries: -lm */
/* compile: -O2 */
/* and: sanitized */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "ranked_algorithm.h"
#include "search/drivers/ranked.h"
#include "search/search.h"
#include "state_set.h"
#include "toy_parse.h"
#include "toy_pieces.h"

enum { PATH = 1 << 12, PROFILING = 10 /* executions that only see what there is */ };

static unsigned programs = CHECK_SANITIZED ? 10 : 60;
static uint64_t seed = 1, seeds = CHECK_SANITIZED ? 500 : 10000;

static struct engine engine;
static struct wire_decision path[PATH];
static uint64_t path_count;
static struct wire_counters counters;
static uint64_t found_bugs;

/* --- running the engine ----------------------------------------------------------------------------------------------- */

static struct lts toy; /* what the one that is searched stands in front of */
static struct schedules made;
static uint64_t executions;
static char steps[MOST_STEPS + 1];
static size_t step_count;
static uint64_t variables[TOY_VARS + TOY_MUTEXES + 8]; /* that were accessed */
static unsigned variable_count;


static void note_variable(uint64_t variable)
{
    for (unsigned i = 0; i < variable_count; i++)
        if (variables[i] == variable)
            return;
    if (variable != 1)
        variables[variable_count++] = variable;
}

static void recording_step(void *self, tid t, unsigned choice)
{
    note_variable(variable_of(toy.next(self, t)));
    steps[step_count++ % MOST_STEPS] = (char)('0' + t);
    toy.step(self, t, choice);
}

static void end_execution(void)
{
    if (step_count > 0 && ++executions > PROFILING)
        keep_schedule(&made, steps, step_count);
    step_count = 0;
}

static void recording_rewind(void *self, const struct mark *m)
{
    end_execution();
    toy.rewind(self, m);
}

static void found(void *host, const struct fault *f, uint64_t count)
{
    (void)host, (void)f, (void)count;
    found_bugs++;
}

static struct search_config ranked_config(unsigned c, unsigned v, unsigned t, double epsilon)
{
    return (struct search_config){.search = &search_ranked, .most_c = c, .most_v = v, .most_t = t, .seed = seed, .max_memory = 64 << 20,
                                  .epsilon = (uint32_t)(epsilon * EPSILON_UNIT), .walk_steps = 10000};
}

static enum wire_verdict explore(const struct toy_program *p, struct search_config c, struct toy_observer observer, bool record)
{
    struct toy program;
    toy_open(&program, p, 0);
    program.observer = observer;
    struct lts lts = toy = toy_lts(&program);
    if (record) {
        lts.step = recording_step;
        lts.rewind = recording_rewind;
    }
    struct search_report report = {.counters = &counters, .path = path, .path_count = &path_count, .path_capacity = PATH, .found = found};
    c.lts = &lts;
    memset(&counters, 0, sizeof counters);
    made.count = executions = found_bugs = variable_count = 0;
    step_count = 0;
    enum wire_verdict verdict = search_run(&engine, &c, &report);
    end_execution();
    toy_close(&program);
    return verdict;
}

static void report(const char *what, bool good)
{
    check_failed_tests += !good;
    printf("%s %s\n", good ? "ok" : "FAIL", what);
    fflush(stdout);
}

static void print_program(const struct toy_program *p)
{
    char text[TOY_TEXT];
    toy_print(p, text);
    printf("%s", text);
}

/* --- how many permutations -------------------------------------------------------------------------------------------- */

static long double lacks(unsigned n, unsigned k, uint64_t count)
{
    long double tuples = 1, factorial = 1;
    for (unsigned i = 0; i < k; i++) {
        tuples *= n - i;
        factorial *= i + 1;
    }
    return tuples * expl((long double)count * log1pl(-1 / factorial));
}

static void least_number(void)
{
    static const unsigned sizes[] = {2, 3, 4, 5, 7, 10, 33, 101, 600, 4000};
    static const uint32_t epsilons[] = {EPSILON_UNIT / 2, EPSILON_UNIT / 100, EPSILON_UNIT / 1000, 1};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (unsigned k = 2; k <= sizes[i] && k <= 8; k++)
            for (unsigned j = 0; j < sizeof epsilons / sizeof *epsilons; j++) {
                long double epsilon = (long double)epsilons[j] / EPSILON_UNIT;
                uint64_t count = permutations_enough(sizes[i], k, epsilons[j]);
                CHECK(lacks(sizes[i], k, count) <= epsilon * (1 + 1e-9L));
                CHECK(lacks(sizes[i], k, count - 1) > epsilon * (1 - 1e-9L));
            }
    CHECK_EQ(permutations_enough(600, 3, EPSILON_UNIT / 100), 131);
    CHECK_EQ(permutations_of(600, 2, EPSILON_UNIT / 100, 1).count, 2);
    CHECK_EQ(permutations_of(3, 3, EPSILON_UNIT / 100, 1).count, 6);
}

/* Do the first `count` of them have every k things in every order? */
static bool have_all_orders(const struct permutations *p, uint64_t count, unsigned k)
{
    static bool there[8 * 8 * 8 * 8];
    uint32_t place[8];
    unsigned seen = 0, all = 1;
    memset(there, 0, sizeof there);
    for (unsigned i = 0; i < k; i++)
        all *= p->n - i;
    for (uint64_t number = 0; number < count; number++) {
        permutations_make(p, number, place);
        for (unsigned tuple = 0; tuple < 1u << (3 * k); tuple++) {
            bool rising = true, valid = (tuple & 7) < p->n;
            for (unsigned i = 1; i < k && valid; i++) {
                unsigned a = tuple >> (3 * (i - 1)) & 7, b = tuple >> (3 * i) & 7;
                valid = b < p->n;
                rising &= valid && place[a] < place[b];
            }
            if (valid && rising && !there[tuple]) {
                there[tuple] = true;
                seen++;
            }
        }
    }
    return seen == all;
}

/* As many as there are to be have all orders as often as promised; as many as the lemma says, as it is printed, have not. */
static void all_orders(void)
{
    unsigned enough = 0, printed = 0, tries = CHECK_SANITIZED ? 200 : 1000;
    for (unsigned i = 0; i < tries; i++) {
        struct permutations p = permutations_of(7, 3, EPSILON_UNIT / 20, i);
        CHECK(!p.all && !p.certain);
        enough += have_all_orders(&p, p.count, 3);
        printed += have_all_orders(&p, (uint64_t)ceil(4 * (log(21) + log(20))) / 2, 3);
    }
    CHECK((double)enough >= 0.95 * tries);
    CHECK((double)printed < 0.5 * tries);
    for (unsigned n = 2; n <= 5; n++)
        for (unsigned i = 0; i < 20; i++) {
            struct permutations two = permutations_of(n, 2, EPSILON_UNIT / 100, i), all = permutations_of(n, n, 1, i);
            CHECK(two.certain && two.count == 2 && have_all_orders(&two, 2, 2));
            CHECK(all.all && all.certain && (n > 4 || have_all_orders(&all, all.count, n)));
        }
}

static struct rng rng;

/* A few threads that end, with a few accesses each. */
static void next_program(struct toy_program *p, unsigned most_threads)
{
    static const enum piece pieces[] = {SIMPLE, SIMPLE, CONDITION, SECTION, NESTED, TRY, WIDE, ASSERTION};
    *p = (struct toy_program){.threads = 2 + rng_below(&rng, most_threads - 1), .assert_visible = rng_below(&rng, 2)};
    for (tid t = 0; t < p->threads; t++) {
        struct writer w = {.program = p, .rng = &rng, .thread = t, .vars = 2, .mutexes = 2};
        for (unsigned i = 0; i < (p->threads == 2 ? 2 : 1) + (p->threads < 4 ? rng_below(&rng, 2) : 0); i++)
            toy_add_piece(&w, pieces[rng_below(&rng, sizeof pieces / sizeof *pieces)]);
    }
}

/* The same schedules; and not if preemptions give other priorities, or the same ones in another order. */
static void as_printed(void)
{
    static struct algorithm a;
    struct toy_program p;
    bool good = true;
    unsigned told_apart[LOWEST + 1] = {0};
    uint64_t schedules = 0;
    rng_seed(&rng, seed);
    for (unsigned i = 0; good && i < programs; i++) {
        unsigned c = 1 + i % 2, v = 1 + i / 2 % 2;
        double epsilon = i % 3 ? 0.5 : 0.001;
        struct search_config config = ranked_config(c, v, 2, epsilon);
        config.ranked_pruning = PRUNING_OFF;
        config.all_faults = true;
        next_program(&p, 4);
        enum wire_verdict verdict = explore(&p, config, (struct toy_observer){0}, true);
        make_set(&made);
        a.program = &p;
        a.variables = variables;
        a.variable_count = variable_count;
        a.seed = seed;
        a.mistake = RIGHT;
        run_all(&a, c, v, epsilon);
        good = same_sets(&a.explored, &made) && (verdict == WIRE_PARTIAL || verdict == WIRE_BUG || executions == 1);
        schedules += made.count;
        if (!good) {
            printf("# c %u, v %u: %zu schedules, algorithm 1 has %zu\n", c, v, made.count, a.explored.count);
            print_program(&p);
        }
        for (a.mistake = REVERSED; a.mistake <= LOWEST; a.mistake++) {
            run_all(&a, c, v, epsilon);
            told_apart[a.mistake] += !same_sets(&a.explored, &made);
        }
    }
    printf("# %lu schedules of %u programs; %u and %u of them tell other priorities apart\n", (unsigned long)schedules, programs,
           told_apart[REVERSED], told_apart[LOWEST]);
    report("the schedules of algorithm 1", good && told_apart[REVERSED] > 0 && told_apart[LOWEST] > 0);
}

/* --- bugs of a known rank --------------------------------------------------------------------------------------------- */

struct bug {
    const char *name, *text;
    unsigned    c, v, t;
};

static const struct bug bugs[] = {
    {"figure 1", "r = x; assert r == 0 || x = 1", 0, 0, 2},
    {"figure 2", "r = x; q = x; unless r { assert q == 0 } || x = 1", 1, 1, 2},
    {"figure 3", "r = x; q = x; if r { assert q == 1 } || x = 1; x = 0", 2, 1, 2},
    {"figure 4", "r = x; q = x; if q { unless r { q = y; assert q != 1 } } || x = 1; y = 1; y = 0", 2, 2, 2},
    {"figure 8", "r = add x 1 || r = add x 1 || r = x; assert r != 2", 0, 0, 3},
    {"figure 9", "r = x; q = x; unless r { assert q != 2 } || r = add x 1 || r = add x 1", 1, 1, 3},
    {"figure 10", "r = x; unless r { r = x; if r { q = y; unless q { q = y; assert q != 1 } } } || x = 1 || y = 1", 2, 2, 3},
    {"an order of three among six", "x = 1 || r = x; if r { y = 1 } || q = y; assert q == 0 || z = 1 || z = 1 || z = 1", 0, 0, 3},
    {"a preemption among five", "x = 1; x = 0 || r = x; assert r != 1 || z = 1 || z = 1 || z = 1", 1, 1, 2},
    {"of a thread that takes over a number", "spawn 1; join 1; spawn 1; x = 1; x = 0; join 1 || r = x; assert r != 1", 1, 1, 2},
};

static void parse(const struct bug *b, struct toy_program *p)
{
    toy_parse(b->text, p);
    p->assert_visible = true;
    if (strstr(b->text, "spawn")) {
        p->spawned_later = threadset_of(1);
        p->reuses = true;
    }
}

static bool finds(const struct toy_program *p, unsigned c, unsigned v, unsigned t, uint64_t number)
{
    struct search_config config = ranked_config(c, v, t, 0.1);
    config.seed = number;
    return explore(p, config, (struct toy_observer){0}, false) == WIRE_BUG;
}

/* With every seed, or as many as were promised; never with fewer preemptions or variables; and its c and v are what they are said to be. */
static void at_its_rank(const struct bug *b)
{
    struct toy_program p;
    unsigned tries = CHECK_SANITIZED ? 10 : 100, seen = 0, ranked = 0, too_soon = 0;
    char name[96];
    parse(b, &p);
    for (unsigned i = 0; i < tries; i++) {
        if (finds(&p, b->c, b->v ? b->v : 1, b->t, i)) {
            seen++;
            ranked += counters.ranked.c == b->c && counters.ranked.v == b->v && counters.ranked.t <= b->t;
        }
        too_soon += b->c > 0 && finds(&p, b->c - 1, b->v, b->t, i);
        too_soon += b->v > 1 && finds(&p, b->c, b->v - 1, b->t, i);
    }
    snprintf(name, sizeof name, "(%u, %u, %u), %s", b->c, b->v, b->t, b->name);
    if ((double)seen < 0.9 * tries || ranked != seen || too_soon)
        printf("# found with %u of %u seeds, at its rank %u, before it %u\n", seen, tries, ranked, too_soon);
    report(name, (double)seen >= 0.9 * tries && ranked == seen && too_soon == 0);
}

/* Two permutations have each order of two threads, and seldom a given one of six. */
static void needs_threads(void)
{
    struct toy_program p;
    unsigned seen = 0;
    toy_parse("x = 1 || r = x; if r { x = 2 } || r = x; if r { r = add x 1 } || r = x; if r { r = add x 1; assert r != 3 }", &p);
    for (unsigned i = 0; i < 100; i++) {
        struct search_config config = ranked_config(0, 1, 2, 0.1);
        config.seed = i;
        explore(&p, config, (struct toy_observer){0}, false);
        seen += found_bugs > 0;
    }
    report("an order of four by luck only, at t = 2", seen < 60);
}

/* --- thread bounding: how many permutations show an order --------------------------------------------------------------- */

/* A bug that shows if `t` threads, of six, come in one order: a permutation has it with the probability 1 / t!. */
struct ordered {
    const char *name, *text;
    unsigned    t;
};

static const struct ordered thread_orders[] = {
    {"the first before the last", "x = 1 || z = 1 || z = 1 || z = 1 || z = 1 || r = x; assert r != 1", 2},
    {"the last before the first", "r = x; assert r != 1 || z = 1 || z = 1 || z = 1 || z = 1 || x = 1", 2},
    {"three, from the last to the first", "q = y; assert q != 1 || z = 1 || z = 1 || r = x; if r { y = 1 } || z = 1 || x = 1", 3},
    {"four, the second one first", "r = x; if r { y = 1 } || x = 1 || z = 1 || r = w; assert r != 1 || z = 1 || q = y; if q { w = 1 }", 4},
};

enum { FIRST_ONES = 5 };

static uint64_t failed_at; /* the first execution to fail, from 1, that had a permutation; 0: none */

static void note_execution(void *self, tid t, unsigned pc)
{
    (void)self, (void)t, (void)pc;
    if (failed_at == 0 && counters.walks > PROFILING)
        failed_at = counters.walks - PROFILING;
}

/* shown[i]: seeds of which the first i permutations show it. */
static void count_seeds(const struct ordered *o, uint64_t shown[FIRST_ONES + 1])
{
    struct toy_program p;
    struct search_config config = ranked_config(0, 1, o->t, 0.001);
    config.all_faults = true;
    config.max_walks = PROFILING + FIRST_ONES;
    toy_parse(o->text, &p);
    for (config.seed = 1; config.seed <= seeds; config.seed++) {
        failed_at = 0;
        explore(&p, config, (struct toy_observer){.failed = note_execution}, false);
        for (uint64_t i = failed_at; i > 0 && i <= FIRST_ONES; i++)
            shown[i]++;
    }
}

/* Four standard deviations are left to chance. The second permutation, the reverse of the first, has all orders of two that this lacks. */
static void as_often_as_promised(const struct ordered *o)
{
    uint64_t shown[FIRST_ONES + 1] = {0};
    double factorial = 1;
    char name[96];
    bool good = true;
    count_seeds(o, shown);
    for (unsigned i = 2; i <= o->t; i++)
        factorial *= i;
    for (unsigned i = 1; i <= FIRST_ONES; i++) {
        double chance = 1 - pow(1 - 1 / factorial, i), expected = (double)seeds * chance;
        good &= (double)shown[i] >= expected - 4 * sqrt(expected * (1 - chance)) && (i == 1 || o->t > 2 || shown[i] == seeds);
        printf("# %u permutations: %lu of %lu seeds, at least %.0f expected\n", i, (unsigned long)shown[i], (unsigned long)seeds, expected);
    }
    snprintf(name, sizeof name, "with as many seeds as promised: %s", o->name);
    report(name, good);
}

/* --- pruning ---------------------------------------------------------------------------------------------------------- */

struct ends {
    struct state_set states;
    uint64_t         failed; /* mask of places */
};

static void note_end(void *self, const struct toy_state *s)
{
    struct ends *e = self;
    struct toy_state left = toy_left(s);
    state_set_add(&e->states, &left);
}

static void note_failure(void *self, tid t, unsigned pc)
{
    ((struct ends *)self)->failed |= 1ull << (8 * t + pc) % 64;
}

static void ends_of(const struct toy_program *p, enum ranked_pruning pruning, unsigned c, unsigned v, struct ends *ends)
{
    struct search_config config = ranked_config(c, v, 3, 1e-9);
    config.ranked_pruning = pruning;
    config.all_faults = true;
    memset(ends, 0, sizeof *ends);
    explore(p, config, (struct toy_observer){.self = ends, .ended = note_end, .deadlocked = note_end, .failed = note_failure}, false);
}

/* With all permutations: what is found without pruning is found with it, of the same rank. */
static void loses_nothing(void)
{
    struct toy_program p;
    bool good = true;
    uint64_t made_all = 0, made_pruned = 0;
    rng_seed(&rng, seed + 1);
    for (unsigned i = 0; good && i < programs; i++) {
        struct ends all, pruned;
        unsigned c = 1 + i % 2, v = 1 + i / 2 % 2;
        next_program(&p, 3);
        ends_of(&p, PRUNING_OFF, c, v, &all);
        made_all += counters.walks;
        ends_of(&p, PRUNING_SOUND, c, v, &pruned);
        made_pruned += counters.walks;
        good = all.failed == pruned.failed && all.states.count == pruned.states.count;
        if (!good) {
            printf("# c %u, v %u: %zu ends, without pruning %zu\n", c, v, pruned.states.count, all.states.count);
            print_program(&p);
        }
        state_set_free(&all.states);
        state_set_free(&pruned.states);
    }
    printf("# %lu executions, without pruning %lu\n", (unsigned long)made_pruned, (unsigned long)made_all);
    report("sound pruning loses nothing", good && 2 * made_pruned < made_all);
}

/* docs/design/searches/ranked.md: the second thread touches no tracked variable, so the graph does not tell when it comes. */
static void printed_loses(void)
{
    struct toy_program p;
    unsigned seen[3] = {0}, tries = CHECK_SANITIZED ? 20 : 100;
    toy_parse("x = 1; x = 0 || y = 1 || r = x; if r { q = y; assert q != 1 }", &p);
    p.assert_visible = true;
    for (unsigned i = 0; i < tries; i++)
        for (enum ranked_pruning pruning = PRUNING_SOUND; pruning <= PRUNING_OFF; pruning++) {
            struct search_config config = ranked_config(1, 1, 3, 1e-9);
            config.seed = i;
            config.ranked_pruning = pruning;
            explore(&p, config, (struct toy_observer){0}, false);
            seen[pruning] += found_bugs > 0;
        }
    printf("# found with %u seeds, as printed with %u, without pruning with %u of %u\n", seen[0], seen[1], seen[2], tries);
    report("as printed loses a bug", seen[PRUNING_SOUND] == tries && seen[PRUNING_OFF] == tries && seen[PRUNING_PRINTED] < tries);
}

/* Bugs that need more than was asked for are found when all that was asked for is covered. */
static void rises_to(const struct bug *b)
{
    struct toy_program p;
    char text[100];
    unsigned seen = 0, tries = 20;
    parse(b, &p);
    snprintf(text, sizeof text, "(%u, %u, %u) behind (0, 1, 2), %s", b->c, b->v, b->t, b->name);
    for (unsigned i = 0; i < tries; i++) {
        struct search_config config = ranked_config(0, 1, 2, 0.1);
        config.seed = i;
        config.rising = true;
        seen += explore(&p, config, (struct toy_observer){0}, false) == WIRE_BUG && counters.ranked.c == b->c && counters.ranked.v == b->v;
    }
    printf("# with %u of %u seeds\n", seen, tries);
    report(text, seen == tries);
}

/* Every rank once, those that need less of something before those that need more, and first those that were asked for. */
static void every_rank_once(void)
{
    static struct ranks ranks;
    static uint8_t t_at[WIRE_RANK_MOST + 1][WIRE_RANK_MOST + 1];
    ranks_begin(&ranks, &(struct ranks_scope){.c = 2, .v = 2, .t = 2, .threads = 4, .epsilon = EPSILON_UNIT / 100, .seed = 1});
    unsigned asked = ranks.count;
    while (ranks_rise(&ranks)) {}
    for (unsigned i = 0; i < ranks.count; i++) {
        const struct rank *r = &ranks.at[i];
        CHECK((r->c <= 2 && r->v <= 2 && r->t == 2) == (i < asked));
        if (!r->final)
            continue;
        CHECK_EQ(r->t, t_at[r->c][r->v] ? t_at[r->c][r->v] + 1 : 2);
        t_at[r->c][r->v] = r->t;
    }
    for (unsigned c = 0; c <= WIRE_RANK_MOST; c++)
        for (unsigned v = c > 0; v <= c; v++)
            CHECK_EQ(t_at[c][v], WIRE_RANK_MOST);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        programs = (unsigned)strtoul(argv[1], NULL, 0);
    if (argc > 2)
        seed = strtoul(argv[2], NULL, 0);
    if (argc > 3)
        seeds = strtoul(argv[3], NULL, 0);
    if (!engine_open(&engine))
        return 2;
    TEST(least_number);
    TEST(all_orders);
    TEST(every_rank_once);
    as_printed();
    for (size_t i = 0; i < sizeof bugs / sizeof *bugs; i++)
        at_its_rank(&bugs[i]);
    for (size_t i = 0; i < sizeof bugs / sizeof *bugs; i++)
        rises_to(&bugs[i]);
    needs_threads();
    for (size_t i = 0; i < sizeof thread_orders / sizeof *thread_orders; i++)
        as_often_as_promised(&thread_orders[i]);
    loses_nothing();
    printed_loses();
    engine_close(&engine);
    return check_status();
}
