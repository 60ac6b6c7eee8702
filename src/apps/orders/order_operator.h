/* order_operator.h - operators and plain uses of atomic objects in the source, made calls that name an order: `x++`, `x = v;`, `x`. */
#ifndef MZ_APPS_ORDERS_ORDER_OPERATOR_H
#define MZ_APPS_ORDERS_ORDER_OPERATOR_H

#include "apps/orders/order_call.h"

/* NULL: it is a call with this order. Otherwise why not: nothing is changed where what is there need not be the operation. */
const char *operator_change(struct source *s, const struct site *site, int order);

#endif
