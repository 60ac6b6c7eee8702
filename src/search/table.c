/* table.c - the tables of searches and orders. */
#include <string.h>

#include "search/search.h"

const struct search *const searches[] = {
    &search_dfs,
    &search_walk,
    &search_bfs,
    &search_random_bfs,
    &search_best,
    &search_mixed,
    &search_portfolio,
    &search_replay,
    NULL,
};

static bool same(const char *a, const char *b)
{
    size_t length = strlen(a);
    return strlen(b) == length && memcmp(a, b, length) == 0;
}

const struct search *search_find(const char *name)
{
    for (const struct search *const *s = searches; *s; s++)
        if (same((*s)->name, name))
            return *s;
    return NULL;
}

const struct order *order_find(const char *name)
{
    static const struct order *const orders[] = {&order_random, &order_preemptions, &order_interference, NULL};
    for (const struct order *const *o = orders; *o; o++)
        if (same((*o)->name, name))
            return *o;
    return NULL;
}
