/* test_statistics.c - the formulas of a study, on numbers that the paper on DFS-RB prints: what follows from them is what it prints. */
/* sources: src/apps/lab/statistics.c */
/* libraries: -lm */
#include <math.h>

#include "apps/lab/statistics.h"
#include "check.h"

static bool near(double got, double wanted)
{
    double off = got > wanted ? got - wanted : wanted - got;
    bool is = off <= 1e-9 + 1e-9 * (wanted > 0 ? wanted : -wanted);
    if (!is)
        printf("    %.12g, not %.12g\n", got, wanted);
    return is;
}

/* Section 6.2: 238 configurations are successful; the 7682 others share the last place. Table 4 has rank 15 five times: 29 configurations
 * share the first place. It also has halves, 66.5 and 91.5, which an even number of equal ones gives. */
static void ties_share_a_rank(void)
{
    static double scores[7920], ranks[7920];
    for (unsigned i = 0; i < 7920; i++)
        scores[i] = i < 29 ? 1 : i < 238 ? 1.0 + i : (double)INFINITY;
    ranks_of(scores, ranks, 7920);
    CHECK(near(ranks[0], 15) && near(ranks[28], 15) && near(ranks[29], 30) && near(ranks[237], 238));
    CHECK(near(ranks[238], (239 + 7920) / 2.0) && near(ranks[7919], (239 + 7920) / 2.0));
    const double pairs[] = {3, 1, 2, 2, 5};
    double of[5];
    ranks_of(pairs, of, 5);
    CHECK(near(of[0], 4) && near(of[1], 1) && near(of[2], 2.5) && near(of[3], 2.5) && near(of[4], 5));
}

/* Table 4: r = r_e + r_d + r_v, ascending. */
static void combined_ranks(void)
{
    static const double rows[][4] = {{39, 34, 145, 218}, {15, 48, 167, 230}, {66.5, 11, 155, 232.5}, {70, 5, 160, 235}, {15, 49, 171, 235},
                                     {15, 51, 172, 238}, {44, 42, 153, 239}, {47, 44, 150, 241}, {15, 139, 91, 245},
                                     {91.5, 21, 133, 245.5}};
    double sums[10], ranks[10];
    static const double wanted[10] = {1, 2, 3, 4.5, 4.5, 6, 7, 8, 9, 10};
    for (unsigned i = 0; i < 10; i++) {
        sums[i] = rows[i][0] + rows[i][1] + rows[i][2];
        CHECK(near(sums[i], rows[i][3]));
    }
    ranks_of(sums, ranks, 10);
    for (unsigned i = 0; i < 10; i++)
        CHECK(near(ranks[i], wanted[i]));
}

/* Section 6.1: 100 / errp, and the product of it; "an infinite penalty". Table 11: 100 %, table 12: 90 and 80 %. */
static void scores(void)
{
    CHECK(near(score_of_success(100, 100), 1));
    CHECK(near(score_of_success(10, 9) * score_of_success(10, 8), 100 / 90.0 * 100 / 80));
    CHECK(isinf(score_of_success(5, 0)) && isinf(score_of_success(5, 0) * 0.5));
    /* Table 2, Daisy: the median configuration needs 264395 states on average, the best one 17482. */
    CHECK(near(score_of_distance(264395, 17482), 264395.0 / 17482));
    CHECK(near(score_of_distance(17482, 17482), 1) && isinf(score_of_distance(INFINITY, 17482)));
    /* Table 2, RAX Extended: σ = 0 gives the best score, 1. Elevator LA: 119.67 / 250. */
    CHECK(near(score_of_variation(&(struct summary){.mean = 22}), 1));
    CHECK(near(score_of_variation(&(struct summary){.mean = 250, .deviation = 119.67}), 1.47868));
    double some[] = {4, 2, INFINITY, 6};
    normalize(some, 4);
    CHECK(near(some[0], 2) && near(some[1], 1) && isinf(some[2]) && near(some[3], 3));
    double none[] = {INFINITY, INFINITY};
    normalize(none, 2);
    CHECK(isinf(none[0]) && isinf(none[1]));
}

