/* imported.h - functions that the program imports, by what becomes of calls of them (model/call_table.h). */
#ifndef MZ_TOOL_BINARY_UNINSTRUMENTED_IMPORTED_H
#define MZ_TOOL_BINARY_UNINSTRUMENTED_IMPORTED_H

#include <stdio.h>

#include "tool/cli/util.h"
#include "wire/wire.h"

/* Names, in alphabetical order, of functions that instrumented objects of the process import, that no instrumented object
 * defines, that the runtime neither knows nor guards, and that are not in `trust` (separated by commas; "all"; may be NULL); and of
 * those that the program has called through pointers. */
struct strings imported_untracked(const struct wire *wire, const char *trust);

/* Guarded functions that touch memory that threads share. */
struct strings imported_sharing(const struct wire *wire);

/* Guarded functions were called, and there is memory, mapped in set-up, that is not compared. */
bool imported_mapped(const struct wire *wire);

/* All functions that the objects import and none of them defines, class by class. With the wire of a search: what is known of the
 * guarded ones. */
void imported_explain_file(const char *path, FILE *out);
void imported_explain(const struct wire *wire, const char *trust, FILE *out);

/* Does the file import a function with one of these traits (model/call_traits.h)? */
bool object_imports(const char *path, uint64_t traits);

#endif
