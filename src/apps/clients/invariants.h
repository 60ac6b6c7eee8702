/* invariants.h - what holds of a structure whenever no call of it is running: proposed from what calls leave behind that are made one after
 * the other, and checked at the end of every interleaving of all clients. A point in the midst of a client where no call is running is the
 * end of a smaller client. */
#ifndef MZ_APPS_CLIENTS_INVARIANTS_H
#define MZ_APPS_CLIENTS_INVARIANTS_H

#include <jansson.h>

#include "apps/clients/client_runs.h"
#include "apps/clients/invariants/candidates.h"

/* A candidate, and whether an interleaving has broken it. */
struct invariant {
    const struct candidate *is;
    const struct client    *broken_by; /* an interleaving of it; NULL: none */
    bool                    unreadable; /* it was no assertion that failed there, but the reading of what it is about */
};

struct invariants {
    const char       *reason; /* why nothing is told; NULL: something is */
    struct invariant *at;
    size_t            count, met; /* states that calls one after the other lead to */
    double            ends;
    uint64_t          states;     /* ends of interleavings in which those that held were looked at */
    struct strings    premises; /* that the verdicts of the clients do not rest on */
    size_t            clients, unfinished; /* all, and those of which not every interleaving was explored with them */
};

/* Invariants of the clients that were verified, as `results` say. */
struct invariants invariants_find(const struct session *session, const struct client *clients, const struct outcomes *outcomes,
    const struct client_result *results, size_t count);

/* Lines for people, and JSON. */
struct strings invariants_lines(const struct invariants *found, const struct session *session);
json_t *invariants_json(const struct invariants *found, const struct calls *calls);

#endif
