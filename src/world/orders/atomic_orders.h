/* atomic_orders.h - the memory orders of the program's atomic operations and fences: which there are, and others that hold in their place
 * (--atomic-orders).
 *
 * What is announced gets its order here, before anybody asks for it: labels, clocks, the machine of weak memory and reports all see the
 * one that holds. It depends on the place in the program alone, so a replay has the same.
 */
#ifndef MZ_WORLD_ATOMIC_ORDERS_H
#define MZ_WORLD_ATOMIC_ORDERS_H

#include "model/op.h"
#include "model/threadset.h"

/* With --atomic-orders: t has announced an operation, which is complete. If it is an atomic operation or fence, it is noted. */
void atomic_orders_met(struct op *op, tid t);

#endif
