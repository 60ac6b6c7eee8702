/* reductions.c - the table of reductions. */
#include <stddef.h>

#include "base/text.h"
#include "reduce/reduction.h"

#define LISTED(id, ...) &reduction_##id,
const struct reduction *const reductions[] = {REDUCTION_TABLE(LISTED) NULL};

const struct reduction *reduction_find(const char *name)
{
    for (const struct reduction *const *r = reductions; *r; r++)
        if (text_equal((*r)->is->name, name))
            return *r;
    return NULL;
}
