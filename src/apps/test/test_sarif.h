/* test_sarif.h - the findings of all cases as one run of SARIF 2.1.0, for code hosts. */
#ifndef MZ_APPS_TEST_TEST_SARIF_H
#define MZ_APPS_TEST_TEST_SARIF_H

#include "apps/test/test_junit.h"

/* From the documents of their checks; to a file, or to stdout for "-"; false with errno set. */
bool test_sarif(const struct test_results *results, const char *path);

#endif
