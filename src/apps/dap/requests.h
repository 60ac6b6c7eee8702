/* requests.h - requests of an editor. */
#ifndef MZ_APPS_DAP_REQUESTS_H
#define MZ_APPS_DAP_REQUESTS_H

#include "apps/dap/session.h"

/* Answers it, or refuses it with a sentence. */
void request_serve(struct session *s, const json_t *request);

#endif
