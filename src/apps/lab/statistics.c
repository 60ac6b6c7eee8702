/* statistics.c - see statistics.h. */
#include "apps/lab/statistics.h"

#include <math.h>
#include <stdlib.h>

int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct summary summary_of(const double *numbers, size_t n)
{
    struct summary s = {0};
    double squares = 0;
    for (size_t i = 0; i < n; i++) {
        s.mean += numbers[i] / (double)n;
        s.least = i == 0 || numbers[i] < s.least ? numbers[i] : s.least;
        s.most = i == 0 || numbers[i] > s.most ? numbers[i] : s.most;
    }
    for (size_t i = 0; i < n; i++)
        squares += (numbers[i] - s.mean) * (numbers[i] - s.mean);
    s.deviation = n ? sqrt(squares / (double)n) : 0;
    return s;
}

double variation_of(const struct summary *s)
{
    return s->mean > 0 ? s->deviation / s->mean : 0;
}

double score_of_success(double runs, double found)
{
    return found > 0 ? runs / found : INFINITY;
}

double score_of_distance(double average, double best)
{
    return isinf(average) ? INFINITY : best > 0 ? average / best : 1;
}

double score_of_variation(const struct summary *s)
{
    return 1 + variation_of(s);
}

void normalize(double *scores, size_t n)
{
    double best = INFINITY;
    for (size_t i = 0; i < n; i++)
        best = scores[i] < best ? scores[i] : best;
    for (size_t i = 0; i < n && best > 0 && !isinf(best); i++)
        scores[i] /= best;
}

struct placed {
    double score;
    size_t at;
};

static int by_score(const void *a, const void *b)
{
    return by_value(&((const struct placed *)a)->score, &((const struct placed *)b)->score);
}

void ranks_of(const double *scores, double *ranks, size_t n)
{
    struct placed *all = calloc(n + 1, sizeof *all);
    for (size_t i = 0; i < n; i++)
        all[i] = (struct placed){scores[i], i};
    qsort(all, n, sizeof *all, by_score);
    for (size_t first = 0, end; first < n; first = end) {
        for (end = first + 1; end < n && all[end].score <= all[first].score; end++)
            ;
        for (size_t i = first; i < end; i++)
            ranks[all[i].at] = (double)(first + 1 + end) / 2;
    }
    free(all);
}

double spearman(const double *ranks, const double *others, size_t n)
{
    double squares = 0, count = (double)n;
    for (size_t i = 0; i < n; i++)
        squares += (ranks[i] - others[i]) * (ranks[i] - others[i]);
    return n < 2 ? 1 : 1 - 6 * squares / (count * (count * count - 1));
}

/* The ranks of the first among all: those below, and half of those that are equal, count. Two steps through sorted numbers, not a sort: a
 * study has hundreds of millions of pairs. */
double a12(const double *first, size_t m, const double *second, size_t n)
{
    double above = 0; /* pairs in which the first is larger, and half of those in which it is equal */
    size_t below = 0, upto = 0;
    if (m == 0 || n == 0)
        return 0.5;
    if (first[m - 1] < second[0])
        return 0;
    if (second[n - 1] < first[0])
        return 1;
    for (size_t i = 0; i < m; i++) {
        while (below < n && second[below] < first[i])
            below++;
        while (upto < n && second[upto] <= first[i])
            upto++;
        above += ((double)below + (double)upto) / 2;
    }
    double count = (double)m, s1 = above + count * (count + 1) / 2; /* the sum of the ranks of the first */
    return (s1 / count - (count + 1) / 2) / (double)n;
}

void comparison_add(struct comparison *c, double alone, double together)
{
    bool one = !isinf(alone), other = !isinf(together);
    c->pairs++;
    c->alone_failed += !one;
    c->together_failed += !other;
    c->both += one && other;
    c->together_better += one && other && together < alone;
}

double quantile(const double *sorted, size_t n, double fraction)
{
    if (n == 0)
        return 0;
    double at = fraction * (double)(n - 1), low = floor(at);
    size_t i = (size_t)low, next = i + 1 < n ? i + 1 : i;
    return sorted[i] + (at - low) * (sorted[next] - sorted[i]);
}
