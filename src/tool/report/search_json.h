/* search_json.h - the search in the JSON of a check: counters, runs, pairs, and what a sampler promises. */
#ifndef MZ_TOOL_REPORT_SEARCH_JSON_H
#define MZ_TOOL_REPORT_SEARCH_JSON_H

#include <jansson.h>

#include "tool/report/report.h"

json_t *statistics_json(const struct report *r);
json_t *guarantee_json(const struct report *r); /* null: nothing is promised */
json_t *ranked_json(const struct report *r);    /* what a search by ranks has covered, and at which rank it has found a bug */
json_t *runs_json(const struct report *r);
json_t *pairs_json(const struct report *r);

#endif
