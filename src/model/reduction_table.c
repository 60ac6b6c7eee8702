/* reduction_table.c - the table of reductions, as data. */
#include "model/reduction_table.h"

#include <string.h>

#define DEFINED(id, called, ...) const struct reduction_kind reduction_kind_##id = {.name = called, __VA_ARGS__};
REDUCTION_TABLE(DEFINED)

#define LISTED(id, ...) &reduction_kind_##id,
const struct reduction_kind *const reduction_algorithms[] = {REDUCTION_ALGORITHMS(LISTED) NULL};
const struct reduction_kind *const reduction_kinds[] = {REDUCTION_TABLE(LISTED) NULL};

const struct reduction_kind *reductions_next(const char **names)
{
    const char *name = *names;
    size_t length = 0;
    while (name[length] && name[length] != ',')
        length++;
    *names += length + (name[length] == ',');
    for (const struct reduction_kind *const *k = reduction_kinds; *k; k++)
        if (strlen((*k)->name) == length && memcmp((*k)->name, name, length) == 0)
            return *k;
    return NULL;
}

const struct reduction_kind *reduction_variant(const char *of, const char *variant)
{
    for (const struct reduction_kind *const *k = reduction_kinds; *k; k++)
        if ((*k)->variant && strcmp((*k)->of, of) == 0 && strcmp((*k)->variant, variant) == 0)
            return *k;
    return NULL;
}

bool reductions_try_all(const char *names)
{
    while (*names) {
        const struct reduction_kind *k = reductions_next(&names);
        if (!k || !k->tries_all)
            return false;
    }
    return true;
}

bool reductions_as_printed(const char *names)
{
    bool any = false;
    while (*names) {
        const struct reduction_kind *k = reductions_next(&names);
        any |= k && k->as_printed;
    }
    return any;
}
