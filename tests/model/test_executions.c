/* test_executions.c - how many executions do reductions explore that match no states? Those with sleep sets explore one of each
 * Mazurkiewicz trace to its end; the optimal one begins no other. */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/ tests/toy/ */
/* compile: -O2 */
#include <string.h>

#include "check.h"
#include "oracle.h"
#include "toy_parse.h"
#include "toy_random.h"
#include "traces.h"

enum { MOST_STATES = 10000 };

static const struct reduction *const all[] = {&reduction_sleep, &reduction_dpor, &reduction_source_dpor, &reduction_optimal_dpor, NULL};

/* The optimal one takes operations that may only look for writes: so they are here, so that the numbers can be compared. */
static struct oracle_result run(const struct reduction *r, const struct toy_program *p, uint64_t most_states)
{
    struct oracle_search search = {.name = r->is->name, .driver = &search_dfs, .reduction = r, .never_looks = true};
    struct oracle_result result;
    oracle_run(&search, p, most_states, &result);
    oracle_free(&result);
    return result;
}

/* That the first thread ends before others is something that these could see: it joins them. */
static void parse(const char *program, struct toy_program *p)
{
    char text[1000] = "";
    if (strncmp(program, "join", 4) != 0) {
        unsigned threads = 1;
        for (const char *bar = program; (bar = strstr(bar, "||")); bar++)
            threads++;
        for (unsigned t = 1; t <= threads; t++)
            snprintf(text + strlen(text), sizeof text - strlen(text), "join %u%s", t, t < threads ? "; " : " || ");
    }
    snprintf(text + strlen(text), sizeof text - strlen(text), "%s", program);
    toy_parse(text, p);
}

static void known_numbers(void)
{
    for (const struct traced *y = traced; y->name; y++)
        for (const struct reduction *const *r = all; *r; r++) {
            struct toy_program p;
            parse(y->program, &p);
            struct oracle_result o = run(*r, &p, UINT64_MAX);
            bool right = *r == &reduction_dpor ? o.executions >= y->traces : o.executions == y->traces;
            right &= *r != &reduction_optimal_dpor || o.given_up == 0;
            if (!right)
                printf("    %s: %lu executions of %s, %lu given up\n", (*r)->is->name, o.executions, y->name, o.given_up);
            CHECK(right);
        }
}

/* --- families of programs --------------------------------------------------------------------------------------------- */

static void add(struct toy_program *p, tid t, struct toy_statement x)
{
    p->code[t][p->length[t]++] = x;
}

/* The first thread joins the others. */
static struct toy_program joined(unsigned others)
{
    struct toy_program p = {.threads = others + 1};
    for (unsigned u = 1; u <= others; u++)
        add(&p, 0, (struct toy_statement){.code = TOY_JOIN, .object = (uint8_t)u});
    return p;
}

static struct toy_program mutex_counter(unsigned n)
{
    struct toy_program p = joined(n);
    for (tid t = 1; t <= n; t++) {
        add(&p, t, (struct toy_statement){.code = TOY_LOCK});
        add(&p, t, (struct toy_statement){.code = TOY_ADD, .a = 1});
        add(&p, t, (struct toy_statement){.code = TOY_UNLOCK});
    }
    return p;
}

/* Thread j reads array[j - 1] and writes array[j]; another one looks for the last zero from behind. */
static struct toy_program lastzero(unsigned n)
{
    struct toy_program p = joined(n + 1);
    for (unsigned k = n; k >= 1; k--) {
        add(&p, n + 1, (struct toy_statement){.code = TOY_READ, .object = (uint8_t)k});
        add(&p, n + 1, (struct toy_statement){.code = TOY_BRANCH, .a = 0, .target = (uint8_t)(2 * n)});
    }
    for (tid j = 1; j <= n; j++) {
        add(&p, j, (struct toy_statement){.code = TOY_READ, .object = (uint8_t)(j - 1)});
        add(&p, j, (struct toy_statement){.code = TOY_WRITE, .object = (uint8_t)j, .a = 1});
    }
    return p;
}

