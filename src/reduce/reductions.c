/* reductions.c - the table of reductions. */
#include <stddef.h>
#include <string.h>

#include "reduce/reduction.h"

const struct reduction *const reductions[] = {
    &reduction_none,
    NULL,
};

const struct reduction *reduction_find(const char *name)
{
    size_t length = strlen(name);
    for (const struct reduction *const *r = reductions; *r; r++)
        if (strlen((*r)->name) == length && memcmp((*r)->name, name, length) == 0)
            return *r;
    return NULL;
}
