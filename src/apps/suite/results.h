/* results.h - results in the store: the latest experiments, each with its runs summed up. */
#ifndef MZ_APPS_SUITE_RESULTS_H
#define MZ_APPS_SUITE_RESULTS_H

#include "apps/store/result_store.h"
#include "apps/suite/configurations.h"

/* Mean and deviation (σ of those at hand) over the runs that have found the bug. */
struct moments {
    double mean, deviation;
};

struct census_row {
    bool   there, complete;
    bool   has_errors;   /* lengths are known */
    double state_ratio, state_low, state_high, path_ratio, path_low, path_high, least, average;
};

struct result {
    const char *program, *form, *scale, *configuration, *errors;
    int64_t  experiment, max_states;
    bool     buggy;
    uint64_t runs, found, complete;
    char    *other_end;   /* how those runs ended that found nothing; NULL: there are none */
    int64_t  preemptions; /* the least of the runs that have found it */
    struct moments states, seconds;
    int64_t  total_states; /* of all runs, with and without an error */
    double   total_seconds;
    char    *verdict, *reason, *why; /* of the last process; why NULL: as expected */
    int      exit_code;
    struct census_row census;
};

struct results {
    struct result *at;
    size_t         count;
};

/* The latest of several versions of one experiment (other sources, another Mazurka). */
struct results results_read(struct store *store);

#endif
