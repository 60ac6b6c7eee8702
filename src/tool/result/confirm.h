/* confirm.h - the confirmation of a finding, before it is reported: a replay in a fresh process, and the minimization of its schedule. */
#ifndef MZ_TOOL_RESULT_CONFIRM_H
#define MZ_TOOL_RESULT_CONFIRM_H

#include "tool/result/result.h"

/* All findings of a search, each replayed; what the program is not to blame for (refused, internal) is not. */
void confirm_findings(struct report *report);

#endif
