/* search_table.c - the tables of searches and orders. */
#include "base/text.h"
#include "search/search.h"

const struct search *const searches[] = {
    &search_dfs,
    &search_walk,
    &search_bfs,
    &search_random_bfs,
    &search_best,
    &search_mixed,
    &search_portfolio,
    &search_auto,
    NULL,
};

const struct search *search_find(const char *name)
{
    for (const struct search *const *s = searches; *s; s++)
        if (text_equal((*s)->name, name))
            return *s;
    return NULL;
}

const struct order *const orders[] = {&order_random, &order_preemptions, &order_interference, &order_visited, &order_threads, NULL};

const struct order *order_find(const char *name)
{
    for (const struct order *const *o = orders; *o; o++)
        if (text_equal((*o)->name, name))
            return *o;
    return NULL;
}
