/* json_file.c - a JSON value to a file. */
#include "tool/cli/json_file.h"

#include <errno.h>
#include <string.h>

#include "tool/cli/result_file.h"
#include "tool/cli/util.h"

int json_file_write_as(json_t *value, const char *path, size_t flags)
{
    FILE *out = result_open(path);
    if (out) {
        json_dumpf(value, out, flags);
        fputc('\n', out);
    }
    json_decref(value);
    return out ? result_close(out) : -1;
}

int json_file_write(json_t *value, const char *path)
{
    return json_file_write_as(value, path, JSON_INDENT(2));
}

void json_file_put(json_t *value, const char *path)
{
    if (json_file_write(value, path) != 0)
        die("cannot write the JSON file %s: %s", path, strerror(errno));
}
