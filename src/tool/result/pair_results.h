/* pair_results.h - the result of each pair of threads that --search=pairwise has explored. */
#ifndef MZ_TOOL_RESULT_PAIR_RESULTS_H
#define MZ_TOOL_RESULT_PAIR_RESULTS_H

#include <stdio.h>

#include "tool/run/launched.h"

/* Pairs whose first thread has come to the fragment, and were explored as far as that was wanted; that were not; whose first thread
 * never came. */
struct pair_counts {
    uint64_t covered, stopped, never;
};
struct pair_counts pair_results_count(const struct launch *launch);

/* "complete", "bug", "stopped by --pair-time", "never entered": one word or a few. */
const char *pair_result_word(const struct wire_pair *pair);

/* The fragment's name; NULL: all of the program is one. */
const char *pair_result_fragment(const struct launch *launch, const struct wire_pair *pair);

/* A line for each, but for those whose first thread never came to the fragment. */
void pair_results_print(const struct launch *launch, FILE *out);

#endif
