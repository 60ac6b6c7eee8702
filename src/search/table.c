/* table.c - the table of searches. */
#include <string.h>

#include "search/search.h"

const struct search *const searches[] = {
    &search_dfs,
    &search_walk,
    &search_replay,
    NULL,
};

const struct search *search_find(const char *name)
{
    size_t length = strlen(name);
    for (const struct search *const *s = searches; *s; s++)
        if (strlen((*s)->name) == length && memcmp((*s)->name, name, length) == 0)
            return *s;
    return NULL;
}
