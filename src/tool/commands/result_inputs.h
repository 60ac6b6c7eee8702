/* result_inputs.h - inputs of the result of a check besides its options, so that it may be kept (--inputs):
 * libraries, files that the program has read or asked about, and whether all that counts is told by them. Time,
 * other processes, the network and lists of folders are not: then, and where a limit has ended the search, the
 * result is of today only. */
#ifndef MZ_TOOL_COMMANDS_RESULT_INPUTS_H
#define MZ_TOOL_COMMANDS_RESULT_INPUTS_H

#include <jansson.h>
#include <stdbool.h>

#include "tool/cli/util.h"

struct launch;
struct report;

/* A search begins, and has ended. */
void inputs_begin(void);
void inputs_add(const struct launch *search);

/* All of them, with the reason for which the result is of today only, if there is one. False with errno set: it could not be written. */
bool inputs_write(const struct report *report, const char *path);

/* A file as it is now: its content, or that it is not there; `whole`: and all that stat() tells, but of a folder its times and size. Equal
 * descriptions, equal files. */
json_t *input_describe(const char *path, bool whole);

/* Is each file of a list as it was described? */
bool inputs_are_same(const json_t *files);

/* Has the object a text of this name, up to its "="? */
bool inputs_name_is_in(const char *object, const char *name);

/* A digest of the environment: of all variables but those that every terminal and every job of a build service sets to something else, and
 * that none of these objects, of the program's own, has the name of. `all`: of those, too. */
char *inputs_environment(const struct strings *objects, bool all);

#endif
