/* atomics_json.h - the atomic operations and fences that were reached, for --atomic-orders (docs/use/json.md). */
#ifndef MZ_TOOL_REPORT_ATOMICS_JSON_H
#define MZ_TOOL_REPORT_ATOMICS_JSON_H

#include <jansson.h>

#include "wire/wire.h"

/* All of a search; new values. */
json_t *atomics_json(const struct wire *wire);

/* Addresses of those that one execution has come to. */
json_t *atomics_met(const struct wire *wire);

#endif
