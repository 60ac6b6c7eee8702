/* kept_environment.h - the environment in a checkpoint: names and digests, so that no secret lies in a file. A value is written down
 * only of variables that the program's own text names, and of those that change from one terminal to the next.
 *
 * The program is given what it was given then, no more and no less: the environment is part of the state that it begins in. */
#ifndef MZ_TOOL_CHECKPOINT_KEPT_ENVIRONMENT_H
#define MZ_TOOL_CHECKPOINT_KEPT_ENVIRONMENT_H

#include <jansson.h>
#include <stdbool.h>

#include "tool/cli/util.h"

/* Is it one that shells, terminals and build services set, another time to something else, and that neither libc nor we read? */
bool environment_is_of_session(const char *variable);

/* Does the text of an object have its name, as programs have that ask for it? Also where the object cannot be read. */
bool environment_is_named(const char *object, const char *variable);

json_t *environment_describe(char *const *variables, const char *program);

/* The variables `then`, put together of those `now` and of values in the file. What was set to something else and cannot be told from
 * the file, or could do harm and is not `trusted`, goes to `differ`: a few words on each. */
char **environment_again(const json_t *then, char *const *now, const char *program, bool trusted, struct strings *differ);

#endif
