/* test_baseline.h - results of an earlier `mazurka test --json` for each case: a gate lets pass what is no worse
 * (--baseline). */
#ifndef MZ_APPS_TEST_TEST_BASELINE_H
#define MZ_APPS_TEST_TEST_BASELINE_H

#include <stdbool.h>

#include "apps/test/test_junit.h"

struct baseline;

/* Dies where the file is no such document. */
struct baseline *baseline_read(const char *path);

/* Is the result no better and no worse than it was: bugs that the case had, or undecided as it was? */
bool baseline_has(const struct baseline *b, const struct test_result *r);

#endif
