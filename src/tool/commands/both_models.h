/* both_models.h - --memory-model=auto, which is the default: which options go together with a search under RC11 after that under
 * sequential consistency, and which keep to the latter. */
#ifndef MZ_TOOL_COMMANDS_BOTH_MODELS_H
#define MZ_TOOL_COMMANDS_BOTH_MODELS_H

#include "tool/cli/check_settings.h"

enum { MEMORY_UNSAID = WIRE_MEMORY_AUTO + 1 }; /* config.memory_model before somebody says which */

/* Once all words are read, and before what they leave open is filled in. From then on config.memory_model is the model of the first
 * search, and `models` says whether there is to be another one. Dies where that is asked for and cannot be. */
void both_models_settle(struct check_settings *s);

#endif
