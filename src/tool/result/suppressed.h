/* suppressed.h - findings that the user has asked to hide (suppressions.h).
 *
 * Names of a finding: of a data race, the functions and files on the call stacks of both accesses, and the variable, whole and without
 * members and elements ("table[3].next", "table"); of a deadlock, those on the stacks of the threads in it; of a leak, where the block was
 * allocated; of all, where the finding is and the calls that led to it. Only what a replay has confirmed is suppressed. */
#ifndef MZ_TOOL_RESULT_SUPPRESSED_H
#define MZ_TOOL_RESULT_SUPPRESSED_H

#include "tool/result/result.h"

/* Is it suppressed? Then it is noted. */
bool finding_is_suppressed(struct report *report, struct finding *finding);

/* "2 data races suppressed by FILE:3, a deadlock by FILE:5"; NULL: nothing is. */
char *suppressed_text(const struct report *report);

/* Makes the verdict what it is without the suppressed findings, before it gets its premises: where something may lie behind one of them,
 * not everything was explored. Says which suppressions were not needed. */
void suppressed_doubt(struct report *report);

#endif
