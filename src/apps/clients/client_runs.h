/* client_runs.h - checks of clients: all are compiled into one program with hooks, or into two. Small ones are explored several at a
 * time, by one search; where these are not verified together, and where clients are large, each is checked by a process of its own. */
#ifndef MZ_APPS_CLIENTS_CLIENT_RUNS_H
#define MZ_APPS_CLIENTS_CLIENT_RUNS_H

#include <jansson.h>

#include "apps/clients/library_objects.h"
#include "apps/clients/outcomes.h"

struct session {
    const struct spec  *spec;
    const struct calls *calls;
    const struct library *library;
    enum consistency    consistency;
    const char         *sequential; /* the program of outcomes.h */
    struct strings      check;      /* options of `mazurka check` */
    uint64_t            budget;     /* milliseconds for each client; 0: no limit */
    uint64_t            end;        /* of the time for all of them, by the monotonic clock, in milliseconds; 0: there is none */
    size_t              jobs;
    bool                progress;
};

struct client_result {
    int      status; /* of `mazurka check`; -1: it was not checked */
    char    *verdict, *reason, *kind;
    struct strings premises; /* that the verdict rests on */
    size_t   together; /* so many clients were explored by one search, which has these states, and took this time */
    uint64_t states, ends; /* `ends` are those that are the end of an execution */
    double   seconds;
};

/* First finding of a check that is no data race, if there is one. The results of calls say more than the race does that is behind them. */
const json_t *finding_of(const json_t *document);

/* The program of a source that is written and still open, with hooks, and with the library. Who, for the message: "clients do". */
const char *session_compile(const struct session *session, FILE *out, const char *source, const char *who);

/* None of them was checked. */
void clients_skip(struct client_result *results, size_t count);

/* Checks them, some at a time, and no more once one of them has a bug, unless `all`. False: somebody has asked for an end. */
bool clients_check(const struct session *session, const struct client *clients, const struct outcomes *outcomes, size_t count, bool all,
    struct client_result *results);

#endif
