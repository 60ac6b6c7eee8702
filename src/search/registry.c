/* registry.c - the tables of searches and orders. */
#include "base/text.h"
#include "search/search.h"

#define LISTED(id, ...) &search_##id,
const struct search *const searches[] = {SEARCH_TABLE(LISTED) NULL};

const struct search *search_find(const char *name)
{
    for (const struct search *const *s = searches; *s; s++)
        if (text_equal((*s)->is->name, name))
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
