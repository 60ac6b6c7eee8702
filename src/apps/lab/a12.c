/* a12.c - see a12.h. */
#include "apps/lab/a12.h"

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
