/* estimate.h - estimates of the whole by a sample, with 95 % confidence: the ratio of some among all, and the mean of a
 * number.
 *
 * Both intervals are those of independent draws. */
#ifndef MZ_TOOL_COMMANDS_CENSUS_ESTIMATE_H
#define MZ_TOOL_COMMANDS_CENSUS_ESTIMATE_H

#include <stdbool.h>
#include <stdint.h>

struct estimate {
    bool   known;           /* there was something to go by */
    double value, low, high;
    bool   bounded;         /* low and high are */
};

/* `some` of `all`: the interval of Wilson (1927), which keeps to [0, 1] and says something where some is 0. */
struct estimate estimate_ratio(uint64_t some, uint64_t all);

/* The mean of `count` numbers by their sum and the sum of their squares: the interval of Student's t. */
struct estimate estimate_mean(uint64_t count, double sum, double squares);

#endif
