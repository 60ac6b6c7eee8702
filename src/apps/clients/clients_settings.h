/* clients_settings.h - the options of `mazurka clients`, and what it has found out. */
#ifndef MZ_APPS_CLIENTS_CLIENTS_SETTINGS_H
#define MZ_APPS_CLIENTS_CLIENTS_SETTINGS_H

#include "apps/clients/invariants.h"
#include "apps/clients/violation.h"

struct clients_settings {
    const char *spec, *from;
    struct strings sources; /* of the library, for a first specification */
    struct client_bounds bounds;
    enum consistency consistency;
    uint64_t    budget, time, jobs;
    bool        all, list, outcomes, quiet, as_it_is, invariants;
    const char *json, *junit, *known, *keep, *source, *suite, *given;
    struct strings check, flags;
};

struct clients_found {
    const struct spec     *spec;
    const struct calls    *calls;
    const struct client   *clients;
    const struct outcomes *outcomes;
    struct client_result  *results;
    size_t                 count, left_out; /* those of which a call runs for ever in some order */
    size_t                 unknown;         /* the first so many: others were verified by an earlier run */
    size_t                 complete;        /* all with up to so many calls are there; 0: there is no such number */
    struct violation      *violation;       /* NULL: there is none */
    size_t                 violating;       /* which of the clients it was found with */
    const char            *stopped_by;      /* before all clients were checked; NULL: they were */
    const struct invariants *invariants;    /* NULL: nobody has asked, or there is a bug */
    struct strings         invariant_lines; /* of the report */
    const char            *verdict;
    char                  *reason;
    struct strings         premises; /* of all clients, each once */
    int                    status;
};

void clients_print(const struct clients_settings *settings, const struct clients_found *found);
bool clients_write_files(const struct clients_settings *settings, const struct clients_found *found);

/* "sequentially consistent", ...: what has been found out about clients without a bug. */
const char *consistency_claim(enum consistency consistency);

#endif
