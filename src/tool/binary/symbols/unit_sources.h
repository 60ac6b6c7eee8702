/* unit_sources.h - the files of the user's that an object was made from, by its debug information. */
#ifndef MZ_TOOL_BINARY_SYMBOLS_UNIT_SOURCES_H
#define MZ_TOOL_BINARY_SYMBOLS_UNIT_SOURCES_H

#include "tool/binary/symbols/symbols.h"
#include "tool/cli/util.h"

/* Sources that are there, not below /usr, by real paths: added to `files` once each. */
void unit_sources(const struct symbols *s, struct strings *files);

#endif
