/* fault_text.h - faults in words. */
#ifndef MZ_TOOL_BINARY_NAMES_FAULT_TEXT_H
#define MZ_TOOL_BINARY_NAMES_FAULT_TEXT_H

#include "model/fault.h"
#include "tool/binary/names/naming.h"

/* "assertion failed: x == 2 at f.c:12 in main". `place` is where it happened, for the caller. */
char *fault_headline(const struct naming *n, const struct fault *fault, struct place *place);

#endif
