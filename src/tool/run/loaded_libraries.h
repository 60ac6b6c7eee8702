/* loaded_libraries.h - libraries that a program has from its start. */
#ifndef MZ_TOOL_RUN_LOADED_LIBRARIES_H
#define MZ_TOOL_RUN_LOADED_LIBRARIES_H

#include "tool/cli/util.h"

/* Libraries with hooks, and those without that are not the C library's own: their paths, by the dynamic linker, which runs nothing of the
 * program. It is asked once for each program, if at all. */
const struct strings *loaded_libraries(const char *program);
const struct strings *foreign_libraries(const char *program);

/* All that it would be given now, the C library among them; asked anew each time. */
struct strings every_library(const char *program);

#endif
