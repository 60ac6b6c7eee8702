/* estimate.c - ratios and means of a sample, with 95 % confidence. */
#include "tool/commands/census/estimate.h"

#include <math.h>

#define Z 1.959963984540054 /* of the normal distribution: 95 % lie within ±Z */

struct estimate estimate_ratio(uint64_t some, uint64_t all)
{
    if (all == 0)
        return (struct estimate){0};
    double n = (double)all, p = (double)some / n, around = Z * Z / n;
    double middle = (p + around / 2) / (1 + around);
    double half = Z * sqrt(p * (1 - p) / n + around / (4 * n)) / (1 + around);
    return (struct estimate){.known = true, .value = p, .low = some == 0 || middle < half ? 0 : middle - half,
        .high = some == all || middle + half > 1 ? 1 : middle + half, .bounded = true};
}

/* Student's t for 95 %: as tables have it for few degrees of freedom, and by the expansion of Cornish and Fisher, which is right to three
 * places from there on. */
static double student(uint64_t freedom)
{
    static const double few[] = {0, 12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281};
    if (freedom < sizeof few / sizeof *few)
        return few[freedom];
    double n = (double)freedom, z3 = Z * Z * Z, z5 = z3 * Z * Z, z7 = z5 * Z * Z;
    return Z + (z3 + Z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * Z) / (96 * n * n) + (3 * z7 + 19 * z5 + 17 * z3 - 15 * Z) / (384 * n * n * n);
}

struct estimate estimate_mean(uint64_t count, double sum, double squares)
{
    if (count == 0)
        return (struct estimate){0};
    double n = (double)count, mean = sum / n;
    struct estimate e = {.known = true, .value = mean, .low = mean, .high = mean, .bounded = count > 1};
    if (count < 2)
        return e;
    double variance = (squares - n * mean * mean) / (n - 1);
    double half = student(count - 1) * sqrt((variance > 0 ? variance : 0) / n);
    e.low -= half;
    e.high += half;
    return e;
}
