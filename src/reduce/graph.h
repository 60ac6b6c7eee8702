/* graph.h - L_r, the part of the transition system that has been explored, for reductions that traverse it again.
 *
 * States are numbered, and their number is the tag of the state in the visited table. A state keeps what is blocked in it, a
 * transition the events that occur on it: 16 and 12 bytes, and 4 a state for the traversal.
 *
 * An unfinished state is on the path, or there was no room for its transitions: nothing may be concluded from what lies below.
 */
#ifndef MZ_REDUCE_GRAPH_H
#define MZ_REDUCE_GRAPH_H

#include <stddef.h>

#include "reduce/events/summary.h"

enum { GRAPH_UNKNOWN /* never finished */, GRAPH_NOTHING /* nothing follows */, GRAPH_FIXED };

struct graph_state {
    uint32_t edges;              /* the last one; 0: none */
    summary  blocked;
    uint32_t seen;               /* by that traversal */
    bool     unfinished, cut;    /* there was no room for all its transitions */
};

struct graph_edge {
    uint32_t to, next;           /* the one before it, of the same state */
    summary  events;
};

struct graph {
    struct graph_state *states;
    struct graph_edge  *edges;   /* from 1 on */
    uint32_t           *stack;   /* of a traversal */
    uint32_t            state_count, edge_count, most_states, most_edges;
    size_t              state_bytes, edge_bytes, stack_bytes;
    uint32_t            traversals, stacked;
    uint64_t            lacked;  /* states and transitions for which there was no memory */
};

bool     graph_open(struct graph *g);
void     graph_close(struct graph *g); /* also what is open in part */
void     graph_clear(struct graph *g);
uint64_t graph_bytes(const struct graph *g);

bool     graph_has_all(const struct graph *g, uint32_t state); /* there was room for the state and its transitions so far */
uint32_t graph_add_state(struct graph *g);                  /* its number; GRAPH_UNKNOWN: no room */
void     graph_begin(struct graph *g, uint32_t state, summary blocked); /* it is on the path */
void     graph_finish(struct graph *g, uint32_t state);
void     graph_add_edge(struct graph *g, uint32_t from, summary events, uint32_t to);

/* A traversal of all that can be reached from some states, every transition once: graph_start(), graph_reach() each of them,
 * graph_retraverse(). */
struct retraversal {
    bool (*look)(struct retraversal *by, summary events); /* what occurs at a state or on a transition. False: stop */
    bool     into_unfinished; /* go on from there as if it were finished */
    bool     met_unfinished;  /* otherwise the traversal stops at an unfinished state */
    uint64_t edges;           /* traversed */
};
void graph_start(struct graph *g);
bool graph_reach(struct graph *g, uint32_t state, struct retraversal *by); /* false: stop */
void graph_retraverse(struct graph *g, struct retraversal *by);

#endif
