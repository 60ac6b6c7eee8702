/* race_graph.c - see race_graph.h. */
#include "property/race_graph.h"

#include <string.h>

#include "base/reserve.h"

enum { FEW_SLOTS = 1 << 12 };

static uint32_t most(size_t bytes, size_t size)
{
    return bytes / size < UINT32_MAX ? (uint32_t)(bytes / size) : UINT32_MAX;
}

bool race_graph_open(struct race_graph *g)
{
    g->state_bytes = g->edge_bytes = g->slot_bytes = reserve_machine();
    g->states = reserve(&g->state_bytes, 1 << 20);
    g->edges = reserve(&g->edge_bytes, 1 << 20);
    g->slots = reserve(&g->slot_bytes, 1 << 20);
    if (!g->states || !g->edges || !g->slots) {
        race_graph_close(g);
        return false;
    }
    g->most_states = most(g->state_bytes, sizeof *g->states);
    g->most_edges = most(g->edge_bytes, sizeof *g->edges);
    g->state_count = RACE_FIRST;
    race_graph_clear(g);
    return true;
}

void race_graph_close(struct race_graph *g)
{
    reserve_release(g->states, g->state_bytes);
    reserve_release(g->edges, g->edge_bytes);
    reserve_release(g->slots, g->slot_bytes);
    *g = (struct race_graph){0};
}

void race_graph_clear(struct race_graph *g)
{
    if (g->state_count > RACE_FIRST)
        reserve_forget(g->slots, g->slot_bytes);
    g->state_count = RACE_FIRST;
    g->edge_count = 1;
    g->slots_used = FEW_SLOTS;
    g->root = RACE_NOWHERE;
    g->full = false;
}

uint64_t race_graph_bytes(const struct race_graph *g)
{
    return g->state_count * sizeof *g->states + g->edge_count * sizeof *g->edges + g->slots_used * sizeof *g->slots;
}

static uint32_t *slot_of(const struct race_graph *g, uint64_t lo, uint32_t hi)
{
    uint64_t mask = g->slots_used - 1, i = race_graph_home(g, lo);
    for (; g->slots[i] != 0; i = (i + 1) & mask)
        if (g->states[g->slots[i]].lo == lo && g->states[g->slots[i]].hi == hi)
            break;
    return &g->slots[i];
}

static void widen(struct race_graph *g)
{
    if (2 * g->slots_used * sizeof *g->slots > g->slot_bytes) {
        g->full = true;
        return;
    }
    memset(g->slots, 0, g->slots_used * sizeof *g->slots);
    g->slots_used *= 2;
    for (uint32_t s = RACE_FIRST; s < g->state_count; s++)
        *slot_of(g, g->states[s].lo, g->states[s].hi) = s;
}

uint32_t race_graph_state(struct race_graph *g, struct digest d)
{
    uint32_t hi = (uint32_t)(d.hi >> 32), *slot = slot_of(g, d.lo, hi);
    if (*slot != 0)
        return *slot;
    if (g->state_count == g->most_states)
        g->full = true;
    if (g->full)
        return RACE_NOWHERE;
    g->states[g->state_count] = (struct race_state){.lo = d.lo, .hi = hi};
    *slot = g->state_count++;
    if (g->state_count > g->slots_used / 4 * 3)
        widen(g);
    return g->state_count - 1;
}

void race_graph_add(struct race_graph *g, uint32_t from, struct race_edge e)
{
    g->full |= g->edge_count == g->most_edges;
    if (g->full)
        return;
    e.next = g->states[from].edges;
    g->edges[g->edge_count] = e;
    g->states[from].edges = g->edge_count++;
}

void race_graph_add_once(struct race_graph *g, uint32_t from, struct race_edge e)
{
    for (uint32_t i = g->states[from].edges; i != 0; i = g->edges[i].next)
        if (g->edges[i].to == e.to && g->edges[i].label == e.label && g->edges[i].thread == e.thread)
            return;
    race_graph_add(g, from, e);
}
