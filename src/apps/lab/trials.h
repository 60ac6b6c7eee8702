/* trials.h - the experiments of a study, with what the store knows of each: a program × a configuration, under the study's limit. */
#ifndef MZ_APPS_LAB_TRIALS_H
#define MZ_APPS_LAB_TRIALS_H

#include "apps/lab/study.h"
#include "apps/store/result_store.h"
#include "apps/suite/facts.h"
#include "apps/suite/plan.h"

/* A program of the study, in its form, at its scale. */
struct subject {
    struct build build;
    char        *fingerprint; /* of what was compiled; NULL: it was not */
};

struct trial {
    struct experiment experiment; /* its id is 0 until the store has it */
    const struct subject *subject;
    uint64_t done;     /* runs that the store has, with the seeds 1 to that */
    uint64_t found;    /* of the first ones: those of the phase that is gone on with */
    bool     varies;   /* their states, or whether an error was found, differ */
    bool     refused;  /* its options do not go together: there are no runs, and will be none */
    bool     lost;     /* the next run could not be made, by itself */
};

struct trials {
    struct trial *at;
    size_t        count;
};

/* The programs of the study, in its order. Dies if the suite has one not, or not in that form and at that scale. */
struct subject *subjects_of(const struct study *study, const struct suite *suite, size_t *count);

/* Limits as the suite's own runner has them, of which the names of options and the rows of the store are made. */
struct suite_settings study_settings(const struct study *study);

/* All of a phase, or those of one slice of it. `first` runs are looked at for `found` and `varies`. Those that the store does not have yet
 * are added to it. */
struct trials trials_of(struct store *store, const struct study *study, const struct study_phase *phase, struct subject *subjects,
                        size_t subject_count, uint64_t slice_number, uint64_t slice_count);

#endif
