/* place.h - where a suite is, and where a runner keeps what it compiles, and what its processes write. */
#ifndef MZ_TOOL_SUITE_PLACE_H
#define MZ_TOOL_SUITE_PLACE_H

#include <stdbool.h>

bool is_directory(const char *path);

/* `suite`, in this folder or where Mazurka is installed; dies if there is none. */
const char *suite_default_directory(void);

/* A new empty directory, removed when the tool ends. Those of runners that were killed, and could not, are removed first. */
const char *place_make(void);

#endif
