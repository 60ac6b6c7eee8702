/* debug_files.h - places of debug information that a file does not hold itself: on this machine only. */
#ifndef MZ_TOOL_BINARY_SYMBOLS_DEBUG_FILES_H
#define MZ_TOOL_BINARY_SYMBOLS_DEBUG_FILES_H

#include <elfutils/libdwfl.h>

extern const Dwfl_Callbacks debug_files;

#endif
