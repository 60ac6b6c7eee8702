/* known_clients.h - clients that an earlier run has verified (--known=FILE, its --json): a run that was stopped is gone on with. */
#ifndef MZ_APPS_CLIENTS_KNOWN_CLIENTS_H
#define MZ_APPS_CLIENTS_KNOWN_CLIENTS_H

#include <jansson.h>

#include "apps/clients/clients_settings.h"

/* Stands for the specification, the files that it names, the flags, and the options of the checks: a new string. */
char *clients_fingerprint(const struct clients_settings *settings, const struct spec *spec);

/* The threads of a client, with the texts of their calls. */
json_t *client_threads(const struct calls *calls, const struct client *client);

/* Puts those that are known behind all others, with their results; the number of the others. */
size_t clients_take_known(const struct clients_settings *settings, const struct clients_found *found, struct client *clients,
    struct outcomes *outcomes);

#endif
