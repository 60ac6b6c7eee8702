/* foreign.h - functions that the program calls and whose effects on its memory nobody tracks. */
#ifndef MZ_TOOL_FOREIGN_H
#define MZ_TOOL_FOREIGN_H

#include "tool/util.h"
#include "wire/wire.h"

/* Names, in alphabetical order, of functions that instrumented objects of the process import, that no instrumented object
 * defines, that the runtime does not know, and that are not in `trust` (separated by commas; "all"; may be NULL). */
struct strings foreign_untracked(const struct wire *wire, const char *trust);

/* Does the file import any of these functions? The list ends with NULL. */
bool object_imports(const char *path, const char *const *functions);

#endif
