/* unwritten.h - --uninit: names of memory that was read and had never been written. */
#ifndef MZ_TOOL_RESULT_UNWRITTEN_H
#define MZ_TOOL_RESULT_UNWRITTEN_H

#include "tool/result/result.h"

/* For a fault that was found with garbage in new memory: adds a note that names what was read, as far as it can be seen. */
void unwritten_tell(struct report *report);

#endif
