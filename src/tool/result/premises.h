/* premises.h - premises of a verdict, in short phrases beside it: "under sequential consistency (…)".
 *
 * A premise does not change the verdict. What does is in verdict.c.
 */
#ifndef MZ_TOOL_RESULT_PREMISES_H
#define MZ_TOOL_RESULT_PREMISES_H

#include "tool/result/result.h"

/* Fills in `premises`, once the verdict is known. */
void premises_collect(struct report *report);

#endif
