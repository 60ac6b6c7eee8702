/* client_source.h - clients as C or C++: one program with many of them for a search, or one in a file that anybody can compile. */
#ifndef MZ_APPS_CLIENTS_CLIENT_SOURCE_H
#define MZ_APPS_CLIENTS_CLIENT_SOURCE_H

#include <stdio.h>

#include "apps/clients/outcomes.h"

/* A program that takes the number of a client, from 0, as its argument, and how many there are to choose from; one client only: none.
 * `opening` is a comment on top. */
void clients_write(FILE *out, const struct spec *spec, const struct calls *calls, const struct client *clients,
    const struct outcomes *outcomes, size_t count, enum consistency consistency, const char *opening);

#endif
