/* spots.h - places in the program that are watched, whether they are reached: asserts, and code without hooks; and the functions without
 * hooks that are led outside. */
#ifndef MZ_TOOL_RUN_SPOTS_H
#define MZ_TOOL_RUN_SPOTS_H

#include "wire/wire.h"

struct launch; /* launched.h */

/* Tell the runtime of functions without hooks; of none if there are too many, or if the user trusts all. */
void spots_send_bare(struct wire *wire, const char *program);

/* And then of the places. What there is no room for is not laid. */
void spots_send(struct wire *wire, const struct launch *l);

#endif
