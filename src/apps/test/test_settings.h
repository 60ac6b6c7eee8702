/* test_settings.h - settings of `mazurka test` (test_command.c reads them). */
#ifndef MZ_APPS_TEST_TEST_SETTINGS_H
#define MZ_APPS_TEST_TEST_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "tool/cli/util.h"

struct test_settings {
    const char *program;
    const char *filter, *framework, *junit, *json, *sarif, *baseline_file, *cache, *since;
    struct baseline *baseline; /* what is in that file; NULL: there is none */
    struct test_cache *kept;   /* results of earlier runs; NULL: none are kept */
    FILE       *out;       /* for the lines of cases: not where a document goes */
    uint64_t    budget, list_time;
    bool        list, hunt;
    struct strings check, arguments; /* options of check, or hunt; of the program */
};

#endif
