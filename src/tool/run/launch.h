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

/* Does a second process read the same from standard input as the first? Not from a pipe. */
bool launch_input_repeats(void);

void launch_free(struct launch *l); /* the wire */

#endif
