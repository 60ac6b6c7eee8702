/* shrink.h - the smallest client that still has a bug. */
#ifndef MZ_APPS_CLIENTS_SHRINK_H
#define MZ_APPS_CLIENTS_SHRINK_H

#include "apps/clients/client_runs.h"

/* Leaves out one call after the other as long as a bug of this kind stays. The result is that client, of which no call can be left out, and
 * what it may return. */
struct client client_shrink(const struct session *session, const struct client *client, const char *kind, struct outcomes *outcomes);

#endif
