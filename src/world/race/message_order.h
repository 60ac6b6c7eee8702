/* message_order.h - happens-before where memory is weak: each message of a place has a clock of its own (docs/design/weak-memory.md).
 *
 * A message's clock is that of a place like any other, named by the address and by the message's rank, so that what is known is a function
 * of the state. It moves as ranks do. Release sequences are those of C++20: an update goes on with that of what it has read.
 */
#ifndef MZ_WORLD_RACE_MESSAGE_ORDER_H
#define MZ_WORLD_RACE_MESSAGE_ORDER_H

#include "world/thread.h"

/* For struct weak. */
void message_moved(void *self, uint64_t key, unsigned rank, unsigned others, bool in);
bool message_same(void *self, uint64_t key, unsigned rank);

/* t has performed the atomic operation of mz__weak_step. */
void message_order_performed(tid t, const struct op *op);

#endif
