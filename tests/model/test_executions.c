/* test_executions.c - how many executions do reductions explore that match no states? Those with sleep sets explore one of each
 * Mazurkiewicz trace to its end; the optimal one begins no other. */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c src/model/op.c */
/* sources: src/model/rb_tuple.c src/search/ src/reduce/ src/property/deadlock.c src/property/livelock.c tests/toy/ */
/* compile: -O2 */
#include <string.h>

#include "check.h"
#include "oracle.h"
#include "toy_parse.h"
#include "toy_random.h"
#include "traces.h"

static const struct reduction *const all[] = {&reduction_sleep, &reduction_dpor, &reduction_source_dpor, &reduction_optimal_dpor, NULL};

static struct oracle_result run(const struct reduction *r, const struct toy_program *p)
{
    struct oracle_search search = {.name = r->name, .driver = &search_dfs, .reduction = r};
    struct oracle_result result;
    oracle_run(&search, p, 10000, &result);
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
            struct oracle_result o = run(*r, &p);
            bool right = *r == &reduction_dpor ? o.executions >= y->traces : o.executions == y->traces;
            right &= *r != &reduction_optimal_dpor || o.given_up == 0;
            if (!right)
                printf("    %s: %lu executions of %s, %lu given up\n", (*r)->name, o.executions, y->name, o.given_up);
            CHECK(right);
        }
}

/* On random programs those with sleep sets agree, and the optimal one gives up nothing if threads wait for nothing but locks. */
static void agree_on(const char *class, unsigned count, bool locks_only)
{
    struct rng rng;
    rng_seed(&rng, 1);
    for (unsigned i = 0; i < count; i++) {
        struct toy_program p;
        toy_random(&p, toy_class_find(class), &rng);
        struct oracle_result sleep = run(&reduction_sleep, &p), source = run(&reduction_source_dpor, &p);
        struct oracle_result optimal = run(&reduction_optimal_dpor, &p);
        if (!sleep.finished || !source.finished || !optimal.finished)
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
    agree_on("spawn-join", 200, true);
    agree_on("trylock", 100, false);
    agree_on("semaphore", 100, false);
    agree_on("rwlock", 100, false);
    agree_on("condvar", 100, false);
    agree_on("cancel+reuse", 100, false);
    agree_on("choice", 100, false);
}

int main(void)
{
    TEST(known_numbers);
    TEST(random_programs);
    return check_status();
}
