/* order_patch.h - the orders that were found as a unified diff, where the source names an order at the place (memory_order_release,
 * __ATOMIC_RELEASE, std::memory_order::release), where one is left out, and where an operator can be made a call that names one. */
#ifndef MZ_APPS_ORDERS_ORDER_PATCH_H
#define MZ_APPS_ORDERS_ORDER_PATCH_H

#include "apps/orders/order_search.h"

struct order_patch {
    char        *text;     /* empty where nothing can be changed */
    char        *here, *folder; /* where we are, and where it is to be applied: there is all that it changes */
    const char **why_not;  /* by number of place; NULL: it is in the diff, or needs no change */
};

/* Files that are newer than a program with operations of theirs: what is said of lines may be about others. They are
 * not in the diff. */
void order_patch_warn(const struct trials *t);

struct order_patch order_patch(const struct trials *t, const struct orders_found *f);

#endif
