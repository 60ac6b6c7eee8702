/* launch.h - start the program under the runtime, watch over it, and hand back the wire that it filled.
 *
 * One call is one process: a search, or a replay. The caller fills in the first half of the struct; launch_run() returns
 * when the process is gone. Whatever happens to the process (crash, kill, hang, Ctrl-C), the wire keeps what was written
 * to it until then.
 */
#ifndef MZ_TOOL_RUN_LAUNCH_H
#define MZ_TOOL_RUN_LAUNCH_H

#include "tool/run/launched.h"

void launch_run(struct launch *l);

/* Follow a schedule. `like` is the launch whose program, configuration and patience are used; its ranges are those to keep
 * to. */
void launch_replay(struct launch *replay, const struct launch *like, const struct wire_range *ranges, size_t range_count,
                     const struct wire_decision *schedule, size_t schedule_count);

/* The environment of programs from now on, which ends with NULL; and what it is: without a word the tool's own. */
void launch_environment(char *const *of_programs);
char *const *launch_variables(void);

/* Does a second process read the same from standard input as the first? Not from a pipe. */
bool launch_input_repeats(void);

void launch_free(struct launch *l); /* the wire */

#endif
