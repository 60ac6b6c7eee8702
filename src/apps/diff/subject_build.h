/* subject_build.h - a target becomes a program and its fragments. */
#ifndef MZ_APPS_DIFF_SUBJECT_BUILD_H
#define MZ_APPS_DIFF_SUBJECT_BUILD_H

#include "apps/diff/diff_session.h"
#include "apps/diff/pair_runs.h"

/* Builds target number `number`, and finds its fragments. */
struct subject subject_build(struct session *s, size_t number);

#endif