/* Pairs of threads that want one cell: who comes second takes the next, which is nobody else's. */
static struct toy_program indexer(unsigned pairs)
{
    struct toy_program p = joined(2 * pairs);
    for (tid t = 1; t <= 2 * pairs; t++) {
        uint8_t cell = (uint8_t)((t - 1) / 2 * 2);
        add(&p, t, (struct toy_statement){.code = TOY_CAS, .object = cell, .a = 0, .b = 1});
        add(&p, t, (struct toy_statement){.code = TOY_BRANCH, .a = 1, .target = 3});
        add(&p, t, (struct toy_statement){.code = TOY_CAS, .object = (uint8_t)(cell + 1), .a = 0, .b = 1});
    }
    return p;
}

/* Each adds to the variable or does not: of k that do there are k! orders, for every set of k. */
static struct toy_program choosers(unsigned n)
{
    struct toy_program p = joined(n);
    for (tid t = 1; t <= n; t++) {
        add(&p, t, (struct toy_statement){.code = TOY_CHOOSE, .a = 2});
        add(&p, t, (struct toy_statement){.code = TOY_BRANCH, .a = 0, .target = 3});
        add(&p, t, (struct toy_statement){.code = TOY_ADD, .a = 1});
    }
    return p;
}

static void optimal_explores(struct toy_program p, uint64_t traces)
{
    struct oracle_result o = run(&reduction_optimal_dpor, &p, UINT64_MAX);
    CHECK_EQ(o.executions, traces);
    CHECK_EQ(o.given_up, 0);
}

static void families(void)
{
    for (unsigned n = 2, factorial = 2; n <= 7; n++, factorial *= n)
        optimal_explores(mutex_counter(n), factorial);
    for (unsigned n = 2; n <= 6; n++)
        optimal_explores(lastzero(n), (n + 3) << (n - 2));
    for (unsigned pairs = 1; pairs <= 3; pairs++)
        optimal_explores(indexer(pairs), 1u << pairs);
}

/* Steps with several outcomes: no trace is explored twice, and none is missed. */
static void outcomes(void)
{
    static const unsigned traces[] = {1, 2, 5, 16, 65, 326};
    for (unsigned n = 1; n <= 5; n++) {
        struct toy_program p = choosers(n);
        for (const struct reduction *const *r = all; *r; r++) {
            struct oracle_result o = run(*r, &p, UINT64_MAX);
            CHECK(*r == &reduction_dpor ? o.executions >= traces[n] : o.executions == traces[n]);
            CHECK(o.finished);
        }
    }
}

/* Without state matching the lazy and the eager form know the same of what lies below. */
static void lazy_is_eager(void)
{
    struct rng rng;
    rng_seed(&rng, 1);
    for (unsigned i = 0; i < 100; i++) {
        struct toy_program p;
        toy_random(&p, toy_class_find("lock-deadlock"), &rng);
        struct oracle_result lazy = run(&reduction_dlspor_stateless, &p, MOST_STATES);
        struct oracle_result eager = run(&reduction_despor_stateless, &p, MOST_STATES);
        CHECK(lazy.finished == eager.finished && (!lazy.finished || lazy.executions == eager.executions));
        CHECK(!lazy.finished || lazy.executions >= run(&reduction_sleep, &p, UINT64_MAX).executions);
    }
}

