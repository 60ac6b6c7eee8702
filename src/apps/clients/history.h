/* history.h - the history of a client: how its calls overlapped in an interleaving, drawn with a line for each thread. */
#ifndef MZ_APPS_CLIENTS_HISTORY_H
#define MZ_APPS_CLIENTS_HISTORY_H

#include <jansson.h>

#include "apps/clients/client.h"

/* Result of the call, as its type has it: " → true", " → true, 3", or nothing; a new string. */
char *results_text(const struct operation *operation, const long long *result);

/* History of the client, as the finding of a check tells it. */
struct told {
    bool       results; /* it has got to the comparison; otherwise the following says nothing */
    long long *result;  /* by thread and call, 0 of those that were not made */
    size_t     made[MOST_CLIENT_THREADS]; /* calls of each thread: in the next one it waits for ever */
};

struct told history_told(const json_t *finding, const struct calls *calls, const struct client *client);

/* Number of threads that wait for ever. */
size_t told_waiting(const struct told *told, const struct client *client);

/* Lines that begin with "thread N". The source of the finding has the first call of each thread in the line first_line[thread]. `stuck`
 * gets the calls that never return, if the finding is that threads wait for each other. */
struct strings history_lines(const struct calls *calls, const struct client *client, const struct told *told, const json_t *finding,
    const size_t *first_line, struct strings *stuck);

#endif
