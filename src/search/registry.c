/* registry.c - the tables of searches and orders. */
#include "base/text.h"
#include "search/engine/search_config.h"

#define LISTED(id, ...) &search_##id,
const struct search *const searches[] = {SEARCH_TABLE(LISTED) NULL};

const struct search *search_find(const char *name)
{
    for (const struct search *const *s = searches; *s; s++)
        if (text_equal((*s)->is->name, name))
            return *s;
    return NULL;
}

#define ORDER_LISTED(id, ...) &order_##id,
const struct order *const orders[] = {ORDER_TABLE(ORDER_LISTED) NULL};

const struct order *order_find(const char *name)
{
    for (const struct order *const *o = orders; *o; o++)
        if (text_equal((*o)->is->name, name))
            return *o;
    return NULL;
}
