/* reduction.h - which enabled threads must be tried at a state so that nothing that matters is lost.
 *
 * A reduction declares what it needs from the search and what it keeps; a search that does not fit is refused before it
 * starts. It sees the state through its lts and the node's plain sets, never a strategy.
 */
#ifndef MZ_REDUCE_REDUCTION_H
#define MZ_REDUCE_REDUCTION_H

#include "search/node.h"

enum reduction_need {
    NEEDS_DEPTH_FIRST = 1,  /* successors are explored to the end before the next transition of a node */
    NEEDS_EVERYTHING = 2,   /* nothing is left out: no filter, no early backtracking, no depth limit */
};

enum reduction_keep {
    KEEPS_END_STATES = 1,
    KEEPS_DEADLOCKS = 2,
    KEEPS_ASSERTIONS = 4,   /* every failing assertion, and other faults that one thread's step shows */
    KEEPS_LIVELOCKS = 8,    /* whatever livelocks an unreduced search finds */
    KEEPS_ALL = 15,
};

struct reduction {
    const char *name, *help;
    uint32_t    needs, keeps;
    /* Threads to try first at a new choice point, and more after every outcome of thread t has been tried; the state is
     * the node's. `back` may be NULL: no more. */
    threadset (*enter)(const struct lts *l, const struct node *n);
    threadset (*back)(const struct lts *l, const struct node *n, tid t);
    /* Called before every step, also at points with a single successor. NULL: not interested. */
    void (*performing)(const struct lts *l, tid t);
};

extern const struct reduction reduction_none;

extern const struct reduction *const reductions[]; /* ends with NULL */
const struct reduction *reduction_find(const char *name);

#endif
