/* outcome.h - the outcome of an experiment: from the JSON of `mazurka check` and `mazurka census` to what was expected
 * of the program, and into the store. */
#ifndef MZ_APPS_SUITE_OUTCOME_H
#define MZ_APPS_SUITE_OUTCOME_H

#include "apps/store/result_store.h"
#include "apps/suite/plan.h"

/* One process: some of the seeds of an experiment. */
struct outcome {
    json_t     *json;      /* NULL: there is none */
    const char *verdict, *reason;
    int         exit_code;
    double      seconds;
    uint64_t    first_seed, runs;
    char       *why;       /* it is not what was expected; NULL: it is */
};

/* `json`: the file that the process was to write. `log`: what it printed. */
struct outcome outcome_read(const struct experiment *experiment, const char *json, const char *log, int status, double seconds);

/* Does the fault show the program's bug, by its kind and line? */
bool finding_is_expected(const struct experiment *experiment, const json_t *finding);

/* Everything of it, in one transaction. */
void outcome_keep(struct store *store, const struct experiment *experiment, const struct outcome *outcome);

/* Outcome of runs that were made together with those of other experiments (apps/lab): one of them, as JSON has it; and all of one
 * experiment, from a seed on. Within a transaction of the caller's. */
void outcome_keep_run(struct store *store, int64_t experiment, const json_t *run);
void outcome_keep_series(struct store *store, int64_t experiment, uint64_t first_seed, uint64_t runs, bool refused);

/* Last line of what a process has printed: it says why. */
char *log_last_line(const char *log);

/* The experiment's row, with those it refers to; made if they are not there. */
int64_t experiment_row(struct store *store, const struct experiment *experiment, const struct suite_settings *settings,
                       const char *fingerprint);

#endif
