/* show_splits.h - `mazurka states --splits`: places in which states differ that are otherwise the same. */
#ifndef MZ_TOOL_COMMANDS_STATES_SHOW_SPLITS_H
#define MZ_TOOL_COMMANDS_STATES_SHOW_SPLITS_H

#include <jansson.h>
#include <stdint.h>

#include "wire/wire.h"

/* Search the program, for so long (0: no limit), look at its first `states` states, and print where alone some of them differ. The result
 * says the same. */
json_t *splits_print(const char *program, char *const *argv, uint64_t states, uint64_t milliseconds, enum wire_dead_values mode);

#endif
