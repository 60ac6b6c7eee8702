/* confirm.h - a finding is replayed in a fresh process before anybody hears of it. */
#ifndef MZ_TOOL_RUN_CONFIRM_H
#define MZ_TOOL_RUN_CONFIRM_H

#include "tool/report/report.h"

/* Are these the same fault, met in two processes? */
bool same_fault(const struct wire *a, const struct fault *x, const struct wire *b, const struct fault *y);

/* A finding whose replay has met it: its fault is what the replay says. */
void finding_take(struct finding *finding);

/* All findings of a search, each replayed; what the program is not to blame for (refused, internal) is not. */
void confirm_findings(struct report *report);

#endif
