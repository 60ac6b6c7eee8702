/* test_estimate.c - intervals against values from tables and textbooks. */
/* sources: src/tool/commands/census/estimate.c */
/* libraries: -lm */
#include "check.h"
#include "tool/commands/census/estimate.h"

static bool near(double got, double wanted)
{
    double off = got > wanted ? got - wanted : wanted - got;
    if (off > 0.0006)
        printf("    %.5f, not %.5f\n", got, wanted);
    return off <= 0.0006;
}

static void wilson(void)
{
    struct estimate e = estimate_ratio(10, 100);
    CHECK(e.known && near(e.value, 0.1) && near(e.low, 0.0552) && near(e.high, 0.1744));
    e = estimate_ratio(0, 100);
    CHECK(e.low == 0 && near(e.high, 0.0370));
    e = estimate_ratio(100, 100);
    CHECK(e.high == 1 && near(e.low, 0.9630));
    e = estimate_ratio(1, 1);
    CHECK(e.high == 1 && near(e.low, 0.2065));
    e = estimate_ratio(500000, 1000000);
    CHECK(near(e.low, 0.499) && near(e.high, 0.501));
    CHECK(!estimate_ratio(0, 0).known);
}

/* n numbers whose mean is 0 and whose standard deviation is √n: the interval is ±t. */
static double student_of(unsigned n)
{
    return estimate_mean(n, 0, (double)n * (n - 1)).high;
}

static void student(void)
{
    CHECK(near(student_of(2), 12.7062) && near(student_of(3), 4.3027) && near(student_of(5), 2.7764) && near(student_of(6), 2.5706));
    CHECK(near(student_of(7), 2.4469) && near(student_of(10), 2.2622) && near(student_of(13), 2.1788) &&
           near(student_of(31), 2.0423) && near(student_of(121), 1.9799));
    CHECK(near(student_of(1000000), 1.9600));
    struct estimate e = estimate_mean(5, 15, 55); /* 1 to 5 */
    CHECK(near(e.value, 3) && near(e.low, 1.0368) && near(e.high, 4.9632));
    e = estimate_mean(1, 7, 49);
    CHECK(e.known && !e.bounded && near(e.value, 7));
    CHECK(!estimate_mean(0, 0, 0).known);
    e = estimate_mean(3, 6, 12); /* 2, 2, 2: rounding must not make a root of less than nothing */
    CHECK(near(e.low, 2) && near(e.high, 2));
}

int main(void)
{
    TEST(wilson);
    TEST(student);
    return check_status();
}
