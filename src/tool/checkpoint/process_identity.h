/* process_identity.h - the identity of the process that a search was made in: loaded objects and their addresses, answers of the
 * machine, and the state that set-up has left. What is finished is true of processes that are the same. */
#ifndef MZ_TOOL_CHECKPOINT_PROCESS_IDENTITY_H
#define MZ_TOOL_CHECKPOINT_PROCESS_IDENTITY_H

#include <jansson.h>

#include "wire/wire.h"

json_t *process_describe(const struct wire *w); /* set-up is done */

/* Words for the other process. */
struct other_process {
    const char *there;   /* "then" */
    const char *changed; /* "has changed since" */
};

/* Difference between what was loaded, or would be answered, there and here, or NULL. The program is the first, and has
 * been compared. */
char *process_difference(const json_t *there, const json_t *here, const struct other_process *other);
bool  process_begins_alike(const json_t *there, const json_t *here); /* in the same state */

#endif
