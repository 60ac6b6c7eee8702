/* show_splits.h - `mazurka states --splits`: places in which states differ that are otherwise the same. */
#ifndef MZ_TOOL_COMMANDS_STATES_SHOW_SPLITS_H
#define MZ_TOOL_COMMANDS_STATES_SHOW_SPLITS_H

#include <stdint.h>

#include "wire/wire.h"

/* Search the program, look at its first `states` states, and print where alone some of them differ. */
void splits_print(const char *program, char *const *argv, uint64_t states, enum wire_dead_values mode);

#endif
