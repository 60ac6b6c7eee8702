/* statistics.h - the formulas of the paper on DFS-RB, sections 5 to 9: pure functions of numbers. Where the paper leaves room: ranks that
 * are equal are averaged (its tables have 189.5), and scores over programs are products, as it prints for the first one. */
#ifndef MZ_APPS_LAB_STATISTICS_H
#define MZ_APPS_LAB_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

/* Of n numbers; σ is that of the numbers at hand. All 0 without a number. */
struct summary {
    double mean, least, most, deviation;
};
struct summary summary_of(const double *numbers, size_t n);

/* Coefficient of variation: σ/µ; 0 where µ is 0. */
double variation_of(const struct summary *summary);

/* --- section 6.1: scores, of one program; those of several are multiplied. A lower one is better; ∞ fails ------------------ */

double score_of_success(double runs, double found);         /* 100 / errp: runs that are needed to find an error */
double score_of_distance(double average, double best);      /* from the best average of all configurations */
double score_of_variation(const struct summary *summary);   /* 1 + cov */

/* The best becomes 1, others in proportion; what is infinite stays so. */
void normalize(double *scores, size_t n);

/* ranks[i]: position of scores[i], from 1, lowest first; those that are equal share the average of their positions. */
void ranks_of(const double *scores, double *ranks, size_t n);

/* Spearman's ρ by the paper's expression, 1 - 6 Σ d² / (n(n² - 1)); 1 if n < 2. */
double spearman(const double *ranks, const double *others, size_t n);

/* Vargha and Delaney's Â12 = (s1/m - (m+1)/2)/n of m and n numbers, both sorted, ascending; failed runs are ∞. Below 0.5 the first is
 * likelier to be smaller, that is better. 0.5 if there are no numbers. */
double a12(const double *first, size_t m, const double *second, size_t n);

/* --- section 9.3 and 9.4: a technique alone, and together with DFS-RB -------------------------------------------------------- */

struct comparison {
    unsigned pairs, alone_failed, together_failed, both, together_better; /* `both` found an error; of them, `together` with less */
};
/* ∞: no error was found. */
void comparison_add(struct comparison *c, double alone, double together);

/* The value at a fraction of sorted numbers: 0.5 is the median, the mean of the two in the middle. 0 without a number. */
double quantile(const double *sorted, size_t n, double fraction);

int by_value(const void *a, const void *b); /* for qsort of doubles */

#endif
