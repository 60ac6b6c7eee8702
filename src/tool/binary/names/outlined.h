/* outlined.h - variables of a function around an OpenMP directive. gcc makes a function of the directive's body (main._omp_fn.0), and
 * passes a structure of what both share, which no debug information places: a local variable that is in there has no name. */
#ifndef MZ_TOOL_BINARY_NAMES_OUTLINED_H
#define MZ_TOOL_BINARY_NAMES_OUTLINED_H

#include "tool/binary/symbols/symbols.h"
#include "tool/binary/symbols/value_type.h"

/* The shared variable of that size which the statement at the return address `pc` names, or NULL: none, or not only one. */
char *outlined_name(struct symbols *s, uint64_t pc, uint32_t size, struct value_type *type);

#endif
