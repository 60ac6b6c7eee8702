/* lab_results.h - reading all that tables and figures of a study are made of. */
#ifndef MZ_TOOL_LAB_LAB_RESULTS_H
#define MZ_TOOL_LAB_LAB_RESULTS_H

#include "tool/lab/lab_settings.h"
#include "tool/lab/study_tables.h"

/* Dies if the store has nothing of the study. The store stays open. */
struct study_results lab_results(const struct lab_settings *settings);

#endif
