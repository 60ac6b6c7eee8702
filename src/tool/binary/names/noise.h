/* noise.h - operations that belong to no word of the source: what a reader of an interleaving need not see.
 *
 * `mazurka check --verbose` shows them all the same (steps.c). */
#ifndef MZ_TOOL_BINARY_NAMES_NOISE_H
#define MZ_TOOL_BINARY_NAMES_NOISE_H

#include "tool/binary/names/naming.h"

struct noise; /* what was found out, by place in the code */

struct noise *noise_open(const struct naming *n);
void noise_close(struct noise *noise);

/* A local operation of the compiler's or of the C++ library's own, or the look at a pthread_t for the call that follows. Of operations that
 * others can notice: what std::thread does for itself. */
bool noise_is(struct noise *noise, uint64_t event);

/* Was the access made by code of the C++ library? */
bool noise_in_library(const struct naming *n, const struct wire_event *e);

#endif
