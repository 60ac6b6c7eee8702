/* minimize.h - minimization of a finding's schedule before it is shown: fewest preemptions, then fewest context switches, then fewest
 * steps, as far as the time allows. And the step is found from which on no execution ends well. */
#ifndef MZ_TOOL_RESULT_MINIMIZE_H
#define MZ_TOOL_RESULT_MINIMIZE_H

#include "tool/result/result.h"

/* Effort that may be spent on it: states, so that the same check has the same schedules on every machine, however busy; and milliseconds of
 * a processor, after which a program of long steps ends it all the same. */
struct effort {
    uint64_t states, milliseconds;
};

/* Effort that --minimize asks for. The command's time (tool/run/deadline.h) ends it, too. */
struct effort minimize_effort(uint64_t minimize);

/* Look for a smaller schedule of the same fault by searches within ever larger bounds; what was used is taken from the effort. The finding
 * is replaced only by one that a replay confirms; it says whether its number of preemptions is the least, and from which step on nothing
 * ends well. */
void minimize(struct finding *f, const struct launch *search, struct effort *effort);

#endif
