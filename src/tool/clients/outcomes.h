/* outcomes.h - what the calls of a client may return: what they return one after the other, in every order of whole calls that keeps the
 * order of each thread's. sequential_program.h makes the calls. */
#ifndef MZ_TOOL_CLIENTS_OUTCOMES_H
#define MZ_TOOL_CLIENTS_OUTCOMES_H

#include "tool/clients/client.h"

struct outcome {
    long long  *result; /* by thread, by call: the result, then what was stored */
    const char *orders; /* that give it: "1213 1123 "; empty where nobody has asked for them */
};

struct outcomes {
    struct outcome *at; /* sorted by results */
    size_t   count, slots;
    uint64_t orders; /* that were tried */
    bool     waits;  /* in some order calls wait for ever */
};

enum consistency { CONSISTENCY_SEQUENTIAL, CONSISTENCY_LINEARIZABILITY, CONSISTENCY_QUIESCENT };

/* Of each client, in their order; what is wrong with the library ends the tool with a sentence. */
struct outcomes *outcomes_of(const char *program, const struct spec *spec, const struct calls *calls, const struct client *clients,
    size_t count, enum consistency consistency);

#endif
