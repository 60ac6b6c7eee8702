/* memory_orders.h - premises of a verdict where atomic operations have orders weaker than seq_cst: which model of
 * memory was explored, and what of it was left out (docs/design/weak-memory.md). */
#ifndef MZ_TOOL_RESULT_MEMORY_ORDERS_H
#define MZ_TOOL_RESULT_MEMORY_ORDERS_H

#include "tool/result/result.h"

/* The phrase beside the verdict; NULL: it makes no difference. */
char *memory_orders_premise(const struct report *r);

/* With --memory-model=c11: why not all that the model allows was explored; NULL: it was. */
char *memory_orders_lost(const struct report *r);

/* With --memory-model=c11: are orders mixed so that there may be more outcomes? */
bool memory_orders_mixed(const struct report *r);

/* Is all that was left out what mixed orders allow besides? */
bool memory_orders_only_mixed(const struct report *r);

/* Is all that was left out what lies beyond --stale? */
bool memory_orders_only_stale(const struct report *r);

/* Without it: that there is more to explore. NULL: there is not, or it is explored, too. */
char *memory_orders_note(const struct report *r);

#endif
