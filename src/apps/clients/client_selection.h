/* client_selection.h - the clients that are checked: all of the smallest, and of many that are drawn those that promise most. */
#ifndef MZ_APPS_CLIENTS_CLIENT_SELECTION_H
#define MZ_APPS_CLIENTS_CLIENT_SELECTION_H

#include "apps/clients/outcomes.h"

struct selection {
    struct client_list list;
    struct outcomes   *outcomes; /* NULL: the time was over before they were known, or somebody has asked for an end */
    size_t             complete; /* all clients with up to so many calls are among them; 0: there is no such number */
    size_t             left_out; /* of which a call runs for ever in some order */
};

/* `sequential` and `end` are those of outcomes_of(). */
struct selection clients_select(const char *sequential, const struct spec *spec, const struct calls *calls,
    const struct client_bounds *bounds, enum consistency consistency, uint64_t end);

#endif
