/* confirm.h - a finding is replayed in a fresh process before anybody hears of it. */
#ifndef MZ_TOOL_RUN_CONFIRM_H
#define MZ_TOOL_RUN_CONFIRM_H

#include "tool/report/report.h"

/* Follow a schedule. `like` is the launch whose program, configuration and patience are used; its ranges are those to keep
 * to. */
void replay_schedule(struct launch *replay, const struct launch *like, const struct wire_range *ranges, size_t range_count,
                     const struct wire_decision *schedule, size_t schedule_count);

/* Are these the same fault, met in two processes? */
bool same_fault(const struct wire *a, const struct fault *x, const struct wire *b, const struct fault *y);

/* A finding whose replay has met it: its fault is what the replay says. */
void finding_take(struct finding *finding);

/* All findings of a search, each replayed; what the program is not to blame for (refused, internal) is not. */
void confirm_findings(struct report *report);

#endif
