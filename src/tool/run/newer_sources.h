/* newer_sources.h - sources that were written after what was made from them: a check is of what was built, not of them. */
#ifndef MZ_TOOL_RUN_NEWER_SOURCES_H
#define MZ_TOOL_RUN_NEWER_SOURCES_H

#include <stdbool.h>

#include "tool/cli/util.h"

/* Newer sources of a program, and of its libraries with hooks, by debug information and the times of files, as make
 * goes by them. */
struct strings newer_sources(const char *program);

/* Is the file newer than what was made from it? */
bool is_newer_than(const char *source, const char *object);

/* Sentence about them, if there are any; NULL: none. */
char *newer_sources_sentence(const struct strings *sources, const char *program);

#endif
