/* rc11_json.h - the object `rc11` of the JSON of a check. */
#ifndef MZ_TOOL_REPORT_RC11_JSON_H
#define MZ_TOOL_REPORT_RC11_JSON_H

#include <jansson.h>

#include "tool/result/rc11.h"

json_t *rc11_json(const struct rc11 *r);

#endif
