/* search_table.c - the table of searches, as data. */
#include "model/search_table.h"

#include <string.h>

#define DEFINED(id, called, ...) const struct search_kind search_kind_##id = {.name = called, __VA_ARGS__};
SEARCH_TABLE(DEFINED)

#define LISTED(id, ...) &search_kind_##id,
const struct search_kind *const search_kinds[] = {SEARCH_TABLE(LISTED) NULL};

const struct search_kind *search_kind_named(const char *name)
{
    static const struct search_kind unknown = {.name = "", .help = ""};
    size_t length = strlen(name) + 1;
    for (const struct search_kind *const *k = search_kinds; *k; k++)
        if (strlen((*k)->name) + 1 == length && memcmp((*k)->name, name, length) == 0)
            return *k;
    return &unknown;
}
