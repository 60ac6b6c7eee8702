/* subject_explore.h - the program of a target, explored as a whole, and where that does not end by its pairs. */
#ifndef MZ_APPS_DIFF_SUBJECT_EXPLORE_H
#define MZ_APPS_DIFF_SUBJECT_EXPLORE_H

#include "apps/diff/diff_session.h"
#include "apps/diff/pair_runs.h"

/* Explores it, and tells. False: interrupted. */
bool subject_explore(struct session *s, struct subject *subject);

#endif
