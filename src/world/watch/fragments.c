/* fragments.c - see fragments.h. The tool has written the pieces down in ascending order, fragment by fragment (wire.h: codes). */
#include "world/watch/fragments.h"

#include "world/world.h"

static bool comes_before(const struct wire *wire, const struct wire_code *c, uint32_t fragment, uint64_t pc)
{
    return c->fragment != fragment ? c->fragment < fragment : wire->module[c->module].base + c->hi <= pc;
}

/* A return address: the call before it is meant. */
static bool contains(const struct wire *wire, uint32_t fragment, uint64_t return_address)
{
    uint64_t pc = return_address - 1, low = 0, high = wire->codes;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (comes_before(wire, &wire_codes(wire)[middle], fragment, pc))
            low = middle + 1;
        else
            high = middle;
    }
    const struct wire_code *c = &wire_codes(wire)[low];
    return low < wire->codes && c->fragment == fragment && pc - wire->module[c->module].base >= c->lo &&
           pc < wire->module[c->module].base + c->hi;
}

bool fragments_within(void *self, tid t, uint32_t fragment)
{
    const struct world *w = self;
    const struct thread *thread = &w->thread[t];
    if (w->wire->codes == 0 || contains(w->wire, fragment, thread->op.pc))
        return true;
    for (uint32_t i = thread->depth; i-- > 0;)
        if (contains(w->wire, fragment, thread->frames[i].pc))
            return true;
    return false;
}
