/* atomic_orders.h - the memory orders of the program's atomic operations and fences: which there are, and others that hold in their place
 * (--atomic-orders).
 *
 * What is announced gets its order here, before anybody asks for it: labels, clocks, the machine of weak memory and reports all see the
 * one that holds. It depends on the place in the program alone, so a replay has the same.
 */
#ifndef MZ_WORLD_ATOMIC_ORDERS_H
#define MZ_WORLD_ATOMIC_ORDERS_H

#include "model/op.h"

/* With --atomic-orders: an operation has been announced, and is complete. If it is one of the program's atomic operations or fences, it is
 * noted. */
void atomic_orders_met(struct op *op);

#endif
