/* place.h - where a runner keeps what it compiles, and what its processes write. */
#ifndef MZ_TOOL_SUITE_PLACE_H
#define MZ_TOOL_SUITE_PLACE_H

/* A new empty directory, removed when the tool ends. Those of runners that were killed, and could not, are removed first. */
const char *place_make(void);

#endif
