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
    bool           single; /* one run, the next one of its only trial: what it is goes by its seed, whatever others find out */
};

struct batches {
    struct batch *at;
    size_t        count;
};

/* Those of the trials that have runs missing, in batches that are done in seconds. `singly`: one run of each. */
struct batches batches_of(const struct trials *trials, const struct study *study, const char *place, bool singly);

/* Writes the file of the series; the command. */
struct strings batch_command(const struct batch *batch, const struct study *study);

/* What came of it into the store, in one transaction, and into the trials: how many runs were made. *why: the last that the process has
 * said, and *odd: a fault that it has found and that is not the program's bug, or NULL. Nothing is kept of several runs in which more
 * memory proved to be shared: all of them started over with that, and are what the others make of them. The trial of a single run that
 * could not be made is lost. */
uint64_t batch_keep(struct store *store, const struct batch *batch, int status, double seconds, char **why, char **odd);

#endif
