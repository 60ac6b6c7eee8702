/* race_search.h - data races in a graph of states whose transitions have labels (race_graph.h, model/deed.h).
 *
 * What an operation does to who knows of an access depends on nothing but the operation and who knew of that access before: accesses have
 * nothing to do with each other. So what is ordered need not be told apart in states. A race is an access a on some path, and later on it
 * a conflicting one whose thread is not among those who know of a then: that is reachability of pairs (state, who knows of a), for one
 * access at a time. Invariant: whoever knows of an access on a path to a state, a subset of it is with the state, for that access, unless
 * no race of it can follow.
 *
 *  - Of two sets at a state, one within the other, the larger one is dropped: the fewer know, the more races follow.
 *  - Who may still make a conflicting access behind a state the graph says, going backwards. Where all of those know the access is dropped.
 *    What a thread's children will do counts as its own before they are born: they know then what it does.
 *  - 64 accesses are looked at together, as sets of bits with each pair.
 *
 * docs/design/races.md has the proof.
 */
#ifndef MZ_PROPERTY_RACE_SEARCH_H
#define MZ_PROPERTY_RACE_SEARCH_H

#include "property/race_graph.h"
#include "property/race_knowers.h"

enum { RACES_MOST = 512 };

/* The one who asks for races. */
struct race_asker {
    struct race_labels labels;
    bool (*goes_on)(void *self, uint64_t bytes); /* asked now and then, with the memory in use. False: stop */
};

struct race_pair {
    uint32_t first, second; /* accesses */
};

/* A transition, as the search walks along them: states have numbers in the order in which they are finished. */
struct race_step {
    uint32_t to, label, edge;
};

struct race_node {
    uint32_t state, set;
    uint32_t next;         /* of the same state */
    uint32_t before;       /* the node that it was come to from; 0: its access was made on the way */
    uint32_t origin, edge; /* the state and the transition */
    uint64_t has, due;     /* bits of accesses; those that have not been followed on */
};

struct race_search {
    struct race_knowers knowers;
    const struct race_graph *graph;
    const struct race_asker *asker;
    struct race_listener listener;
    uint32_t *order;             /* of states, those that are finished first before the others, from 1 on */
    uint32_t *first;             /* of states, by place in the order: their transitions, up to the first one of the next state */
    struct race_step *steps;
    uint32_t *heads, *todo;      /* of states: their nodes; nodes */
    uint32_t *parent, *via;      /* of states by number: on a shortest path from the root. Made when somebody asks for a path */
    uint64_t *future;            /* of each state and thread: bits of accesses that it may come to conflict with */
    uint64_t *now;
    struct race_node *nodes;
    struct race_seed *seeds;     /* of labels: lists of those that make accesses */
    uint32_t *seeds_of;
    uint64_t most_nodes, most_todo, most_seeds, todos;
    uint32_t ordered, node_count, seed_count, asked;
    uint32_t batch[64];          /* the accesses, or the races, that are looked at, */
    unsigned batch_count;
    struct race_pair pairs[RACES_MOST];
    uint32_t pair_count;
    struct race_node hit;        /* where the race that a path is wanted for was come to: how; state: 0, nowhere */
    uint64_t wanted;             /* bits that are followed */
    bool circles; /* some path comes back to its state */
    bool tracing, stopped;
};

/* False: no memory. */
bool race_search_open(struct race_search *s, const struct race_graph *g, uint32_t labels, const struct race_asker *asker);
void race_search_close(struct race_search *s);

/* Finds pairs of accesses, of which each has places that no other one has. False: it was stopped. */
bool race_search_run(struct race_search *s);

/* Decisions on a path that shows each of them, one pair after the other; `show` is told of the number of decisions, which are put to
 * path. False: it was stopped, or a path is longer than `room`. */
struct race_decision {
    uint16_t thread, choice;
};
typedef void race_shown(void *self, const struct race_decision *path, uint64_t count);
bool race_search_paths(struct race_search *s, struct race_decision *path, uint64_t room, race_shown *show);

#endif
