/* answers.h - answers of the system that the program may ask for at any time: how many processors there are, who runs it. Functions that
 * ask for it have no stand-ins, so it is not known which of them threads have called: what all answer that the program imports is
 * compared. */
#ifndef MZ_TOOL_CHECKPOINT_ANSWERS_H
#define MZ_TOOL_CHECKPOINT_ANSWERS_H

#include <jansson.h>

#include "wire/wire.h"

/* Questions that the program's objects can ask, in words, each with its answer. */
json_t *answers_now(const struct wire *w);

/* A sentence about the first one that is another one now than `there`, or NULL. */
char *answers_difference(const json_t *then, const json_t *now, const char *there);

#endif
