/* lab_results.h - a study and its results as tables of SQL: the study in temporary ones (share/studies/study.sql), and beside them views of
 * what the store has of it (measures.sql). */
#ifndef MZ_APPS_LAB_LAB_RESULTS_H
#define MZ_APPS_LAB_LAB_RESULTS_H

#include "apps/lab/lab_settings.h"
#include "apps/lab/study.h"
#include "apps/store/result_store.h"

struct study_results {
    struct study  study;
    struct store *store;
    uint64_t      sweep_runs, comparison_runs; /* of the phases that are ranked and compared */
    uint64_t      missing;                     /* experiments of the sweep of which there is nothing */
    bool          of_clients;                  /* what is compared are searches of clients of data structures */
};

/* Dies if the store has nothing of the study. The store stays open. */
struct study_results lab_results(const struct lab_settings *settings);

/* A file of those that are shipped beside studies. */
char *lab_shipped(const char *name);

#endif
