/* a12.h - the probability that one of two searches is better: a pure function of numbers. */
#ifndef MZ_APPS_LAB_A12_H
#define MZ_APPS_LAB_A12_H

#include <stddef.h>

/* Vargha and Delaney's Â12 = (s1/m - (m+1)/2)/n of m and n numbers, both sorted, ascending; failed runs are ∞. Below 0.5 the first is
 * likelier to be smaller, that is better. 0.5 if there are no numbers. */
double a12(const double *first, size_t m, const double *second, size_t n);

#endif
