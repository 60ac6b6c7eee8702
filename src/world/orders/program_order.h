/* program_order.h - at which places threads come to operations one after the other (--atomic-orders): what may load buffering concern?
 *
 * Places are atomic operations and fences, and all where a thread was parked. So what was explored from a state that several paths lead
 * to counts for all of them: at its beginning each thread is at a place. What comes in set-up is not noted.
 */
#ifndef MZ_WORLD_PROGRAM_ORDER_H
#define MZ_WORLD_PROGRAM_ORDER_H

#include "model/op.h"

/* A thread goes on from its operation; comes to an atomic operation or fence; stops before an operation. */
void program_order_begins(const struct op *op);
void program_order_comes_to(uint64_t at);
void program_order_stops(const struct op *op);

/* The place of an address in code (wire.h). */
uint64_t program_order_place(uint64_t pc);

#endif
