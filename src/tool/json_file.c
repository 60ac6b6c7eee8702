/* json_file.c - a JSON value to a file. */
#include "tool/json_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "tool/util.h"

int json_file_write(json_t *value, const char *path)
{
    FILE *out = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    if (!out)
        return -1;
    int error = 0;
    if (json_dumpf(value, out, JSON_INDENT(2)) != 0 || fputc('\n', out) == EOF)
        error = errno;
    if (out != stdout && fclose(out) != 0 && !error)
        error = errno;
    json_decref(value);
    errno = error;
    return error ? -1 : 0;
}

void json_file_put(json_t *value, const char *path)
{
    if (json_file_write(value, path) != 0)
        die("cannot write the JSON file %s: %s", path, strerror(errno));
}
