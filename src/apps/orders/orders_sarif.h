/* orders_sarif.h - findings of `mazurka orders` as notes of SARIF, beside the source. */
#ifndef MZ_APPS_ORDERS_ORDERS_SARIF_H
#define MZ_APPS_ORDERS_ORDERS_SARIF_H

#include "apps/orders/order_fix.h"
#include "apps/orders/order_search.h"

/* To the file that --sarif names, if there is one; the tool ends where it cannot be written. */
void orders_sarif(const struct trials *t, const struct orders_found *f, const struct fix *fix, int status);
void mutants_sarif(const struct trials *t, const struct mutants *m, int status);

#endif
