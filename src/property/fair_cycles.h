/* fair_cycles.h - the graph that a depth-first search has explored, as far as it may still be part of a cycle, and the fair cycles in it.
 *
 * What a fair cycle is stands in livelock.h. All of them are found: when a strongly connected component is finished, it is a fair cycle if
 * every thread that is enabled somewhere in it makes a step in it. If some do not, a fair cycle in it has no transition on which these are
 * enabled; what is left without those falls into components of its own, for which the same holds. (Emerson, Lei, "Modalities for Model
 * Checking", 1987: strong fairness.) Transitions that choose among several outcomes are left out at once.
 *
 * States and transitions are kept until their component is finished, as a stack: Tarjan, 1972.
 */
#ifndef MZ_PROPERTY_FAIR_CYCLES_H
#define MZ_PROPERTY_FAIR_CYCLES_H

#include <stddef.h>

#include "base/digest.h"
#include "model/threadset.h"

/* A transition from one choice point to another. */
struct fair_edge {
    threadset moved;        /* threads that took a step on it */
    threadset could;        /* threads that were enabled somewhere on it */
    uint32_t  from, to;     /* states, by their numbers */
    uint32_t  next;         /* another one of the same state; 0: none */
    uint16_t  thread, choice;
    bool      out;          /* it belongs to no fair cycle */
};

/* A choice point whose component is not finished, by its number. */
struct fair_state {
    struct digest digest;
    uint32_t next;           /* in its bucket */
    uint32_t parent;         /* the choice point before it on the path that it was found on */
    uint32_t low;            /* the first state that it is known to reach */
    uint32_t edges;          /* the last transition out of it; 0: none */
    uint32_t entry;          /* the transition by which it was found; 0: it is the first state of all */
    uint32_t group, low_left, turn, below, via; /* while its component is being looked at: fair_cycles.c, */
    threadset moved, could;  /* and, of the first state of each group, over its transitions */
};

/* States and transitions have numbers from 1 on. */
struct fair_cycles {
    struct fair_state *states;
    struct fair_edge  *edges;
    uint32_t          *buckets;  /* the latest state with such a digest */
    uint32_t          *queue;    /* of states, as long as there may be states */
    uint32_t          *walk;     /* what was found: transitions from the first state of the component to a fair cycle and once around it */
    size_t   state_bytes, edge_bytes, bucket_bytes, queue_bytes, walk_bytes;
    uint32_t state_room, edge_room, walk_room;
    uint32_t state_count, edge_count, walk_count, most_states, most_edges;
    uint32_t top;                /* the last choice point on the path; 0: none */
    bool     full;               /* there was no room */
};

bool     fair_open(struct fair_cycles *g);
void     fair_close(struct fair_cycles *g);
void     fair_clear(struct fair_cycles *g);
uint64_t fair_bytes(const struct fair_cycles *g);

void fair_enter(struct fair_cycles *g, struct digest d); /* a new choice point joins the path */
/* A transition from the last choice point on the path to a state, which is new, and will be entered next, or known. `chose`: it had several
 * outcomes. Of `how` thread, choice, moved and could are given. */
void fair_took(struct fair_cycles *g, struct digest to, bool is_new, bool chose, const struct fair_edge *how);
/* The last choice point is about to leave the path. Is a component finished that contains a fair cycle? Then `walk` leads there. */
bool fair_found(struct fair_cycles *g);
void fair_leave(struct fair_cycles *g);

#endif
