/* exchange.c - see exchange.h. */
#include "world/watch/exchange.h"

#include <string.h>

#include "base/raw.h"
#include "world/memory/hash.h"
#include "world/watch/export.h"

enum { LOOK_NS = 1000000 };

static void give_turn(struct wire *wire, enum wire_turn turn)
{
    __atomic_store_n(&wire->turn, (uint32_t)turn, __ATOMIC_RELEASE);
    raw_wake(&wire->turn);
    while (__atomic_load_n(&wire->turn, __ATOMIC_ACQUIRE) != WIRE_TURN_RUNTIME)
        raw_wait(&wire->turn, (uint32_t)turn, LOOK_NS);
}

static bool hand_over(struct wire *wire, enum wire_turn turn, size_t bytes, bool whole)
{
    wire->turn_bytes = bytes;
    wire->turn_whole = whole;
    give_turn(wire, turn);
    return !wire->turn_failed;
}

bool exchange_keep(void *self, size_t bytes, bool whole)
{
    return hand_over(self, WIRE_TURN_KEEP, bytes, whole);
}

bool exchange_send(void *self, size_t bytes, bool whole)
{
    return hand_over(self, WIRE_TURN_SEND, bytes, whole);
}

static size_t ask_for(struct wire *wire, enum wire_turn turn)
{
    give_turn(wire, turn);
    return wire->turn_bytes;
}

size_t exchange_fetch(void *self)
{
    return ask_for(self, WIRE_TURN_FETCH);
}

/* A process that was given all that has come need not ask whether there is more. */
size_t exchange_take(void *self)
{
    struct wire *wire = self;
    size_t bytes = wire->turn_taken ? 0 : ask_for(wire, WIRE_TURN_TAKE);
    wire->turn_taken = bytes > 0 && wire->turn_whole;
    return bytes;
}

size_t exchange_known(void *self)
{
    return ask_for(self, WIRE_TURN_KNOWN);
}

void exchange_recall(void *self)
{
    struct wire *wire = self;
    const struct wire_recall *then = wire_recall(wire);
    if (then->findings > WIRE_MAX_FINDINGS || then->decisions > WIRE_MAX_RECALLED || then->decisions > WIRE_MAX_DECISIONS)
        return;
    memcpy(wire->finding, then->finding, then->findings * sizeof *then->finding);
    memcpy(wire_decisions(wire), then->decision, then->decisions * sizeof *then->decision);
    wire->findings = (uint32_t)then->findings;
    wire->dropped = (uint32_t)then->dropped;
    wire->decisions = then->decisions;
    wire->ended_well |= (uint32_t)then->ended_well;
}

struct digest exchange_visible(void *self)
{
    struct wire *wire = self;
    const struct world *w = &mz__world;
    world_export_ranges(wire);
    struct digest d = hash_bytes(wire_ranges(wire), wire->ranges * sizeof *wire_ranges(wire));
    d = digest_with(d, (uint64_t)w->watch_alone << 2 | (uint64_t)w->parted << 1 | w->main_leaves);
    return digest_with(digest_with(d, w->race.wanted), w->rounds);
}
