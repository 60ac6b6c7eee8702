/* races.h - data races, in words. */
#ifndef MZ_TOOL_RESULT_RACES_H
#define MZ_TOOL_RESULT_RACES_H

#include "tool/result/result.h"

/* "write of x by thread 1 at f.c:12 in inc, and read by thread 2 at f.c:20 in get" */
char *race_text(const struct naming *n, const struct wire_access access[2]);

/* The calls that led to an access: return addresses, innermost first, the access's own included. */
uint32_t race_stack(const struct naming *n, const struct wire_access *access, const uint64_t **stack);

/* Locks that its thread held then: "m since f.c:10", ... */
struct strings race_held(const struct naming *n, const struct wire_access *access);

/* Memory that it accesses: "x", "heap block of 8 bytes allocated at f.c:3"; and what both accesses have to do with. */
char *race_object(const struct naming *n, const struct wire_access *access);
char *race_variable(const struct naming *n, const struct wire_access access[2]);

/* "read", "atomic write", ... */
const char *race_verb(const struct wire_access *access);

/* Is a race between the same two lines among findings [0, index), other than those that are left out? */
bool race_is_repeated(struct symbols *s, const struct wire *w, uint32_t index, const bool *left_out);

#endif
