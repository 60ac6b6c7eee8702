/* temporary.c - see temporary.h. Called in set-up only, where libc does the rest. */
#include "probe/files/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/rng.h"
#include "base/text.h"
#include "probe/libc.h"
#include "world/world.h"

enum { LETTERS = 6, TRIES = 10000 };

static void fill(char *letters)
{
    static const char known[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    static struct rng rng;
    if (rng.counter == 0)
        rng_seed(&rng, mz__world.wire->config.entropy);
    for (int i = 0; i < LETTERS; i++)
        letters[i] = known[rng_below(&rng, sizeof known - 1)];
}

uint64_t temporary_make(const char *name, char *template, uint64_t second)
{
    bool directory = text_equal(name, "mkdtemp"), suffixed = text_equal(name, "mkstemps");
    int flags = name[2] == 'o' ? (int)second & ~O_ACCMODE : 0;
    size_t length = strlen(template), suffix = suffixed ? second : 0;
    char *letters = template + length - suffix - LETTERS;
    if (length < suffix + LETTERS || memcmp(letters, "XXXXXX", LETTERS) != 0) {
        errno = EINVAL;
        return directory ? 0 : (uint64_t)-1;
    }
    int result = -1;
    for (int i = 0; i < TRIES && result < 0; i++) {
        fill(letters);
        result = directory ? REAL(mkdir)(template, 0700)
                           : REAL_AS(open, int (*)(const char *, int, ...))(template, flags | O_RDWR | O_CREAT | O_EXCL, 0600);
        if (result < 0 && errno != EEXIST)
            break;
    }
    return directory ? (result == 0 ? (uint64_t)template : 0) : (uint64_t)(int64_t)result;
}
