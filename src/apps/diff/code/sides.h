/* sides.h - the two sides of a comparison: how their files are read. */
#ifndef MZ_APPS_DIFF_CODE_SIDES_H
#define MZ_APPS_DIFF_CODE_SIDES_H

#include "apps/diff/code/source_texts.h"

/* Functions give NULL for a file that is not there. */
struct sides {
    const char *top;          /* folder of the new side, as it was compiled */
    char *(*old_file)(void *self, const char *path, size_t *length);
    char *(*new_file)(void *self, const char *path, size_t *length);
    const struct source_texts *(*new_sources)(void *self);
    const char *configuration; /* name of the file that says what is built */
    void *self;
};

#endif
