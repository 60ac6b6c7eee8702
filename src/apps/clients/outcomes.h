/* outcomes.h - the results that the calls of a client may return: those of the calls one after the other, in every order of whole calls
 * that keeps the order of each thread's. Where calls may wait for ever, also how many calls of each thread are made before all others
 * wait. sequential_program.h makes the calls. */
#ifndef MZ_APPS_CLIENTS_OUTCOMES_H
#define MZ_APPS_CLIENTS_OUTCOMES_H

#include "apps/clients/client.h"

struct outcome {
    long long  *result; /* by thread, by call: the result, then what was stored; then, if calls may wait, by thread: how many it has made */
    const char *orders; /* that give it: "1213 1123 "; empty where nobody has asked for them */
};

struct outcomes {
    struct outcome *at; /* sorted by results */
    size_t   count, slots;
    size_t   counts;  /* threads, or 0: no call may wait */
    size_t   waiting; /* of the outcomes those in which some thread waits for ever */
    uint64_t orders;  /* that were tried */
    bool     spins;   /* in some order a call that may wait runs for ever: nobody can tell that from one that will come back */
    bool     by_threads; /* the library knows who calls it: what calls return depends on the thread that makes them */
};

enum consistency { CONSISTENCY_SEQUENTIAL, CONSISTENCY_LINEARIZABILITY, CONSISTENCY_QUIESCENT };

/* The outcomes of each client, in their order; what is wrong with the library ends the tool with a sentence. `end`: by the monotonic
 * clock, in milliseconds, or 0. NULL: the time was over, or somebody has asked for an end. */
struct outcomes *outcomes_of(const char *program, const struct spec *spec, const struct calls *calls, const struct client *clients,
    size_t count, enum consistency consistency, uint64_t end);

/* Does the thread wait for ever in its call of this number, from 0? */
bool outcome_waits(const struct outcomes *outcomes, const long long *result, const struct client *client, size_t thread, size_t call);

#endif
