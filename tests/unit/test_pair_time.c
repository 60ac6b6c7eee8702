/* test_pair_time.c - how `mazurka diff` divides a time among pairs. */
/* sources: src/apps/diff/pair_time.c */
#include "apps/diff/pair_time.h"
#include "check.h"

static void without_a_budget(void)
{
    struct pair_time t = {.pair_ms = 10000, .jobs = 2, .waiting = 3};
    for (int i = 0; i < 5; i++)
        CHECK_EQ(pair_time_take(&t, 100 + i), 10000);
    CHECK(!pair_time_allows(&t, 100, 1, 1));
}

static void shares(void)
{
    struct pair_time t = {.budget_ms = 4000, .jobs = 2, .waiting = 8};
    CHECK_EQ(pair_time_take(&t, 100), 920);    /* two at a time for four seconds, among eight, each with its start */
    CHECK_EQ(t.waiting, 7);
    CHECK_EQ(pair_time_take(&t, 100.5), 920);  /* seven share seven seconds */
    t.waiting = 1;
    CHECK_EQ(pair_time_take(&t, 101), 2920);   /* the last has what is left, not twice that */
    t.waiting = 100;
    CHECK_EQ(pair_time_take(&t, 101), 50);     /* no pair has less */
    t.waiting = 2;
    CHECK_EQ(pair_time_take(&t, 200), 50);     /* nor when the time is over */
}

static void with_both_limits(void)
{
    struct pair_time t = {.pair_ms = 700, .budget_ms = 4000, .jobs = 1, .waiting = 2};
    CHECK_EQ(pair_time_take(&t, 100), 700);
    t.pair_ms = 30;
    t.waiting = 1000;
    CHECK_EQ(pair_time_take(&t, 100), 30);
}

static void once_more(void)
{
    struct pair_time t = {.budget_ms = 4000, .jobs = 2, .waiting = 8};
    pair_time_take(&t, 100);
    CHECK(pair_time_allows(&t, 101, 1, 1000));
    CHECK(!pair_time_allows(&t, 101, 1, 2000));
    CHECK(!pair_time_allows(&t, 101, 8, 1000));
    CHECK(!pair_time_allows(&t, 110, 1, 1));
}

int main(void)
{
    TEST(without_a_budget);
    TEST(shares);
    TEST(with_both_limits);
    TEST(once_more);
    return check_status();
}
