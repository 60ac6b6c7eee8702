/* json_file.h - a JSON value to a file. */
#ifndef MZ_TOOL_CLI_JSON_FILE_H
#define MZ_TOOL_CLI_JSON_FILE_H

#include <jansson.h>

/* To a file, or to stdout for "-", and the value is given up. 0, or -1 with errno set. */
int json_file_write(json_t *value, const char *path);
int json_file_write_as(json_t *value, const char *path, size_t flags); /* of json_dumpf() */

/* The same, and dies if it cannot be written. */
void json_file_put(json_t *value, const char *path);

#endif
