/* hunt_settings.h - settings of `mazurka hunt` (hunt_command.c reads them). */
#ifndef MZ_APPS_HUNT_HUNT_SETTINGS_H
#define MZ_APPS_HUNT_HUNT_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "tool/cli/util.h"

struct hunt_settings {
    const char *program;       /* the path that is started */
    const char *name;          /* as the user has named it, for files and messages */
    struct strings arguments, words; /* of the program; sources and options of the compiler */
    const char *strategy, *trace, *json, *replay, *cc, *status, *gdb_commands, *race, *trust, *seeds;
    uint64_t    seed, runs, time_ms, hang_ms, depth, flaky, shrink, jobs;
    bool        real_time, heap, no_trace, quiet, trust_trace, gdb;
};

#endif
