/* census_result.h - the result of a census, and the two ways to write it. */
#ifndef MZ_TOOL_COMMANDS_CENSUS_CENSUS_RESULT_H
#define MZ_TOOL_COMMANDS_CENSUS_CENSUS_RESULT_H

#include "tool/commands/census/estimate.h"
#include "tool/result/result.h"

/* Numbers of everything that was met, or of the samples. */
struct census_part {
    uint64_t states, error_states, paths, error_paths;
    uint64_t least, most; /* lengths of error paths; 0 where there is none */
    struct estimate state_ratio, path_ratio, length;
};

struct census_result {
    bool               complete; /* the whole space was explored: `met` is exact, and there is nothing to estimate */
    char              *ending;   /* how the search ended */
    struct census_part met, sampled;
    const struct report *report; /* of the search, with its findings confirmed */
};

struct census_result census_result_of(const struct report *report);

void census_text(const struct census_result *result, FILE *out);
/* To a file, or to stdout for "-". 0, or -1 with errno set. docs/design/searches/census.md describes it. */
int census_json(const struct census_result *result, const char *path);

#endif
