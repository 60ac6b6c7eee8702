/* pigz.c - when pigz ends, what it has written is unpacked and compared with the file that it was made of, $INPUT. Linked into it. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static char input[200], output[210];

static void compare(void)
{
    char there[4096], here[sizeof there];
    FILE *from = fopen(input, "r");
    gzFile packed = gzopen(output, "r");
    assert(from && packed);
    for (int n = 1; n > 0;) {
        n = gzread(packed, there, sizeof there);
        size_t wanted = fread(here, 1, sizeof here, from);
        assert(n >= 0 && (size_t)n == wanted);
        assert(memcmp(here, there, wanted) == 0);
    }
    assert(gzclose(packed) == Z_OK);
    fclose(from);
}

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("INPUT");
    if (!path)
        return;
    snprintf(input, sizeof input, "%s", path);
    snprintf(output, sizeof output, "%s.gz", path);
    atexit(compare);
}
