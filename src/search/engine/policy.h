/* policy.h - policies, which steer a driver at a node: order, filter, bounds, early backtracking. Each is one file and one row of a
 * table; they are independent of each other and of the reduction.
 *
 * They are the functions order(), filter() and backtrackAgain() of "Fast Detection of Concurrency Errors by State Space
 * Traversal with Randomization and Early Backtracking" (DFS-RB, figure 1). The set of threads to try at a node is
 * filter(bounds(reduction(enabled))), and the order picks from it. A bound that takes threads away makes the search
 * complete within the bound only; a filter, or backtracking that leaves a node early, makes it partial: it can find faults
 * but not prove their absence.
 */
#ifndef MZ_SEARCH_POLICY_H
#define MZ_SEARCH_POLICY_H

#include "model/search_table.h"
#include "search/engine/node.h"

struct engine;

struct order {
    const struct part_kind *is; /* its row in ORDER_TABLE */
    tid (*pick)(struct engine *e, const struct node *n, threadset todo);             /* one of todo, which is not empty */
    unsigned (*first)(struct engine *e, const struct node *n, unsigned choices);    /* outcome to begin with; NULL: 0 */
    bool needs_ops;    /* what was done on the path is kept in e->path_facts.ops */
    bool needs_facts; /* and who has moved, in e->path_facts.at */
    bool random;       /* another seed gives another order */
    bool guesses;      /* it asks for what threads seem to access (lts.h), which the walks before the search are to see */
    bool by_visited;   /* it goes by what has been visited, and leaves the choice among equals to another order */
};

struct filter {
    const char *name;
    threadset (*allow)(struct engine *e, const struct node *n, threadset threads); /* a subset */
};

extern const struct filter filter_future, filter_last;

/* On which thread before it the cost of a transition depends. Futures of one state differ by that thread, so it belongs to
 * what is remembered of a state. */
enum bound_memory {
    BOUND_FORGETS,
    BOUND_MOVER_IF_PREEMPTIBLE, /* that has made the last step, if to leave it is to preempt it */
    BOUND_MOVER,                /* that has made the last step */
    BOUND_DECISION,             /* of the last decision */
    BOUND_VARIABLES,            /* BOUND_MOVER_IF_PREEMPTIBLE, and the variable of its step; and the variables of preemptions before */
    BOUND_THREADS,              /* BOUND_MOVER_IF_PREEMPTIBLE; and the threads of preemptions before */
};

/* Every transition has a cost; those on a path add up to no more than the limit. */
struct bound {
    const struct part_kind *is;     /* its row in BOUND_TABLE; NULL: it is no option of its own */
    const char       *thing;        /* "within 2 preemptions" */
    const char       *things;       /* several, where that is not one with an s. May be NULL */
    const char       *up_to;        /* "to depth": of a bound of which one says that instead. May be NULL */
    const char       *of;           /* "preemptions": what the things are of. May be NULL */
    bool              takes_reduction; /* what a reduction leaves out costs no less than what it keeps */
    enum bound_memory memory;
    uint32_t (*cost)(const struct engine *e, const struct node *n, tid t); /* of the transition by t from the last node */
};

struct backtracking {
    const char *name;
    bool (*turn_back)(struct engine *e, const struct node *n);       /* asked before every transition out of n */
    bool (*turn_back_again)(struct engine *e, const struct node *n); /* asked after every return to n */
    bool looks_ahead; /* turn_back wants to know the next transition: n->thread */
};

/* Ways of leaving nodes of a search early. */
struct leaving {
    const struct backtracking *by; /* NULL: they are not */
    bool resumed;                  /* the next transition is taken without asking */
    bool all;                      /* every node is left, to the one where the search began or was resumed */
};

#define ORDER_DECLARED(id, ...) extern const struct order order_##id;
ORDER_TABLE(ORDER_DECLARED)
#undef ORDER_DECLARED
extern const struct bound bound_depth, bound_preemptions, bound_switches, bound_delays, bound_preemption_variables,
    bound_preemption_threads;

/* Costs of a path so far follow from what is remembered of a state, so they need not be noted (state_matching.c). */
static inline bool bound_is_remembered(const struct bound *b)
{
    return b->memory == BOUND_VARIABLES || b->memory == BOUND_THREADS;
}

/* By its name; NULL if there is none. */
extern const struct order *const orders[]; /* ends with NULL */
const struct order *order_find(const char *name);

#endif
