/* checkpoint_trust.h - rules for checkpoints: the file names a command, and `mazurka resume` runs it (tool/cli/trust.h). */
#ifndef MZ_TOOL_COMMANDS_CHECKPOINT_TRUST_H
#define MZ_TOOL_COMMANDS_CHECKPOINT_TRUST_H

#include "tool/cli/check_settings.h"
#include "tool/cli/trust.h"

/* Dies if the command of a checkpoint could do harm, before anything has run. Files to be written that the user names, in `own` words,
 * are the user's matter. */
void checkpoint_refuse_untrusted(const struct trust *t, const struct check_settings *command, const struct strings *own);

#endif
