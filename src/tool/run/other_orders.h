/* other_orders.h - memory orders that atomic operations have in place of their own (--atomic-orders), by places in the program's file. */
#ifndef MZ_TOOL_RUN_OTHER_ORDERS_H
#define MZ_TOOL_RUN_OTHER_ORDERS_H

#include <stddef.h>

#include "wire/wire.h"

struct other_orders {
    struct wire_order *at; /* ascending */
    size_t             count;
};

/* "written", or "0x1139=release,0x1156=acq_rel/acquire": return addresses of hooks; behind the slash the order of a compare-exchange that
 * fails, otherwise relaxed. What it is not ends the tool with a sentence. */
struct other_orders other_orders_read(const char *list);

/* To the runtime. */
void other_orders_send(const struct other_orders *others, struct wire *wire);

#endif
