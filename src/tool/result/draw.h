/* draw.h - --dot: the search is made once more, for its graph.
 *
 * By one process, which takes every transition, with what is known to be shared from the start. So the search that gives the verdict is as
 * it would be without a graph. */
#ifndef MZ_TOOL_RESULT_DRAW_H
#define MZ_TOOL_RESULT_DRAW_H

#include "tool/result/result.h"

/* Sets report->drawing, if the search has come to exploring. After confirm_findings(). */
void draw(struct report *report);

#endif
