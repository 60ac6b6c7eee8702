/* message_order.c - see message_order.h. */
#include "world/race/message_order.h"

#include "model/op_columns.h"
#include "world/race/clocks.h"
#include "world/race/unordered.h"
#include "world/orders/weak_world.h"
#include "world/world.h"

/* Behind all addresses, and apart from the places of order.c. */
static struct clock *clock_of(uint64_t key, unsigned rank)
{
    uint64_t addr = key & (((uint64_t)1 << 48) - 1);
    return &clocks_place(addr | (uint64_t)(rank + 1) << 48)->clock;
}

/* A message that is new gets its clock when it is known who has written it. */
void message_moved(void *self, uint64_t key, unsigned rank, unsigned others, bool in)
{
    (void)self;
    if (in) {
        for (unsigned i = others; i > rank; i--)
            clock_assign(clock_of(key, i), clock_of(key, i - 1));
        return;
    }
    for (unsigned i = rank; i < others; i++)
        clock_assign(clock_of(key, i), clock_of(key, i + 1));
    clock_clear(clock_of(key, others));
}

bool message_same(void *self, uint64_t key, unsigned rank)
{
    (void)self;
    return unordered_alike(clock_of(key, rank), clock_of(key, rank + 1), mz__world.live);
}

void message_order_performed(tid t, const struct op *op)
{
    const struct weak_world_step *s = &mz__weak_step;
    struct clocks *c = &mz__clocks;
    unsigned failure = op->detail >> 4 & 7, order = op->kind == OP_ATOMIC_CAS && !s->writes ? failure : op->order;
    if (s->reads)
        clock_join(order_acquires(order) ? &c->now[t] : &c->read[t], clock_of(s->key, s->read));
    if (!s->writes)
        return;
    struct clock *written = clock_of(s->key, s->written);
    clock_assign(written, order_releases(order) ? &c->now[t] : &c->released[t]);
    if (s->reads)
        clock_join(written, clock_of(s->key, s->read));
    if (order_releases(order))
        clocks_tick(t);
}
