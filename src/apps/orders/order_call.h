/* order_call.h - a call of an atomic function in the source, given other orders: those that it names, or those that it leaves out. */
#ifndef MZ_APPS_ORDERS_ORDER_CALL_H
#define MZ_APPS_ORDERS_ORDER_CALL_H

#include "apps/orders/order_source.h"
#include "apps/orders/sites.h"

/* End of the word of code at which debug information says that an operation is, and where the parenthesis behind it
 * opens. */
struct call {
    size_t name, end, open; /* in the line of the site */
};

/* Is there a call? Debug information names its name or its parenthesis. */
bool call_find(const struct source *s, const struct site *site, struct call *c);

/* NULL: it is given these orders. Otherwise why not. */
const char *call_change(struct source *s, const struct site *site, const struct call *c, struct levels to);

/* The order in the definition of a macro that does what is done at the site. False: it is not that simple. */
bool call_change_macro(struct source *s, const struct site *site, const struct macro *m, int order);

/* "memory_order_acquire", or the same in std; a new string. */
char *order_name(const struct source *s, int order);

enum { MOST_LINES = 6 }; /* of one statement */

#endif
