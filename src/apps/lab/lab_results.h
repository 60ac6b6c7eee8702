/* lab_results.h - reading all that tables and figures of a study are made of. */
#ifndef MZ_APPS_LAB_LAB_RESULTS_H
#define MZ_APPS_LAB_LAB_RESULTS_H

#include "apps/lab/lab_settings.h"
#include "apps/lab/study_tables.h"

/* Dies if the store has nothing of the study. The store stays open. */
struct study_results lab_results(const struct lab_settings *settings);

#endif
