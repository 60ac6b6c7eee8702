/* orders_report.h - the report that `mazurka orders` prints. */
#ifndef MZ_APPS_ORDERS_ORDERS_REPORT_H
#define MZ_APPS_ORDERS_ORDERS_REPORT_H

#include "apps/orders/order_fix.h"
#include "apps/orders/order_search.h"

/* The exit status; a table, or JSON. `fix`: of a program that fails as it is written. */
int orders_report(const struct trials *t, const struct orders_found *f, const struct fix *fix);
int mutants_report(const struct trials *t, const struct mutants *m);

#endif
