/* spots.h - the places in the program of which is to be known whether they are reached: asserts, and code without hooks. */
#ifndef MZ_TOOL_RUN_SPOTS_H
#define MZ_TOOL_RUN_SPOTS_H

#include "wire/wire.h"

struct asserts; /* report/asserts.h */

/* Tell the runtime. What there is no room for is not laid. */
void spots_send(struct wire *wire, const char *program, const struct asserts *asserts);

#endif
