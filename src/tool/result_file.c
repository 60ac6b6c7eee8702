/* result_file.c - see result_file.h. */
#include "tool/result_file.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

FILE *result_open(const char *path)
{
    return strcmp(path, "-") == 0 ? stdout : fopen(path, "we");
}

int result_close(FILE *out)
{
    bool written = fflush(out) == 0 && !ferror(out);
    int error = errno;
    if (out != stdout && fclose(out) != 0 && written)
        return -1;
    errno = error;
    return written ? 0 : -1;
}
