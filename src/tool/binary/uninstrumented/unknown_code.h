/* unknown_code.h - functions of which debug information does not tell how they were compiled, although it is there for others. */
#ifndef MZ_TOOL_BINARY_UNINSTRUMENTED_UNKNOWN_CODE_H
#define MZ_TOOL_BINARY_UNINSTRUMENTED_UNKNOWN_CODE_H

#include "tool/binary/uninstrumented/gap_list.h"
#include "tool/binary/uninstrumented/unit_code.h"

/* Adds a gap for each. units: the code of all units, sorted. with_hooks: a sentence about those that call hooks; NULL: they have none
 * of their own. */
void unknown_code(struct gap_list *gaps, struct image *image, Elf *elf, const struct unit_code *units, const char *with_hooks);

#endif
