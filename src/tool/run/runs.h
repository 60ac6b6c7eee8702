/* runs.h - several runs of one search with different seeds: the columns of table 2 of the paper on DFS-RB. */
#ifndef MZ_TOOL_RUN_RUNS_H
#define MZ_TOOL_RUN_RUNS_H

#include <stdio.h>

#include "wire/wire.h"

/* Spread of a number over the runs that have found an error. */
struct spread {
    double mean, least, most, deviation; /* σ of the runs at hand, not an estimate for others */
};

struct run_statistics {
    uint64_t      runs, found;
    struct spread states, transitions, path, switches, preemptions, seconds;
};

/* Statistics of the runs that the search has made; those that found nothing count in `runs` only. */
struct run_statistics runs_statistics(const struct wire *w);

/* End of a run: "found", "pruned", ... (docs/use/json.md). */
const char *run_outcome(const struct wire *w, const struct wire_run *run);

/* For stdout: without times. */
void runs_print(const struct wire *w, FILE *out);
/* For stderr: the times. */
void runs_print_times(const struct wire *w, FILE *out);

#endif
