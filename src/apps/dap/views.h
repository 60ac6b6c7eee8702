/* views.h - views of a debugger at the cursor: threads, where they are, memory, locks. */
#ifndef MZ_APPS_DAP_VIEWS_H
#define MZ_APPS_DAP_VIEWS_H

#include "apps/dap/interleaving.h"

/* The body of the answer to such a request; NULL with a sentence in *why: there is none. */
json_t *view_of(const struct interleaving *w, const char *command, const json_t *arguments, const char **why);

#endif
