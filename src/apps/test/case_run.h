/* case_run.h - one case of a program of tests: checked, or hunted, by a process of its own. */
#ifndef MZ_APPS_TEST_CASE_RUN_H
#define MZ_APPS_TEST_CASE_RUN_H

#include "apps/test/frameworks.h"
#include "apps/test/test_junit.h"
#include "apps/test/test_settings.h"

/* `r` has the case's name already, and gets all else. */
void case_run(const struct test_settings *s, const struct framework *f, const struct test_case *c, struct test_result *r);

/* One execution of the case: does it come to one of these places (--reached=ADDRESSES)? Also where that cannot be told. */
bool case_reaches(const struct test_settings *s, const struct framework *f, const struct test_case *c, const char *places);

/* The result of a case that was stopped before there was one. */
void case_not_run(struct test_result *r);

#endif
