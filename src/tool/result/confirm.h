/* confirm.h - a finding is replayed in a fresh process, and its schedule made small, before anybody hears of it. */
#ifndef MZ_TOOL_RESULT_CONFIRM_H
#define MZ_TOOL_RESULT_CONFIRM_H

#include "tool/result/result.h"

/* All findings of a search, each replayed; what the program is not to blame for (refused, internal) is not. */
void confirm_findings(struct report *report);

#endif
