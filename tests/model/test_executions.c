/* test_executions.c - how many executions do reductions explore that match no states? Those with sleep sets explore one of each
 * Mazurkiewicz trace to its end. */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c src/model/op.c */
/* sources: src/model/rb_tuple.c src/search/ src/reduce/ src/property/deadlock.c src/property/livelock.c tests/toy/ */
/* compile: -O2 */
#include <string.h>

#include "check.h"
#include "oracle.h"
#include "toy_parse.h"
#include "traces.h"

static const struct reduction *const all[] = {&reduction_sleep, &reduction_dpor, &reduction_source_dpor, NULL};

static uint64_t executions(const struct reduction *r, const struct toy_program *p)
{
    struct oracle_search search = {.name = r->name, .driver = &search_dfs, .reduction = r};
    struct oracle_result result;
    oracle_run(&search, p, UINT64_MAX, &result);
    oracle_free(&result);
    return result.executions;
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
            uint64_t explored = executions(*r, &p);
            bool right = *r == &reduction_dpor ? explored >= y->traces : explored == y->traces;
            if (!right)
                printf("    %s: %lu executions of %s\n", (*r)->name, (unsigned long)explored, y->name);
            CHECK(right);
        }
}

int main(void)
{
    TEST(known_numbers);
    return check_status();
}
