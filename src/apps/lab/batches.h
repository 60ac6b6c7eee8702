/* batches.h - runs of many experiments of one program in one process (`mazurka check --series`): what is asked for, and what comes back. */
#ifndef MZ_APPS_LAB_BATCHES_H
#define MZ_APPS_LAB_BATCHES_H

#include "apps/lab/trials.h"

/* Trials of one program, each from the seed behind those that are done. One that cannot be part of a series is alone, without a file. */
struct batch {
    struct trial **trials;
    size_t         count;
    uint64_t       runs;  /* of all of them together */
    char          *series, *json, *log;
    bool           alone;
};

struct batches {
    struct batch *at;
    size_t        count;
};

/* Those of the trials that have runs missing, in batches that are done in seconds. `singly`: one trial in each. */
struct batches batches_of(const struct trials *trials, const struct study *study, const char *place, bool singly);

/* Writes the file of the series; the command. */
struct strings batch_command(const struct batch *batch, const struct study *study);

/* What came of it into the store, in one transaction, and into the trials. How many of its runs are still missing; *why: what the process
 * has said, if that is so, and *odd: a fault that it has found and that is not the program's bug, or NULL. */
uint64_t batch_keep(struct store *store, const struct batch *batch, int status, double seconds, char **why, char **odd);

#endif
