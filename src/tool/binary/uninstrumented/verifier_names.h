/* verifier_names.h - functions of a program that mean something by their names, as SV-COMP has it (docs/use/sv-comp.md). */
#ifndef MZ_TOOL_BINARY_UNINSTRUMENTED_VERIFIER_NAMES_H
#define MZ_TOOL_BINARY_UNINSTRUMENTED_VERIFIER_NAMES_H

#include "wire/wire.h"

/* Tell the runtime where they are. */
void verifier_names(const char *program, struct wire *wire);

#endif
