/* hunt_jobs.h - a hunt by several processes side by side, each of which makes a part of the executions with memory of its own. The first
 * that finds something goes on with it alone. */
#ifndef MZ_APPS_HUNT_HUNT_JOBS_H
#define MZ_APPS_HUNT_HUNT_JOBS_H

#include "apps/hunt/hunt_search.h"

/* Treatment of a finding, in the process that has it; the exit status. */
typedef int hunt_tell(struct hunt_machine *m, struct hunt_finding *f, const struct hunt_statistics *s, void *self);

/* Makes the executions of `part` and adds to the statistics. The exit status, or -1: nothing was found. */
int hunt_side_by_side(struct hunt_machine *m, const struct hunt_part *part, struct hunt_statistics *s, hunt_tell *tell, void *self);

#endif
