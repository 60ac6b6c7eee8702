/* own_code.c - see own_code.h. */
#include "world/outside/own_code.h"

#include "base/lower_bound.h"
#include "world/loaded/traps.h"

static struct {
    struct wire *wire;
    trap         was[WIRE_MAX_BARE];
    uint32_t     used[WIRE_MAX_BARE]; /* numbers of those that threads have met outside, in the order of their addresses */
    uint32_t     used_count;
    bool         allowed;             /* those are lifted now */
} own;

static uint64_t address_of(uint32_t n)
{
    return own.wire->module[0].base + own.wire->bare[n];
}

/* WIRE_MAX_BARE: none begins there. The tool gives them by address. */
static uint32_t number_of(uint64_t pc)
{
    uint32_t end = own.wire && own.wire->bare_laid ? own.wire->bares : 0;
    uint32_t first = (uint32_t)LOWER_BOUND(i, end, address_of((uint32_t)i) < pc);
    return first < end && address_of(first) == pc ? first : WIRE_MAX_BARE;
}

bool own_code_begins(uint64_t pc)
{
    return number_of(pc) < WIRE_MAX_BARE;
}

void own_code_prepare(struct wire *wire)
{
    bool laid = wire->bares > 0;
    own.wire = wire;
    for (uint32_t n = 0; n < wire->bares && laid; n++)
        laid = traps_lay(address_of(n), &own.was[n]);
    wire->bare_laid = traps_close() && laid;
}

static void add_used(uint32_t n)
{
    uint32_t at = own.used_count++;
    for (; at > 0 && own.used[at - 1] > n; at--)
        own.used[at] = own.used[at - 1];
    own.used[at] = n;
}

bool own_code_goes_on(uint64_t pc)
{
    uint32_t n = number_of(pc);
    if (n == WIRE_MAX_BARE)
        return false;
    add_used(n);
    own.allowed = true;
    return traps_lift(pc, own.was[n]) && traps_close();
}

/* All that were used: at once, as two system calls cost more than all the rest. Where code could be written to once it always can. */
static void exchange(bool lift)
{
    trap known;
    if (own.used_count == 0 || own.allowed == lift)
        return;
    own.allowed = lift;
    traps_open(address_of(own.used[0]), address_of(own.used[own.used_count - 1]));
    for (uint32_t i = 0; i < own.used_count; i++) {
        uint32_t n = own.used[i];
        if (lift)
            traps_lift(address_of(n), own.was[n]);
        else
            traps_lay(address_of(n), &known);
    }
    traps_close();
}

void own_code_allow(void)
{
    exchange(true);
}

void own_code_forbid(void)
{
    exchange(false);
}
