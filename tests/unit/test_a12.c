/* test_a12.c - Â12, by the expression that the paper on DFS-RB prints. */
/* sources: src/apps/lab/a12.c */
/* libraries: -lm */
#include <math.h>
#include <stdbool.h>

#include "apps/lab/a12.h"
#include "check.h"

static bool near(double got, double wanted)
{
    double off = got > wanted ? got - wanted : wanted - got;
    bool is = off <= 1e-9 + 1e-9 * (wanted > 0 ? wanted : -wanted);
    if (!is)
        printf("    %.12g, not %.12g\n", got, wanted);
    return is;
}

/* Section 6.2: below 0.5 the first is likelier to be better. By the printed expression: m = 3, n = 2, ranks 1, 3, 4 of the first: 8. */
static void pairwise(void)
{
    const double first[] = {10, 30, 40}, second[] = {20, 50}, failed[] = {INFINITY, INFINITY}, some[] = {5, INFINITY};
    CHECK(near(a12(first, 3, second, 2), (8 / 3.0 - 2) / 2));
    CHECK(near(a12(second, 2, first, 3), 1 - (8 / 3.0 - 2) / 2));
    CHECK(near(a12(first, 3, first, 3), 0.5) && near(a12(failed, 2, failed, 2), 0.5));
    CHECK(near(a12(first, 3, failed, 2), 0) && near(a12(failed, 2, first, 3), 1));
    CHECK(near(a12(some, 2, failed, 2), 0.25) && near(a12(failed, 2, some, 2), 0.75));
    CHECK(near(a12(first, 0, second, 2), 0.5));
}

int main(void)
{
    TEST(pairwise);
    return check_status();
}
