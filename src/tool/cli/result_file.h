/* result_file.h - a file of results, or stdout where its name is "-". What is there under its name is the last one that was written whole,
 * whatever becomes of the next: it lies on the disk before it gets the name. Devices and pipes are written to as they are, and so is a
 * file in a directory that none can be made in. */
#ifndef MZ_TOOL_CLI_RESULT_FILE_H
#define MZ_TOOL_CLI_RESULT_FILE_H

#include <stdbool.h>
#include <stdio.h>

bool is_stdout(const char *path); /* false for NULL */

/* NULL with errno set. */
FILE *result_open(const char *path);

/* 0, or -1 with errno set if something of it was not written: then what was there before is there. */
int result_close(FILE *out);

/* All of it at once; 0, or -1 with errno set. */
int result_write(const char *path, const void *bytes, size_t size);

#endif
