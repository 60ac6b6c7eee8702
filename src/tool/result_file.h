/* result_file.h - a file of results, or stdout where its name is "-". */
#ifndef MZ_TOOL_RESULT_FILE_H
#define MZ_TOOL_RESULT_FILE_H

#include <stdio.h>

/* NULL with errno set. */
FILE *result_open(const char *path);

/* 0, or -1 with errno set if something of it was not written. */
int result_close(FILE *out);

#endif
