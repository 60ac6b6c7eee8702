/* no_weak_memory.c - for tests of what orders accesses: memory is not weak, so that nobody is to ask for it. */
#include <stdlib.h>

#include "world/memory/sharing.h"
#include "world/orders/weak_world.h"
#include "world/race/message_order.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

struct weak_world_step mz__weak_step;

#define NEVER(function, ...) void function(__VA_ARGS__) { abort(); }

NEVER(message_order_performed, tid t, const struct op *op)
NEVER(weak_world_born, tid t, tid born)
NEVER(weak_world_ended, tid t)
NEVER(weak_world_fence, tid t, const struct op *op)
NEVER(weak_world_hand_over, uint64_t from, uint64_t to)
NEVER(weak_world_learn, tid t, uint64_t key)
NEVER(weak_world_learn_all, void)
NEVER(weak_world_learn_outside, tid t, uint64_t key, uint64_t pc)
NEVER(weak_world_learn_thread, tid t, tid other)
NEVER(weak_world_look, tid t, const struct op *load)
NEVER(weak_world_tell, tid t, uint64_t key, bool anew)
NEVER(weak_world_written, uint64_t addr, uint64_t size)

bool sharing_is_shared(uint64_t addr, uint64_t size)
{
    abort();
}
