/* order_patch.h - the orders that were found as a unified diff, where the source names an order at the place: memory_order_release,
 * __ATOMIC_RELEASE, std::memory_order::release. */
#ifndef MZ_APPS_ORDERS_ORDER_PATCH_H
#define MZ_APPS_ORDERS_ORDER_PATCH_H

#include "apps/orders/order_search.h"

/* A new string, empty where nothing can be changed. */
char *order_patch(const struct trials *t, const struct orders_found *f);

#endif
