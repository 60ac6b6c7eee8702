/* agreement.h - `mazurka states --agree`: a test whether the states that a search meets with dead values cleared are states of the
 * program. */
#ifndef MZ_TOOL_COMMANDS_STATES_AGREEMENT_H
#define MZ_TOOL_COMMANDS_STATES_AGREEMENT_H

#include <jansson.h>
#include <stdint.h>

/* Search, reach up to `states` of the states once more with dead values kept, and compare, for so long (0: no limit), or until there is a
 * signal. Returns the exit status: whether one does not agree, and else whether one could not be compared; *told says the same. */
int agreement_print(const char *program, char *const *argv, uint64_t states, uint64_t milliseconds, json_t **told);

#endif
