/* program_sources.h - files of the user's that a program was made from. */
#ifndef MZ_APPS_TEST_PROGRAM_SOURCES_H
#define MZ_APPS_TEST_PROGRAM_SOURCES_H

#include "tool/cli/util.h"

struct program_sources {
    struct strings files;   /* sources and headers that are there, not below /usr, by real paths; and debug information */
    bool whole_environment; /* main takes the environment, or may take it */
};

/* By debug information, of a program and of its libraries with hooks. Read once for each program as it is. */
struct program_sources program_sources_of(const char *program);

#endif
