/* order_diff.h - the changes to a file of source as a unified diff. */
#ifndef MZ_APPS_ORDERS_ORDER_DIFF_H
#define MZ_APPS_ORDERS_ORDER_DIFF_H

#include <stdio.h>

#include "apps/orders/order_source.h"

/* The file has this name there; nothing where nothing is changed. */
void order_diff(const struct source *s, const char *name, FILE *out);

#endif