/* A step that fails covers nothing of what others do after it. */
static void failing_steps(void)
{
    struct toy_program p;
    struct oracle_result all_there_is;
    toy_parse("r = x; unless r { unlock m } || post 0; r = add x 1 || r = x", &p);
    p.strict = p.assert_visible = true;
    oracle_run(&oracle_plain, &p, UINT64_MAX, &all_there_is);
    for (const struct reduction *const *r = all; *r; r++) {
        struct oracle_search search = {.name = (*r)->is->name, .driver = &search_dfs, .reduction = *r};
        struct oracle_result result;
        bool more;
        oracle_run(&search, &p, UINT64_MAX, &result);
        CHECK(oracle_lost(&p, &all_there_is, &result, &more) == 0 && !more && result.finished);
        oracle_free(&result);
    }
    oracle_free(&all_there_is);
}

/* --- what was left out ------------------------------------------------------------------------------------------------- */

static unsigned entered;

static threadset leave_out_at_first(struct reducing *r)
{
    r->partial |= entered++ == 0;
    return r->nodes[r->depth].enabled;
}

/* What an earlier run left out says nothing about the last one. */
static void each_run_counts(void)
{
    static const struct reduction_kind kind = {.name = "careless"};
    static const struct reduction careless = {.is = &kind, .keeps = KEEPS_FAULTS, .enter = leave_out_at_first};
    struct toy_program p;
    toy_parse("x = 1 || x = 2", &p);
    for (unsigned runs = 1; runs <= 2; runs++) {
        struct oracle_search search = {.name = kind.name, .driver = &search_dfs, .reduction = &careless, .runs = runs};
        struct oracle_result result;
        entered = 0;
        oracle_run(&search, &p, UINT64_MAX, &result);
        CHECK_EQ(result.finished, runs == 2);
        oracle_free(&result);
    }
}

/* --- random programs --------------------------------------------------------------------------------------------------- */

/* On random programs those with sleep sets agree, and the optimal one gives up nothing if threads wait for nothing but locks. */
static struct toy_program behind_joins(const struct toy_program *of)
{
    struct toy_program p = *of, joins = joined(of->threads);
    p.threads++;
    memcpy(p.code[1], of->code[0], sizeof p.code - sizeof p.code[0]);
    memcpy(p.length + 1, of->length, sizeof p.length - 1);
    memcpy(p.code[0], joins.code[0], sizeof p.code[0]);
    p.length[0] = joins.length[0];
    return p;
}

static void agree_on(const char *class, unsigned count, bool locks_only)
{
    struct rng rng;
    rng_seed(&rng, 1);
    for (unsigned i = 0; i < count; i++) {
        struct toy_program p;
        toy_random(&p, toy_class_find(class), &rng);
        p = behind_joins(&p);
        struct oracle_result sleep = run(&reduction_sleep, &p, MOST_STATES);
        if (!sleep.finished)
            continue;
        struct oracle_result source = run(&reduction_source_dpor, &p, MOST_STATES), optimal = run(&reduction_optimal_dpor, &p, MOST_STATES);
        if (!source.finished || !optimal.finished)
            continue;
        bool right = source.executions == sleep.executions && optimal.executions == sleep.executions;
        right &= !locks_only || optimal.given_up == 0;
        if (!right)
            printf("    %s %u: executions with sleep %lu, source-dpor %lu (%lu given up), optimal-dpor %lu (%lu given up)\n", class, i,
                   sleep.executions, source.executions, source.given_up, optimal.executions, optimal.given_up);
        CHECK(right);
    }
}

static void random_programs(void)
{
    agree_on("nolock", 200, true);
    agree_on("lock-dfree", 200, true);
    agree_on("lock-deadlock", 200, true);
    agree_on("assert-stop", 100, true);
    agree_on("trylock", 100, false);
    agree_on("semaphore", 100, false);
    agree_on("rwlock", 100, false);
    agree_on("condvar", 100, false);
    agree_on("choice", 100, false);
    agree_on("timed", 50, false);
    agree_on("spurious", 30, false);
}

int main(void)
{
    TEST(known_numbers);
    TEST(families);
    TEST(outcomes);
    TEST(lazy_is_eager);
    TEST(failing_steps);
    TEST(each_run_counts);
    TEST(random_programs);
    return check_status();
}
