/* search_settings.h - settings of the search on the command line: search_options.h reads them. */
#ifndef MZ_TOOL_CLI_SEARCH_SETTINGS_H
#define MZ_TOOL_CLI_SEARCH_SETTINGS_H

#include "wire/steering.h"

struct search_settings {
    const char *search, *order, *heuristic;
    const char *depth, *preemptions, *switches, *delays;
    const char *rb;
    const char *pair;
    const char *bug_depth, *cvt, *epsilon;
    const char *preemption_variables, *preemption_threads;
    struct wire_steering steering; /* what is a number, and what the texts mean (search_settings_read) */
};

#endif
