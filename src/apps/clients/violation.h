/* violation.h - the report of a client with a bug, and the files that are kept of it: a C file, a trace, the history. */
#ifndef MZ_APPS_CLIENTS_VIOLATION_H
#define MZ_APPS_CLIENTS_VIOLATION_H

#include <jansson.h>

#include "apps/clients/client_runs.h"

struct violation {
    struct client   client; /* the smallest */
    struct outcomes outcomes;
    char           *headline;
    bool            unexplained; /* results that no order of the calls gives; else a fault of another kind */
    struct strings  stuck;       /* calls that never return, each by its name, in a deadlock that is no matter of results */
    size_t          waiting;     /* so many threads wait for ever, and no order of the calls has these results and waits there */
    bool            out_of_time; /* some order gives them, but none that keeps which call was done before which began */
    char           *file, *trace, *command; /* the client, its schedule, and how to check it again */
    struct strings  history;
    struct strings  allowed; /* what the calls may return, if that is not much */
};

/* Writes the client to `stem`.c or .cpp, checks it once more, and keeps the schedule as `stem`.mzt. */
struct violation violation_keep(const struct session *session, const struct client *client, const struct outcomes *outcomes,
    const char *stem);

#endif
