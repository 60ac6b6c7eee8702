/* order_fix.h - memory orders that, made stronger, mend a program: as few places as possible, and as little as
 * possible. */
#ifndef MZ_APPS_ORDERS_ORDER_FIX_H
#define MZ_APPS_ORDERS_ORDER_FIX_H

#include "apps/orders/order_trial.h"

enum fix_end {
    FIX_FOUND,
    FIX_NONE,      /* it fails with the strongest orders, too */
    FIX_MANY,      /* more places than are tried together have to be stronger */
    FIX_UNDECIDED, /* no time */
};

enum { MOST_FIXED = 4 };

struct fix {
    enum fix_end  end;
    size_t        count;
    size_t        site[MOST_FIXED];
    struct levels levels[MOST_FIXED];
    struct trial  trial; /* with them */
    bool          confirmed; /* without a reduction */
};

/* Fix of a program that fails as it is written: that trial has been run. */
struct fix order_fix(struct trials *t);

/* "make the store of ready at queue.c:31 release and the load of ready at queue.c:40 acquire"; a new string. */
char *fix_text(const struct trials *t, const struct fix *f);

#endif
