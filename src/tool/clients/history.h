/* history.h - how the calls of a client overlapped in an interleaving, drawn with a line for each thread. */
#ifndef MZ_TOOL_CLIENTS_HISTORY_H
#define MZ_TOOL_CLIENTS_HISTORY_H

#include <jansson.h>

#include "tool/clients/client.h"

/* What the call returned, as its type has it: " → true", " → true, 3", or nothing; a new string. */
char *results_text(const struct operation *operation, const long long *result);

/* The results that the finding of a check names, by thread and call; false: it is of another kind. */
bool history_results(const json_t *finding, size_t slots, long long *result);

/* Lines that begin with "thread N"; `result` may be NULL. `steps` are those of a finding, from the source whose first call of each
 * thread is in the line first_line[thread]. */
struct strings history_lines(const struct calls *calls, const struct client *client, const long long *result, const json_t *steps,
    const size_t *first_line);

#endif
