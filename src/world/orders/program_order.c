/* program_order.c - see program_order.h. Places and pairs are in the wire, and found by hashes. */
#include "world/orders/program_order.h"

#include "world/world.h"

enum { NOWHERE = -1, PLACE_SLOTS = 2 * WIRE_MAX_WAYPOINTS, PAIR_SLOTS = 2 * WIRE_MAX_FOLLOWS };

/* Numbers of places and of pairs, from 1: facts of the search, which are never put back. */
static uint16_t place_slot[PLACE_SLOTS], pair_slot[PAIR_SLOTS];
_Static_assert(WIRE_MAX_WAYPOINTS < UINT16_MAX && WIRE_MAX_FOLLOWS < UINT16_MAX, "numbers fit");

static int here = NOWHERE; /* the number of the place where the thread is that runs */

static uint64_t hash_of(uint64_t value)
{
    return (value * 0x9e3779b97f4a7c15ULL) >> 40;
}

static int number_of(struct wire *w, uint64_t at)
{
    uint16_t *slot;
    for (uint64_t hash = hash_of(at); *(slot = &place_slot[hash % PLACE_SLOTS]); hash++)
        if (w->waypoint[*slot - 1] == at)
            return *slot - 1;
    if (w->waypoints == WIRE_MAX_WAYPOINTS) {
        w->follows_lost = 1;
        return NOWHERE;
    }
    w->waypoint[w->waypoints] = at;
    *slot = (uint16_t)++w->waypoints;
    return *slot - 1;
}

static void note_pair(struct wire *w, struct wire_follows pair)
{
    uint16_t *slot;
    for (uint64_t hash = hash_of((uint64_t)pair.first << 16 | pair.then); *(slot = &pair_slot[hash % PAIR_SLOTS]); hash++)
        if (w->follow[*slot - 1].first == pair.first && w->follow[*slot - 1].then == pair.then)
            return;
    if (w->follows == WIRE_MAX_FOLLOWS) {
        w->follows_lost = 1;
        return;
    }
    w->follow[w->follows] = pair;
    *slot = (uint16_t)++w->follows;
}

void program_order_begins(const struct op *op)
{
    here = mz__world.setup ? NOWHERE : number_of(mz__world.wire, program_order_place(op->pc));
}

void program_order_comes_to(uint64_t at)
{
    int number = mz__world.setup ? NOWHERE : number_of(mz__world.wire, at);
    if (here != NOWHERE && number != NOWHERE)
        note_pair(mz__world.wire, (struct wire_follows){(uint16_t)here, (uint16_t)number});
    here = number;
}

/* Atomic operations have been come to before. */
void program_order_stops(const struct op *op)
{
    uint64_t at = program_order_place(op->pc);
    if (here == NOWHERE || mz__world.wire->waypoint[here] != at)
        program_order_comes_to(at);
}

uint64_t program_order_place(uint64_t pc)
{
    const struct wire *w = mz__world.wire;
    uint64_t i = 0;
    while (i < w->modules && (pc < w->module[i].lo || pc >= w->module[i].hi))
        i++;
    return i << WIRE_AT_MODULE | (i < w->modules ? pc - w->module[i].base : pc);
}
