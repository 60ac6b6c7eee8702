/* report_json.h - the JSON of a result, for those who put it into something else (docs/use/json.md describes it). */
#ifndef MZ_TOOL_REPORT_REPORT_JSON_H
#define MZ_TOOL_REPORT_REPORT_JSON_H

#include <jansson.h>

#include "tool/result/result.h"

/* All of it; one finding. New values. */
json_t *report_document(const struct report *report);
json_t *report_finding(const struct finding *finding);

#endif
