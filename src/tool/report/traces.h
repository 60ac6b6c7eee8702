/* traces.h - the trace files of a check. */
#ifndef MZ_TOOL_REPORT_TRACES_H
#define MZ_TOOL_REPORT_TRACES_H

#include "tool/result/result.h"

/* Write the trace of each confirmed finding, and of the way to where the search process died. Returns false, after a message,
 * if one could not be written. */
bool traces_write(struct report *report);

#endif
