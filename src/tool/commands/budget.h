/* budget.h - `mazurka check --budget=2m`: several searches, one after the other, within a time. */
#ifndef MZ_TOOL_COMMANDS_BUDGET_H
#define MZ_TOOL_COMMANDS_BUDGET_H

#include "tool/cli/check_settings.h"
#include "tool/run/launched.h"

/* Half of the time for everything there is; if that or the memory is not enough, two thirds of what is left for executions with no
 * preemption, with one, and so on, and the rest for sampled executions. A bug ends it. `l` and `s` are then those of the search that says
 * most, and a sentence of the others is added to `notes`. */
void budget_search(struct launch *l, struct check_settings *s, const char *program, char *const *argv, struct strings *notes);

#endif
