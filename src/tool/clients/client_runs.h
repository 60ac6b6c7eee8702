/* client_runs.h - clients are compiled into one program with hooks, and each is checked by a process of its own. */
#ifndef MZ_TOOL_CLIENTS_CLIENT_RUNS_H
#define MZ_TOOL_CLIENTS_CLIENT_RUNS_H

#include "tool/clients/outcomes.h"

struct session {
    const struct spec  *spec;
    const struct calls *calls;
    enum consistency    consistency;
    const char         *sequential; /* the program of outcomes.h */
    struct strings      check;      /* options of `mazurka check` */
    uint64_t            budget;     /* milliseconds for each client; 0: no limit */
    size_t              jobs;
    bool                progress;
};

struct client_result {
    int      status; /* of `mazurka check`; -1: it was not checked */
    char    *verdict, *reason, *kind;
    uint64_t states;
    double   seconds;
};

/* Checks them, some at a time, and no more once one of them has a bug, unless `all`. False: somebody has asked for an end. */
bool clients_check(const struct session *session, const struct client *clients, const struct outcomes *outcomes, size_t count, bool all,
    struct client_result *results);

#endif