static void summaries(void)
{
    const double numbers[] = {2, 4, 4, 4, 5, 5, 7, 9};
    struct summary s = summary_of(numbers, 8);
    CHECK(near(s.mean, 5) && near(s.deviation, 2) && near(s.least, 2) && near(s.most, 9) && near(variation_of(&s), 0.4));
    s = summary_of(NULL, 0);
    CHECK(near(s.mean, 0) && near(variation_of(&s), 0));
    CHECK(near(quantile(numbers, 8, 0.5), 4.5) && near(quantile(numbers, 8, 0), 2) && near(quantile(numbers, 8, 1), 9));
}

/* Section 6.2: 1 is perfect correlation, -1 full opposition. The example in the middle is a textbook's: ten people, d² of 194. */
static void rank_correlation(void)
{
    double up[238], down[238];
    for (unsigned i = 0; i < 238; i++) {
        up[i] = i + 1;
        down[i] = 238 - i;
    }
    CHECK(near(spearman(up, up, 238), 1) && near(spearman(up, down, 238), -1));
    const double iq[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, hours[] = {1, 6, 8, 7, 10, 9, 3, 5, 2, 4};
    CHECK(near(spearman(iq, hours, 10), -29.0 / 165));
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

/* Tables 11 to 22: the six techniques that the paper also combines, alone and together. Section 9.3: 15 and 7 of 72 find nothing; section
 * 9.4: 53 pairs find something both. In 30 of them together is better by the tables; the text has 29. */
static void comparisons(void)
{
#define NONE INFINITY
    static const double pairs[][2] = {
        {NONE, 451321}, {NONE, 485374}, {NONE, 96900}, {NONE, 17138}, {708569, 279632}, {117695, 669970}, /* Daisy */
        {NONE, 1372}, {663, 6645}, {NONE, 44668}, {NONE, 5579}, {302, 179139}, {66944, 4766},             /* Elevator */
        {474, 45}, {15, 216}, {309, 34}, {189, 68}, {361, 126}, {356, 73},                                /* Alarm Clock */
        {1555, 91}, {46, 38}, {296, 18}, {NONE, NONE}, {27, 22}, {25, 82},                                /* Linked List */
        {60521, 82}, {335, 56}, {8482, 54}, {8473, 46}, {65, 57}, {53, 91},                               /* Producer Consumer */
        {618, 52}, {47, 50}, {74, 31}, {63, 29}, {63, 32}, {30, 110},                                     /* RAX Extended */
        {NONE, 1258}, {224, 440}, {165, 258}, {149, 313}, {179, 1526}, {18478, 1295},                     /* Replicated Workers */
        {NONE, 3405}, {52, 5780}, {NONE, 3539}, {NONE, 3933}, {232, 412}, {349, 4295},                    /* jPapaBench */
        {NONE, 3942}, {14962, 5593}, {NONE, NONE}, {NONE, NONE}, {2911, 6812}, {3427, 3109},              /* Monte Carlo */
        {6777, NONE}, {4601, NONE}, {784, 7355}, {681, 2157}, {1403, 4462}, {2103, NONE},                 /* CDx */
        {24991, 6788}, {14201, 8318}, {22072, 3779}, {19017, 5221}, {9933, 5580}, {6920, 12423},          /* Cache4j */
        {6277, 1629}, {65, 1504}, {2094, 873}, {24, NONE}, {807, 843}, {482, 8671},                       /* QSortMT */
    };
    struct comparison c = {0};
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++)
        comparison_add(&c, pairs[i][0], pairs[i][1]);
    CHECK_EQ(c.pairs, 72);
    CHECK_EQ(c.alone_failed, 15);
    CHECK_EQ(c.together_failed, 7);
    CHECK_EQ(c.both, 53);
    CHECK_EQ(c.together_better, 30);
}

int main(void)
{
    TEST(ties_share_a_rank);
    TEST(combined_ranks);
    TEST(scores);
    TEST(summaries);
    TEST(rank_correlation);
    TEST(pairwise);
    TEST(comparisons);
    return check_status();
}
