/* minimize.h - the schedule of a finding is made small before it is shown: fewest preemptions, then fewest context switches, then fewest
 * steps, as far as the time allows. And the step is found from which on no execution ends well. */
#ifndef MZ_TOOL_RUN_MINIMIZE_H
#define MZ_TOOL_RUN_MINIMIZE_H

#include "tool/report/report.h"

/* How much a schedule asks of its reader, most important first. */
struct schedule_size {
    uint64_t preemptions, switches, steps;
};
struct schedule_size schedule_size(const struct naming *n);

/* Look for a smaller schedule of the same fault by searches within ever larger bounds, for *milliseconds, of which what was used is
 * taken away. The finding is replaced only by one that a replay confirms; it says whether its number of preemptions is the least, and from
 * which step on nothing ends well. */
void minimize(struct finding *f, const struct launch *search, uint64_t *milliseconds);

#endif
