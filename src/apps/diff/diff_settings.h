/* diff_settings.h - the settings of `mazurka diff`, as its options say. */
#ifndef MZ_TOOL_DIFF_SETTINGS_H
#define MZ_TOOL_DIFF_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "tool/cli/util.h"

struct diff_settings {
    const char    *range;      /* "", "REV", "REV..REV" */
    struct strings paths;
    bool           staged;
    struct strings fragments;  /* --fragment, one by one */
    struct strings functions;  /* --function */
    /* what to check */
    const char *config, *target, *program, *build, *sources, *arguments, *check;
    /* how */
    const char *rule;
    uint64_t    pair_ms, budget_ms, jobs;
    const char *baseline;
    bool        use_baseline, use_whole;
    /* what is written */
    const char *json, *color;
    bool        quiet, dry;
};

#endif
