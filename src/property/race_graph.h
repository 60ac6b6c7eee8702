/* race_graph.h - the graph that a search has explored, with what each transition does to who knows of which access (model/deed.h): what
 * data races are looked for in (race_search.h).
 *
 * A state is known by 96 bits of its digest. Sixteen bytes a state and a transition, and four to eight a state to find it.
 */
#ifndef MZ_PROPERTY_RACE_GRAPH_H
#define MZ_PROPERTY_RACE_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/digest.h"

enum { RACE_NOWHERE, /* the state to which transitions lead that end the path, or may be made and are not */ RACE_FIRST };

struct race_edge {
    uint32_t to, next; /* another one of the same state; 0: none */
    uint32_t label;
    uint16_t thread, choice; /* the decision; RACE_NO_THREAD: none, it follows by itself */
};
enum { RACE_NO_THREAD = UINT16_MAX };

struct race_state {
    uint64_t lo;
    uint32_t hi;
    uint32_t edges;
};

/* States from RACE_FIRST on, transitions from 1 on. */
struct race_graph {
    struct race_state *states;
    struct race_edge  *edges;
    uint32_t          *slots;
    size_t   state_bytes, edge_bytes, slot_bytes;
    uint32_t state_count, edge_count, most_states, most_edges;
    uint64_t slots_used; /* a power of two */
    uint32_t root;
    bool     full; /* there was no room */
};

/* The first slot that a state may lie in. */
static inline uint64_t race_graph_home(const struct race_graph *g, uint64_t lo)
{
    return (lo ^ lo >> 32) * 0x9e3779b97f4a7c15u >> 20 & (g->slots_used - 1);
}

bool     race_graph_open(struct race_graph *g);
void     race_graph_close(struct race_graph *g);
void     race_graph_clear(struct race_graph *g);
uint64_t race_graph_bytes(const struct race_graph *g);

/* The state will be asked for soon. */
static inline void race_graph_prefetch(const struct race_graph *g, struct digest d)
{
    __builtin_prefetch(&g->slots[race_graph_home(g, d.lo)]);
}

uint32_t race_graph_state(struct race_graph *g, struct digest d);
void     race_graph_add(struct race_graph *g, uint32_t from, struct race_edge e);
/* A transition that follows by itself, which may be told of again. */
void     race_graph_add_once(struct race_graph *g, uint32_t from, struct race_edge e);

#endif
