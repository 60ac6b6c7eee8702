/* suite_settings.h - settings of `mazurka suite` (suite_command.c reads them). */
#ifndef MZ_APPS_SUITE_SUITE_SETTINGS_H
#define MZ_APPS_SUITE_SUITE_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

enum suite_errors { ERRORS_OWN, ERRORS_RACES, ERRORS_BOTH }; /* what counts: the bug itself, or races as in Java PathFinder */

struct suite_settings {
    const char *directory;
    const char *programs, *configurations, *forms, *scale; /* patterns with commas; a name. NULL: nothing is said */
    uint64_t    runs, states, milliseconds, time, jobs;
    uint64_t    end;     /* from --time: by clock_ms(CLOCK_MONOTONIC); 0: none */
    uint8_t     errors;  /* enum suite_errors */
    const char *store, *cc, *json;
    bool        again, quiet, markdown;
};

int suite_list(const struct suite_settings *settings);
int suite_run(const struct suite_settings *settings);
int suite_show(const struct suite_settings *settings);

#endif
