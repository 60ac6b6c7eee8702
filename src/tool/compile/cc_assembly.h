/* cc_assembly.h - inline assembly, which gets no hooks, in sources for a compiler that has no plugin of ours to tell of it. */
#ifndef MZ_TOOL_COMPILE_CC_ASSEMBLY_H
#define MZ_TOOL_COMPILE_CC_ASSEMBLY_H

#include "tool/cli/util.h"

/* Places ("f.c:12") in preprocessed source at which assembly accesses memory. */
struct strings assembly_places(const char *preprocessed);

#endif
