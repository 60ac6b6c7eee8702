/* graph.c - see graph.h. */
#include "reduce/graph.h"

#include "base/reserve.h"

static uint32_t most(size_t bytes, size_t size)
{
    return bytes / size < UINT32_MAX ? (uint32_t)(bytes / size) : UINT32_MAX;
}

bool graph_open(struct graph *g)
{
    g->state_bytes = g->edge_bytes = g->stack_bytes = reserve_machine();
    g->states = reserve(&g->state_bytes, 1 << 20);
    g->edges = reserve(&g->edge_bytes, 1 << 20);
    g->stack = reserve(&g->stack_bytes, 1 << 20);
    if (!g->states || !g->edges || !g->stack)
        return false;
    g->most_edges = most(g->edge_bytes, sizeof *g->edges);
    g->most_states = most(g->state_bytes, sizeof *g->states);
    uint32_t on_stack = most(g->stack_bytes, sizeof *g->stack);
    g->most_states = g->most_states < on_stack ? g->most_states : on_stack;
    g->states[GRAPH_UNKNOWN].unfinished = true;
    graph_clear(g);
    return true;
}

void graph_close(struct graph *g)
{
    reserve_release(g->states, g->state_bytes);
    reserve_release(g->edges, g->edge_bytes);
    reserve_release(g->stack, g->stack_bytes);
}

void graph_clear(struct graph *g)
{
    g->state_count = GRAPH_FIXED;
    g->edge_count = 1;
    g->lacked = 0;
}

uint64_t graph_bytes(const struct graph *g)
{
    return g->state_count * (sizeof *g->states + sizeof *g->stack) + g->edge_count * sizeof *g->edges;
}

bool graph_has_all(const struct graph *g, uint32_t state)
{
    return state != GRAPH_UNKNOWN && !g->states[state].cut;
}

uint32_t graph_add_state(struct graph *g)
{
    if (g->state_count == g->most_states) {
        g->lacked++;
        return GRAPH_UNKNOWN;
    }
    g->states[g->state_count] = (struct graph_state){0};
    return g->state_count++;
}

void graph_begin(struct graph *g, uint32_t state, summary blocked)
{
    g->states[state].unfinished = true;
    g->states[state].blocked = blocked;
}

void graph_finish(struct graph *g, uint32_t state)
{
    g->states[state].unfinished = g->states[state].cut || state == GRAPH_UNKNOWN;
}

void graph_add_edge(struct graph *g, uint32_t from, summary events, uint32_t to)
{
    struct graph_state *s = &g->states[from];
    if (from == GRAPH_UNKNOWN)
        return;
    if (g->edge_count == g->most_edges) {
        s->unfinished = s->cut = true;
        g->lacked++;
        return;
    }
    g->edges[g->edge_count] = (struct graph_edge){to, s->edges, events};
    s->edges = g->edge_count++;
}

/* --- traversal -------------------------------------------------------------------------------------------------------- */

void graph_start(struct graph *g)
{
    g->stacked = 0;
    if (++g->traversals != 0)
        return;
    for (uint32_t i = 0; i < g->state_count; i++) /* their numbers are used again */
        g->states[i].seen = 0;
    g->traversals = 1;
}

bool graph_reach(struct graph *g, uint32_t state, struct retraversal *by)
{
    struct graph_state *s = &g->states[state];
    if (s->unfinished && !by->into_unfinished) {
        by->met_unfinished = true;
        return false;
    }
    if (s->seen != g->traversals) {
        s->seen = g->traversals;
        g->stack[g->stacked++] = state;
    }
    return true;
}

void graph_retraverse(struct graph *g, struct retraversal *by)
{
    while (g->stacked > 0) {
        const struct graph_state *s = &g->states[g->stack[--g->stacked]];
        if (!by->look(by, s->blocked))
            return;
        for (uint32_t i = s->edges; i != 0; i = g->edges[i].next) {
            const struct graph_edge *e = &g->edges[i];
            by->edges++;
            if (!by->look(by, e->events) || !graph_reach(g, e->to, by))
                return;
        }
    }
}
